import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { RunChange, RunFailure, RunReason } from '../../contracts/admin/runs';
import { createDatabaseClock, createMachineClock } from '../../server/src/database/database-clock';
import { createKnexLeaseStore } from '../../server/src/database/knex-lease-store';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { createKnexRunHistory } from '../../server/src/sync/knex-run-history';
import { createKnexRunStore } from '../../server/src/sync/knex-run-store';
import { createKnexSettingsStore } from '../../server/src/settings/knex-settings-store';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { createKnexTallyStore } from '../../server/src/webhooks/knex-tally-store';
import { tables } from '../../server/src/database/tables';
import type { RunRecord } from '../../server/src/sync/run-record';
import { days, hours, minutes, seconds } from '../../server/src/lib/durations';
import { ManualClock } from '../support/clocks';
import { openOwnTables, type OwnTables } from '../support/own-tables';
import { whenAvailable } from '../support/requirements';
import { aRunRecord } from '../support/run-records';
import { databaseKinds } from '../support/test-databases';

const oddText = 'Größe “XL” — 100 % ☕️ 漢字 \\ \' " ? $1 :name \n';
const many = Array.from({ length: 12 }, (_, place) => place);

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`on ${kind.name}`, (at) => {
    let own: OwnTables;
    let database: Knex;
    /** Another instance of the site; SQLite has one writer, and in one thread it would wait for itself. */
    let elsewhere: Knex;

    beforeAll(async () => {
      own = await openOwnTables(await kind.create(at));
      ({ database } = own);
      elsewhere = kind.name === 'SQLite' ? database : own.connect();
    });
    beforeEach(async () => {
      for (const name of [
        tables.settings,
        tables.state,
        tables.leases,
        tables.readVersions,
        tables.deliveryTallies,
        tables.runs,
        tables.runSeen,
        tables.runFailures,
        tables.runChanges,
      ])
        await database(name).delete();
    });
    afterAll(async () => {
      if (elsewhere !== database) await elsewhere.destroy();
      await own.close();
    });

    test('of many that ask for a lease at once, on two instances, exactly one has it, until its end', async () => {
      const clock = new ManualClock();
      const stores = [database, elsewhere].map((connection) =>
        createKnexLeaseStore({ database: connection, clock: createMachineClock({ database: connection, clock }) }),
      );
      const ask = (holder: string, place = 0) =>
        stores[place % 2]?.acquire({ name: 'sync', holder, duration: seconds(20) });
      const asked = await Promise.all(many.map((place) => ask(`instance-${place}`, place)));
      const holder = `instance-${asked.indexOf(true)}`;
      expect(asked.filter(Boolean)).toHaveLength(1);

      await clock.advance(seconds(19));
      expect(await stores[0]?.renew({ name: 'sync', holder, duration: seconds(20) })).toBe(true);
      await clock.advance(seconds(19));
      expect(await ask('late')).toBe(false);
      await clock.advance(seconds(2));
      expect([await ask('late'), await stores[1]?.renew({ name: 'sync', holder, duration: seconds(20) })]).toEqual([
        true,
        false,
      ]);
      await stores[0]?.seize({ name: 'sync', holder: 'third', duration: seconds(20) });
      await stores[0]?.release({ name: 'sync', holder: 'late' });
      expect([await ask('late'), await ask('third')]).toEqual([false, true]);
    });

    test('a lease whose end has passed is still its holder’s until somebody takes it', async () => {
      const clock = new ManualClock();
      const leases = createKnexLeaseStore({ database, clock: createMachineClock({ database, clock }) });
      const lease = { name: 'sync', holder: 'paused', duration: seconds(20) };
      await leases.acquire(lease);
      await clock.advance(seconds(60));
      expect(await leases.renew(lease)).toBe(true);
      expect(await leases.acquire({ ...lease, holder: 'other' })).toBe(false);
      await leases.release(lease);
      expect(await leases.renew(lease)).toBe(false);
    });

    test('a lease that was written by a clock which was set back ends like any other, unless its holder lives', async () => {
      const clock = new ManualClock();
      const leases = createKnexLeaseStore({ database, clock: createMachineClock({ database, clock }) });
      const lease = { name: 'sync', holder: 'one', duration: seconds(20) };
      await leases.acquire(lease);
      await clock.advance(hours(-1));
      expect(await leases.acquire({ ...lease, holder: 'two' })).toBe(false);
      expect(await leases.renew(lease)).toBe(true);
      await clock.advance(seconds(19));
      expect(await leases.acquire({ ...lease, holder: 'two' })).toBe(false);
      await clock.advance(hours(-1));
      expect(await leases.acquire({ ...lease, holder: 'two' })).toBe(false);
      await clock.advance(seconds(20));
      expect(await leases.acquire({ ...lease, holder: 'two' })).toBe(true);
    });

    test('an instance whose clock is wrong neither takes a lease of a living holder nor keeps one for longer', async () => {
      const leasesOf = (machine: ManualClock) =>
        createKnexLeaseStore({ database, clock: createDatabaseClock({ database, clock: machine }) });
      const [slow, fast] = [new ManualClock(), new ManualClock()];
      await fast.advance(hours(1));
      // One machine, one clock.
      const [one, other] = kind.name === 'SQLite' ? [leasesOf(slow), leasesOf(slow)] : [leasesOf(slow), leasesOf(fast)];
      const lease = { name: 'sync', holder: 'one', duration: seconds(20) };
      expect([
        await one.acquire(lease),
        await other.acquire({ ...lease, holder: 'two' }),
        await one.renew(lease),
      ]).toEqual([true, false, true]);
      await one.release(lease);
      expect([await other.acquire({ ...lease, holder: 'two' }), await one.acquire(lease)]).toEqual([true, false]);
      const [row] = await database(tables.leases).where({ name: 'sync' }).select('expires_at');
      const now = kind.name === 'SQLite' ? slow.now() : new Date();
      expect(Number(row.expires_at) - now.getTime()).toBeLessThan(minutes(1));
    });

    test('settings come back as they were written, and go', async () => {
      const settings = createKnexSettingsStore(database);
      const long = oddText.repeat(3000);
      await settings.write(
        new Map([
          ['plain', { value: long, isSealed: false }],
          ['secret', { value: 'v1.sealed', isSealed: true }],
        ]),
        new Date(),
      );
      await settings.write(
        new Map([
          ['plain', { value: oddText, isSealed: false }],
          ['secret', null],
          ['long', { value: long, isSealed: true }],
        ]),
        new Date(),
      );
      expect(await settings.readAll()).toEqual(
        new Map([
          ['plain', { value: oddText, isSealed: false }],
          ['long', { value: long, isSealed: true }],
        ]),
      );
    });

    test('small facts come back as they were written', async () => {
      const state = createKnexStateStore(database);
      await state.write('fact', { text: 'first' });
      await state.write('fact', { text: oddText });
      expect(await state.read('fact', z.object({ text: z.string() }))).toEqual({ text: oddText });
      expect([await state.read('fact', z.array(z.string())), await state.read('other', z.unknown())]).toEqual([
        null,
        null,
      ]);
    });

    test('instances that count the same things at once lose none', async () => {
      const clock = new ManualClock();
      const stores = [database, elsewhere].map((connection) =>
        createKnexTallyStore({ database: connection, clock: createMachineClock({ database: connection, clock }) }),
      );
      await Promise.all(
        many.map((place) =>
          stores[place % 2]?.add(['b', 'a'].map((name) => ({ name, count: 2, detail: place === 0 ? null : oddText }))),
        ),
      );
      expect((await stores[0]?.read())?.map(({ name, count }) => [name, count])).toEqual([
        ['a', 24],
        ['b', 24],
      ]);
    });

    test('no number is drawn twice, whoever draws, and of two observations the higher one stays', async () => {
      const [here, there] = [createReadVersions(database), createReadVersions(elsewhere)];
      const drawn = await Promise.all(many.map((place) => (place % 2 === 0 ? here : there).draw()));
      expect(new Set(drawn).size).toBe(many.length);

      const claim = (connection: Knex, readVersion: number, ids: number[]) =>
        connection.transaction((transaction) =>
          createReadVersions(connection).claim(transaction, {
            entity: 'product',
            responses: [{ ids, readVersion }],
            seen: { at: new Date(), by: { kind: 'event' } },
          }),
        );
      expect((await claim(database, 9, [1, 2, 3])).readVersions).toEqual(
        new Map([
          [1, 9],
          [2, 9],
          [3, 9],
        ]),
      );
      await elsewhere.transaction((transaction) =>
        there.markRemoved(transaction, { entity: 'product', ids: [2], removedAt: new Date(5) }),
      );
      expect(await claim(elsewhere, 8, [3, 2, 4])).toEqual({ readVersions: new Map([[4, 8]]), removed: [] });
      expect(await claim(elsewhere, 10, [2])).toEqual({ readVersions: new Map([[2, 10]]), removed: [2] });
    });

    test('a run keeps what it saw and what failed with its checkpoint, and nothing after its end', async () => {
      const [runs, history] = [createKnexRunStore(database), createKnexRunHistory(elsewhere)];
      const run = aRunRecord({ channelId: 7, modifiedSince: new Date(5), error: oddText });
      await runs.create(run);
      expect(await createKnexRunStore(elsewhere).findRunning()).toEqual(run);

      const ids = Array.from({ length: 520 }, (_, place) => place + 1);
      const failures: RunFailure[] = ids.map((id) => ({
        entity: 'product',
        id,
        name: oddText,
        reason: `${id} ${oddText}`,
      }));
      const checkpoint = {
        run: { ...run, page: 3, waited: seconds(90) },
        seen: { entity: 'product' as const, ids },
        failures,
      };
      expect(await database.transaction((transaction) => runs.checkpoint(transaction, checkpoint))).toBe(true);
      // A page that was written in part is passed again.
      expect(
        await database.transaction((transaction) => runs.checkpoint(transaction, { ...checkpoint, failures: [] })),
      ).toBe(true);
      expect(await runs.seenAmong(run.id, { entity: 'product', ids: [5, 520, 521] })).toEqual(new Set([5, 520]));

      await runs.requestCancel(run.id);
      expect(await runs.isCancelRequested(run.id)).toBe(true);
      const isHeld = () => database.transaction((transaction) => runs.holdRunning(transaction, run));
      expect(await isHeld()).toBe(true);
      const ended = { ...checkpoint.run, status: 'cancelled' as const, finishedAt: new Date('2026-03-01T13:00:00Z') };
      expect([await runs.finish(ended), await runs.finish({ ...ended, status: 'succeeded' })]).toEqual([true, false]);
      expect(
        await database.transaction((transaction) =>
          runs.checkpoint(transaction, { ...checkpoint, seen: null, failures: [] }),
        ),
      ).toBe(false);
      expect(await isHeld()).toBe(false);
      expect([await runs.findRunning(), await history.find(run.id)]).toEqual([null, ended]);
      expect((await runs.seenAmong(run.id, { entity: 'product', ids: [5] })).size).toBe(0);
      expect(await all(history.allFailures(run.id))).toEqual(failures);
    });

    test('a run that was taken over hears nothing more of its earlier holder', async () => {
      const [one, two] = [createKnexRunStore(database), createKnexRunStore(elsewhere)];
      const run = aRunRecord({ id: 'taken', phase: 'products', page: 4 });
      await one.create(run);
      const taken = await two.takeOver(run.id);
      expect(taken).toEqual({ ...run, epoch: 1, deaths: 1 });
      if (!taken) throw new Error('nothing was taken over');
      const checkpoint = { run: { ...taken, page: 5 }, seen: { entity: 'product' as const, ids: [1] }, failures: [] };
      expect(await elsewhere.transaction((transaction) => two.checkpoint(transaction, checkpoint))).toBe(true);

      const late = { run: { ...run, page: 9 }, seen: null, failures: [] };
      expect(await database.transaction((transaction) => one.checkpoint(transaction, late))).toBe(false);
      expect(await database.transaction((transaction) => one.holdRunning(transaction, run))).toBe(false);
      expect(await one.noteItem(run, { entity: 'product', id: 7 })).toBe(false);
      expect(await one.finish({ ...run, status: 'failed' })).toBe(false);
      await one.letGo(run);
      expect(await two.findRunning()).toEqual({ ...taken, page: 5 });
      expect(await two.seenAmong(run.id, { entity: 'product', ids: [1] })).toEqual(new Set([1]));
      await two.letGo(taken);
      expect(await two.takeOver(run.id)).toMatchObject({ epoch: 2, deaths: 1 });
      expect(await one.finish({ ...taken, epoch: 2, status: 'cancelled' })).toBe(true);
      expect(await two.takeOver(run.id)).toBeNull();
    });

    test('a run that left out nothing but failed items is the mark of later windows, and one that listed fewer is none', async () => {
      const runs = createKnexRunStore(database);
      const begin = new Date('2026-04-01T12:00:00Z').getTime();
      const failed: RunReason = { code: 'items_failed', values: { count: 1 } };
      const fewer: RunReason = { code: 'listed_fewer', values: { entity: 'product', total: 2, listed: 1 } };
      const mark = async () => (await runs.findMark('marked'))?.id;
      const end = (place: number, given: Partial<RunRecord>) =>
        runs.create(
          aRunRecord({ id: `marked-${place}`, storeHash: 'marked', startedAt: new Date(begin + place), ...given }),
        );
      await end(0, { status: 'partial', reasons: [fewer] });
      expect(await mark()).toBeUndefined();
      await end(1, { status: 'succeeded' });
      await end(2, { status: 'partial', reasons: [failed] });
      await end(3, { status: 'partial', reasons: [failed, fewer] });
      await end(4, { status: 'partial', reasons: [] });
      await end(5, { status: 'failed' });
      await end(6, { status: 'partial', reasons: [failed], isDry: true });
      expect(await mark()).toBe('marked-2');
      await runs.prune(new Date(begin + days(1)));
      expect(await mark()).toBe('marked-2');
    });

    test('runs are listed the newest first, and pruned but for the last success and the last full pass', async () => {
      const [runs, history] = [createKnexRunStore(database), createKnexRunHistory(database)];
      const begin = new Date('2026-03-01T12:00:00Z').getTime();
      const kinds = [
        ['full', 'succeeded'],
        ['full', 'partial'],
        ['incremental', 'succeeded'],
        ['sweep', 'failed'],
        ['incremental', 'cancelled'],
      ] as const;
      for (const [place, [mode, status]] of kinds.entries())
        await runs.create(aRunRecord({ id: `run-${place}`, mode, status, startedAt: new Date(begin + place) }));
      await runs.create(aRunRecord({ id: 'dry', isDry: true, status: 'succeeded', startedAt: new Date(begin + 9) }));
      const changes: RunChange[] = many.map((id) => ({
        entity: 'product',
        id,
        name: oddText,
        kind: 'updated',
        fields: ['title', oddText],
      }));
      await database.transaction((transaction) => runs.noteChanges(transaction, 'run-2', changes));

      const listed = async () => (await history.list({ page: 1, perPage: 4 })).runs.map(({ id }) => id);
      expect(await listed()).toEqual(['dry', 'run-4', 'run-3', 'run-2']);
      expect((await runs.findLast({ storeHash: 'abc', statuses: ['succeeded', 'partial'] }))?.id).toBe('run-2');
      expect(await history.lastSuccess()).toEqual(new Date(begin + 2));
      await runs.prune(new Date(begin + days(1)));
      expect([await listed(), (await history.list({ page: 1, perPage: 1 })).total]).toEqual([['run-2', 'run-1'], 2]);
      expect(await all(history.allChanges('run-2'))).toEqual(changes);
    });
  });
}

async function all<Item>(parts: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const part of parts) items.push(...part);
  return items;
}
