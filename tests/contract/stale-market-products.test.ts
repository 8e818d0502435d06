import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMachineClock } from '../../server/src/database/database-clock';
import type { Transaction } from '../../server/src/database/database';
import { tables } from '../../server/src/database/tables';
import { transact } from '../../server/src/database/transact';
import { hours, milliseconds, minutes, seconds } from '../../server/src/lib/durations';
import { createKnexStaleProducts, type StaleProducts } from '../../server/src/markets/knex-stale-products';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { plansOf } from '../support/databases/statement-plans';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`stale products of parts of markets, on ${kind.name}`, (at) => {
    let own: SharedTables;
    let clock: ManualClock;
    let stale: StaleProducts;
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
    });
    afterAll(() => own.close());
    beforeEach(async () => {
      await own.empty([tables.marketStaleProducts, tables.marketParts]);
      clock = new ManualClock();
      stale = createKnexStaleProducts({
        database: own.database,
        clock: createMachineClock({ database: own.database, clock }),
      });
    });

    const within = (work: (transaction: Transaction) => Promise<void>) => transact(own.database, work);
    const mark = (productIds: number[], askedVersion: number, partIds = [1]) =>
      within((transaction) => stale.mark(transaction, { partIds, productIds, askedVersion }));
    const settle = (productIds: number[], readVersion: number, again?: ReturnType<typeof seconds>) =>
      within((transaction) => stale.settle(transaction, { partId: 1, productIds, readVersion, again }));
    const read = () => stale.due({ partId: 1, limit: 10 });
    const due = async () => (await read()).map(({ id, attempts, step }) => ({ id, attempts, step }));

    test('are due at once in each part, and settled by what was requested later', async () => {
      await mark([2, 1], 10, [1, 2]);
      expect((await stale.dueParts()).sort((a, b) => a - b)).toEqual([1, 2]);
      expect(await due()).toEqual([
        { id: 1, attempts: 0, step: 0 },
        { id: 2, attempts: 0, step: 0 },
      ]);
      await settle([1, 2], 11);
      expect(await stale.dueParts()).toEqual([2]);
    });

    test('of which many wait are found along an index, without passing over the others', async () => {
      const ids = Array.from({ length: 1500 }, (_, index) => index + 1);
      await mark(ids, 10, [1, 2]);
      await own.analyze([tables.marketStaleProducts]);
      const plans = await plansOf(own.database, /market_stale/, async () => {
        expect((await due()).map(({ id }) => id)).toEqual(ids.slice(0, 10));
        expect(await stale.dueParts()).not.toEqual([]);
        expect(await stale.nextDue()).toBe(0);
      });
      expect(plans).not.toHaveLength(0);
      for (const plan of plans) expect(plan).toMatchObject({ sql: plan.sql, scanned: [], isSorted: false });
    });

    test('are not settled by a response that was requested before the last event', async () => {
      await mark([1], 10);
      await mark([1], 12);
      await settle([1], 11);
      expect(await due()).toHaveLength(1);
      await settle([1], 13);
      expect(await stale.nextDue()).toBeNull();
    });

    test('are not settled by it either if a page that was requested before is written after the event', async () => {
      await mark([1], 12);
      await mark([1], 10);
      await settle([1], 11);
      expect(await due()).toHaveLength(1);
    });

    test('stay when the transaction that settles them is rolled back', async () => {
      await mark([1], 10);
      await expect(
        within(async (transaction) => {
          await stale.settle(transaction, { partId: 1, productIds: [1], readVersion: 11 });
          throw new Error('the process ends');
        }),
      ).rejects.toThrow('the process ends');
      expect(await due()).toHaveLength(1);
    });

    test('that are to be read again are due later, one step on, unless an event comes first', async () => {
      await mark([1, 2], 10);
      await settle([1, 2], 11, seconds(45));
      expect(await due()).toEqual([]);
      expect(await stale.nextDue()).toBe(45_000);
      await mark([2], 12);
      expect(await due()).toEqual([{ id: 2, attempts: 0, step: 0 }]);
      await clock.advance(seconds(45));
      expect(await due()).toContainEqual({ id: 1, attempts: 0, step: 1 });
    });

    test('that could not be read are due later, all of the part or single ones', async () => {
      await mark([1, 2], 10);
      const products = (await read()).filter(({ id }) => id === 2);
      await stale.postpone({ partId: 1, products, delay: minutes(5) });
      await stale.defer({ partId: 1, delay: minutes(1) });
      await clock.advance(minutes(1));
      expect(await due()).toEqual([{ id: 1, attempts: 0, step: 0 }]);
      await clock.advance(minutes(4));
      expect(await due()).toEqual([
        { id: 1, attempts: 0, step: 0 },
        { id: 2, attempts: 1, step: 0 },
      ]);
    });

    test('are dropped with their part if they were marked before', async () => {
      await mark([1], 10);
      await mark([2], 12);
      await stale.dropPart({ partId: 1, before: 11 });
      expect((await due()).map(({ id }) => id)).toEqual([2]);
    });

    test('are not dropped if an event came since they were read, whichever number it has', async () => {
      await mark([1, 2, 3], 10, [1, 2]);
      const products = await read();
      await clock.advance(milliseconds(1));
      await mark([2], 12);
      await mark([3], 9);
      await stale.drop({ partId: 1, products });
      expect((await due()).map(({ id }) => id)).toEqual([2, 3]);
      expect(await stale.due({ partId: 2, limit: 10 })).toHaveLength(3);
    });

    test('do not wait for hours when the clock was set back', async () => {
      await mark([1], 10);
      await clock.advance(milliseconds(-hours(3)));
      expect(await due()).toHaveLength(1);
      expect(await stale.nextDue()).toBe(0);
      await stale.defer({ partId: 1, delay: minutes(1) });
      expect(await due()).toEqual([]);
      expect(await stale.nextDue()).toBe(60_000);
    });

    test('are counted as waiting, but not texts that are read again to be sure', async () => {
      await own.database(tables.marketParts).insert([
        { name: 'membership 3', kind: 'membership', channel_id: 3 },
        { name: 'texts 3 fr', kind: 'texts', channel_id: 3 },
      ]);
      const ids: number[] = await own.database(tables.marketParts).orderBy('name').pluck('id');
      const [membership = 0, texts = 0] = ids.map(Number);
      await mark([1, 2], 10, [membership, texts]);
      expect(await stale.waiting()).toEqual(
        new Map([
          [membership, 2],
          [texts, 2],
        ]),
      );
      for (const partId of [membership, texts])
        await within((transaction) =>
          stale.settle(transaction, { partId, productIds: [1], readVersion: 11, again: seconds(5) }),
        );
      expect(await stale.waiting()).toEqual(
        new Map([
          [membership, 2],
          [texts, 1],
        ]),
      );
    });
  });
}
