import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMachineClock } from '../../server/src/database/database-clock';
import { createKnexLeaseStore } from '../../server/src/database/knex-lease-store';
import { createKnexInstanceRegister, type InstanceRegister } from '../../server/src/instances/knex-instance-register';
import type { Clock } from '../../server/src/lib/clock';
import { seconds } from '../../server/src/lib/durations';
import { presentInstances } from '../../server/src/operator/present-instances';
import { ManualClock } from '../support/time/clocks';
import { eventually } from '../support/time/eventually';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/databases/test-databases';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the instances of a site on ${kind.name}`, (at) => {
    let own: OwnTables;
    let clock: ManualClock;
    let registers: InstanceRegister[];

    beforeEach(async () => {
      own = await openOwnTables(await kind.create(at));
      clock = new ManualClock();
      registers = [];
    });
    afterEach(async () => {
      for (const register of registers) await register.stop();
      await own.close();
    });

    function anInstance(id: string, machine: Clock = clock) {
      const databaseClock = createMachineClock({ database: own.database, clock });
      const self = { id, version: '1.2.3', host: 'shop-7f', pid: 7 };
      const register = createKnexInstanceRegister({
        database: own.database,
        databaseClock,
        clock: machine,
        logger: createQuietLogger(),
        self,
      });
      registers.push(register);
      register.start();
      const leases = createKnexLeaseStore({ database: own.database, clock: databaseClock, instance: id });
      return { register, leases };
    }

    const isSeen = (register: InstanceRegister, ids: readonly string[]) =>
      eventually(async () => (await register.list()).map(({ id }) => id).join() === ids.join());

    test('are listed with what each does, and the one that asks is marked', async () => {
      const one = anInstance('one');
      await isSeen(one.register, ['one']);
      await one.leases.acquire({ name: 'sync', holder: 'a run', duration: seconds(15) });
      await one.leases.acquire({ name: 'event-worker', holder: 'a worker', duration: seconds(15) });
      await one.leases.acquire({ name: 'verification', holder: 'a pass', duration: seconds(15) });
      await one.leases.release({ name: 'verification', holder: 'a pass' });

      expect(presentInstances(await one.register.list(), 'one')).toEqual([
        {
          id: 'one',
          isThis: true,
          version: '1.2.3',
          host: 'shop-7f',
          pid: 7,
          startedAt: clock.now().toISOString(),
          clockAheadMs: 0,
          holds: ['run', 'events'],
        },
      ]);
    });

    test('say who notifies caches of changes, and who reads what alongside syncs', async () => {
      const one = anInstance('one');
      await isSeen(one.register, ['one']);
      for (const name of [
        'outbox:edge',
        'market-freshness',
        'market-passes',
        'modifier-freshness',
        'metafield-freshness',
      ])
        await one.leases.acquire({ name, holder: 'a worker', duration: seconds(15) });
      const [shown] = presentInstances(await one.register.list(), 'one');
      expect(shown?.holds).toEqual(['deliveries', 'markets', 'modifiers', 'metafields']);
    });

    if (kind.name === 'SQLite') {
      test('are one process, of which nothing is written', async () => {
        await isSeen(anInstance('one').register, ['one']);
        expect(await own.database('commerce_bridge_instances')).toEqual([]);
      });
      return;
    }

    test('are listed by all, and no longer once they have stopped', async () => {
      const one = anInstance('one');
      await isSeen(one.register, ['one']);
      await clock.advance(seconds(1));
      const two = anInstance('two');
      await isSeen(one.register, ['one', 'two']);

      await two.register.stop();

      expect((await one.register.list()).map(({ id }) => id)).toEqual(['one']);
    });

    test('are forgotten when they have not been seen for 45 seconds', async () => {
      const dead = anInstance('dead', { ...stopped(clock), wait: (_, signal) => until(signal) });
      await isSeen(dead.register, ['dead']);
      const alive = anInstance('alive');
      await isSeen(alive.register, ['alive', 'dead']);

      for (let step = 0; step < 6; step += 1) {
        await eventually(async () => clock.waiting > 0);
        await clock.advance(seconds(10));
      }

      await isSeen(alive.register, ['alive']);
    });

    test('show whose clock is wrong', async () => {
      const ahead = { ...stopped(clock), now: () => new Date(clock.now().getTime() + seconds(90)) };
      const { register } = anInstance('one', ahead);
      await isSeen(register, ['one']);

      expect((await register.list())[0]?.clockAhead).toBe(seconds(90));
    });
  });
}

/** Rejects when the signal is aborted. */
const until = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** The same clock as a separate object. */
const stopped = (clock: Clock): Clock => ({
  now: () => clock.now(),
  monotonic: () => clock.monotonic(),
  wait: (duration, signal) => clock.wait(duration, signal),
});
