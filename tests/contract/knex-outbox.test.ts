import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOutboxWriter } from '../../server/src/catalog/changes/outbox-writer';
import { createMachineClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { hours, minutes, seconds } from '../../server/src/lib/durations';
import { createKnexOutboxQueue } from '../../server/src/outbox/knex-outbox-queue';
import { aChange } from '../support/shops/changed-ids';
import { ManualClock } from '../support/time/clocks';
import { openOwnTables, type OwnTables } from '../support/databases/own-tables';
import { whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/databases/test-databases';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the outbox on ${kind.name}`, (at) => {
    let own: OwnTables;
    let clock: ManualClock;
    const parts = () => ({ database: own.database, clock: createMachineClock({ database: own.database, clock }) });
    const queue = () => createKnexOutboxQueue(parts());
    const append = (id: number, targets = ['one', 'two']) =>
      own.database.transaction((transaction) =>
        createOutboxWriter({ ...parts(), targets: () => targets }).append(aChange({ products: [id] }), transaction),
      );
    const failure = { error: 'away', reason: null, retryIn: seconds(4), keptFor: hours(24) };

    beforeAll(async () => {
      own = await openOwnTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(async () => {
      clock = new ManualClock();
      await own.database(tables.outbox).delete();
      await own.database(tables.outboxTargets).delete();
    });

    test('keeps a change for each target until it was notified', async () => {
      await append(1);
      await append(2);
      const batch = await queue().read('one', 10);
      expect(batch).toMatchObject({ change: { products: [1, 2] }, attempts: 0 });
      expect((await queue().read('one', 10))?.id).toBe(batch?.id);
      await append(3);
      await queue().delivered('one', batch?.rows ?? []);
      expect(await queue().read('one', 10)).toMatchObject({ change: { products: [3] } });
      expect(await queue().read('two', 2)).toMatchObject({ change: { products: [1, 2] } });
      expect(await queue().due(['one', 'two', 'three'])).toEqual([
        { name: 'one', after: 0 },
        { name: 'two', after: 0 },
      ]);
    });

    test('has nothing of a transaction that is rolled back, nor without targets', async () => {
      const undone = own.database.transaction(async (transaction) => {
        await createOutboxWriter({ ...parts(), targets: () => ['one'] }).append(aChange(), transaction);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      await append(1, []);
      expect(await queue().due(['one'])).toEqual([]);
    });

    test('defers a target after a failure, until its time or a retry', async () => {
      await append(1);
      await queue().failed('one', failure);
      expect(await queue().read('one', 10)).toBeNull();
      expect(await queue().due(['one'])).toEqual([{ name: 'one', after: seconds(4) }]);
      await clock.advance(seconds(4));
      expect(await queue().read('one', 10)).toMatchObject({ attempts: 1 });
      await queue().failed('one', failure);
      expect(await queue().progress(['one', 'new'])).toMatchObject([
        { name: 'one', waiting: 1, oldest: seconds(4), attempts: 2, error: 'away', retryIn: seconds(4), dropped: 0 },
        { name: 'new', waiting: 0, oldest: null, attempts: 0, error: null, deliveredAt: null, retryIn: 0 },
      ]);
      await queue().retry('one');
      expect(await queue().read('one', 10)).toMatchObject({ attempts: 0 });
    });

    test('defers no target because of a time that was written before the clock was set back', async () => {
      await clock.advance(hours(3));
      await append(1, ['one']);
      await queue().failed('one', failure);
      clock = new ManualClock();
      expect(await queue().due(['one'])).toEqual([{ name: 'one', after: 0 }]);
      expect(await queue().read('one', 10)).toMatchObject({ change: { products: [1] } });
    });

    test('waits after a failure whose reason is no text that the database takes', async () => {
      await append(1, ['one']);
      await queue().failed('one', { ...failure, error: 'responded with 502: \0\ud83d' });
      expect(await queue().read('one', 10)).toBeNull();
      expect(await queue().progress(['one'])).toMatchObject([{ attempts: 1, error: 'responded with 502: \ufffd' }]);
    });

    test('keeps why a target was not notified, by code, until it is; an earlier version left words alone', async () => {
      const reason = { code: 'target_refused', values: { host: 'cdn', status: 503, said: '\u{1f525}' } };
      const stored = async () => (await queue().progress(['one']))[0];
      await append(1, ['one']);
      await queue().failed('one', { ...failure, reason });
      expect(await stored()).toMatchObject({ error: 'away', reason });
      // As instances of an earlier version leave the row.
      await own.database(tables.outboxTargets).update({ error: null });
      expect(await stored()).toMatchObject({ error: null, reason: null });
      await queue().failed('one', failure);
      expect(await stored()).toMatchObject({ error: 'away', reason: null });
      await queue().failed('one', { ...failure, reason });
      await queue().delivered('one', []);
      expect(await stored()).toMatchObject({ error: null, reason: null });
    });

    test('drops what has waited for a day, and keeps a change of everything in its place', async () => {
      await append(1);
      await append(2);
      await clock.advance(hours(23));
      await append(3);
      expect(await queue().failed('one', failure)).toEqual({ dropped: 0 });
      await clock.advance(minutes(61));
      expect(await queue().failed('one', failure)).toEqual({ dropped: 2 });
      await queue().retry('one');
      const batch = await queue().read('one', 10);
      expect(batch).toMatchObject({ change: { products: [3], isEverything: true } });
      expect(await queue().progress(['one'])).toMatchObject([{ waiting: 2, dropped: 2 }]);
      await clock.advance(hours(25));
      expect(await queue().failed('one', failure)).toEqual({ dropped: 2 });
      expect(await queue().progress(['one'])).toMatchObject([{ waiting: 1, dropped: 4 }]);
      await queue().delivered('one', []);
      expect(await queue().progress(['one'])).toMatchObject([{ dropped: 0, error: null, deliveredAt: clock.now() }]);
    });

    test('forgets targets that are no longer there', async () => {
      await append(1);
      await queue().failed('one', failure);
      await queue().forgetOthers(['two'], hours(24));
      expect(await queue().progress(['one'])).toMatchObject([{ waiting: 1, attempts: 1 }]);
      await clock.advance(hours(25));
      await queue().forgetOthers(['two'], hours(24));
      expect(await queue().progress(['one', 'two'])).toMatchObject([{ waiting: 0, attempts: 0 }, { waiting: 1 }]);
    });
  });
}
