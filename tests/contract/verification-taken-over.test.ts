import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMachineClock } from '../../server/src/database/database-clock';
import { createKnexLeaseStore } from '../../server/src/database/knex-lease-store';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { tables } from '../../server/src/database/tables';
import type { EntityKind } from '../../server/src/catalog/model';
import { milliseconds } from '../../server/src/lib/durations';
import { leaseDuration } from '../../server/src/lib/lease-heartbeat';
import { createVerificationService } from '../../server/src/sync/verification/verification-service';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';
import { eventually } from '../support/time/eventually';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a verification whose instance pauses, on ${kind.name}`, (at) => {
    let own: SharedTables;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(() => own.empty([tables.state, tables.leases]));

    const server = new ManualClock();
    /** @param verify returns ids that are damaged; those that are fetched are put into `fetched` */
    function instance(
      database: SharedTables['database'],
      verify: (entity: EntityKind) => Promise<number[]>,
      fetched: number[] = [],
    ) {
      const clock = new ManualClock();
      let ids = 0;
      const service = createVerificationService({
        verifyPiece: async ({ entity }) => {
          const damaged = await verify(entity);
          const repaired = damaged.map((id) => ({ id, kinds: ['record' as const] }));
          const next = entity === 'category' ? ({ entity: 'brand', after: 0 } as const) : null;
          return { entity, checked: 1, repaired, leftovers: 0, next };
        },
        refetch: async (_entity, id) => fetched.push(id) > 0,
        verifyMarkets: async () => null,
        verifyExtras: async () => null,
        isRunUnderWay: async () => false,
        state: createKnexStateStore(database),
        leases: createKnexLeaseStore({ database, clock: createMachineClock({ database, clock: server }) }),
        clock,
        newId: () => `${database === own.database ? 'own' : 'other'} ${(ids += 1)}`,
        logger: createQuietLogger(),
      });
      return { service, clock };
    }

    /** Pauses after it has found these categories damaged, until its lease has expired. */
    async function pausedInstance(damaged: number[] = []) {
      let goOn = (): void => undefined;
      let isPaused = false;
      const paused = instance(own.database, async (entity) => {
        if (entity === 'category' && damaged.length > 0) return damaged;
        isPaused = true;
        await new Promise<void>((resolve) => (goOn = resolve));
        return [];
      });
      await paused.service.start('manual');
      await eventually(async () => isPaused);
      await server.advance(leaseDuration);
      return { ...paused, goOn: () => goOn() };
    }

    test.each(['is stopped', 'notices that its lease is gone'])(
      'is left to the one that has resumed it, when the first %s',
      async (what) => {
        const first = await pausedInstance();
        const second = instance(own.elsewhere, async () => []);
        await second.service.start('manual');
        const { last } = await eventually(async () => {
          const state = await second.service.state();
          return state.last ? state : null;
        });
        expect(last).toMatchObject({ status: 'succeeded', checked: { category: 1, brand: 1 } });

        await first.clock.advance(what.startsWith('notices') ? leaseDuration : milliseconds(500));
        if (what.startsWith('notices')) await eventually(async () => first.clock.waiting === 0);
        first.goOn();
        await first.service.stop();
        expect(await second.service.state()).toEqual({ current: null, last });
      },
    );

    test('has the damaged records fetched that it had found before another one resumed it', async () => {
      const first = await pausedInstance([5]);
      const fetched: number[] = [];
      const second = instance(own.elsewhere, async () => [], fetched);
      await second.service.start('manual');
      const last = await eventually(async () => (await second.service.state()).last);
      expect([fetched, last]).toEqual([[5], expect.objectContaining({ status: 'succeeded', waiting: 0 })]);
      first.goOn();
      await first.service.stop();
    });
  });
}
