import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialectOf } from '../../server/src/database/database';
import { createMachineClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { minutes, seconds } from '../../server/src/lib/durations';
import { createKnexPartDeletion } from '../../server/src/markets/knex-part-deletion';
import { createKnexPartPasses } from '../../server/src/markets/knex-part-passes';
import { createKnexPartRemovals } from '../../server/src/markets/knex-part-removals';
import { createKnexPartStates } from '../../server/src/markets/knex-part-states';
import { createKnexMembers } from '../../server/src/markets/knex-members';
import { createKnexPricedProducts } from '../../server/src/markets/knex-priced-products';
import { createKnexVariantProducts } from '../../server/src/markets/knex-variant-products';
import { type MarketPart, marketParts, partName } from '../../server/src/markets/market-parts';
import { PassTakenOverError } from '../../server/src/markets/part-pass';
import type { FurtherMarket } from '../../server/src/markets/site-markets';
import { createMarketPartCleanup } from '../../server/src/sync/markets/market-part-cleanup';
import { openSharedTables, type SharedTables } from '../support/databases/shared-tables';
import { databaseKinds } from '../support/databases/test-databases';
import { unannouncedChanges } from '../support/databases/unannounced-changes';
import { createQuietLogger } from '../support/quiet-logger';
import { whenAvailable } from '../support/requirements';
import { ManualClock } from '../support/time/clocks';

const part: MarketPart = { kind: 'membership', channelId: 3 };
const market: FurtherMarket = {
  key: 'abroad',
  name: 'Abroad',
  channelId: 3,
  currency: 'EUR',
  locale: 'en',
  customerGroupId: null,
  isPublic: true,
};

interface CleanupGiven {
  further?: () => FurtherMarket[];
  storeLocale?: () => string;
}

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`what is stored of markets, on ${kind.name}`, (at) => {
    let own: SharedTables;
    let version = 0;
    const stored = [
      tables.marketParts,
      tables.marketMembers,
      tables.marketVersions,
      tables.marketStaleProducts,
      tables.removals,
    ];
    beforeAll(async () => {
      own = await openSharedTables(await kind.create(at));
      await own.database.schema.createTable('some_products', (table) => {
        table.bigInteger('upstream_id').primary();
        table.json('variants');
        table.bigInteger('withdrawn_at');
      });
    });
    afterAll(async () => {
      await own.database.schema.dropTable('some_products');
      await own.close();
    });
    beforeEach(async () => {
      await own.empty(stored);
      await own.database('some_products').delete();
    });

    const clock = new ManualClock();
    const drawVersion = async () => ++version;
    const passes = () => createKnexPartPasses({ database: own.database, drawVersion, clock });
    const deletion = () => createKnexPartDeletion(own.database, unannouncedChanges(own.database));
    const never = new AbortController().signal;
    const sizes = async () =>
      Promise.all(stored.map(async (table) => Number((await own.database(table).count({ count: '*' }))[0]?.count)));

    async function fill(ids: readonly number[]): Promise<number> {
      const partId = await passes().idOf(part);
      const members = createKnexMembers(own.database);
      const removals = createKnexPartRemovals({
        clock: createMachineClock({ database: own.database, clock }),
        limit: () => ({ percent: 50, minimum: 20 }),
      });
      await own.database.transaction(async (transaction) => {
        await members.add(transaction, { partId, productIds: ids, readVersion: ++version });
        await removals.note(transaction, { partId, records: 1 });
      });
      const row = { part_id: partId, product_id: 1, asked_version: 1, due_at: 1, attempts: 0, step: 0 };
      await own.database(tables.marketStaleProducts).insert(row);
      return partId;
    }

    test('of an abandoned part is gone at once by name, and then with all its rows', async () => {
      await fill(Array.from({ length: 1_200 }, (_, index) => index + 1));
      const pass = await passes().carry(part);
      await deletion().abandon([partName(part)]);
      const again = await fill([7]);
      expect(again).not.toBe(pass.partId);
      await expect(own.database.transaction((transaction) => passes().checkpoint(transaction, pass))).rejects.toThrow(
        PassTakenOverError,
      );
      expect(await deletion().deleteAbandoned(never)).toBe(1);
      expect(await sizes()).toEqual([1, 1, 1, 1, 1]);
      expect(await deletion().deleteAbandoned(never)).toBe(0);
    });

    test('of an abandoned part is deleted by the next one where the deletion was interrupted', async () => {
      await fill([1, 2]);
      await deletion().abandon([partName(part)]);
      await expect(deletion().deleteAbandoned(AbortSignal.abort(new Error('the site stops')))).rejects.toThrow();
      expect(await deletion().deleteAbandoned(never)).toBe(1);
      expect(await sizes()).toEqual([0, 0, 0, 0, 0]);
    });

    function cleanup({ further = () => [market], storeLocale = () => 'en' }: CleanupGiven) {
      const wanted: string[] = [];
      const forgotten = { changes: 0 };
      const clean = createMarketPartCleanup({
        siteMarkets: { further },
        markets: {
          partStates: createKnexPartStates(own.database),
          textNeeds: async () => ({ storeLocale: storeLocale() }),
          deletion: deletion(),
        },
        memory: {
          wantParts: async (names) => void wanted.push(...names),
          noteOutcome: async () => undefined,
        },
        forgetChanges: async () => void (forgotten.changes += 1),
        clock,
        logger: createQuietLogger(),
      });
      return { clean, wanted, forgotten };
    }

    test('goes ten minutes after no market needs it, and is read again if one needs it sooner', async () => {
      let further: FurtherMarket[] = [market];
      const { clean, wanted } = cleanup({ further: () => further });
      const cleanTwice = async () => {
        await clean(never);
        await clean(never);
      };
      await fill([1, 2]);
      await cleanTwice();
      expect([wanted, await sizes()]).toEqual([[], [1, 2, 2, 1, 1]]);
      further = [];
      await cleanTwice();
      expect([wanted, await sizes()]).toEqual([[partName(part)], [1, 2, 2, 1, 1]]);
      await clock.advance(minutes(9));
      further = [{ ...market, currency: 'GBP' }];
      await clean(never);
      await clock.advance(minutes(9));
      await clean(never);
      further = [];
      await clean(never);
      await clock.advance(minutes(9));
      await clean(never);
      expect(await sizes()).toEqual([1, 2, 2, 1, 1]);
      await clock.advance(seconds(61));
      await clean(never);
      expect(await sizes()).toEqual([0, 0, 0, 0, 0]);
    });

    test.each([[[]], [[1, 2]]])(
      'of %j goes with the changes that wait to be resolved, ten minutes after the last market',
      async (productIds) => {
        let further: FurtherMarket[] = [market];
        const { clean, forgotten } = cleanup({ further: () => further });
        if (productIds.length > 0) await fill(productIds);
        await clean(never);
        await clock.advance(minutes(11));
        await clean(never);
        further = [];
        await clean(never);
        await clock.advance(minutes(9));
        await clean(never);
        expect(forgotten.changes).toBe(0);
        await clock.advance(seconds(61));
        await clean(never);
        await clean(never);
        expect(forgotten.changes).toBe(1);
      },
    );

    test('goes when the store has the language of its texts, and is read again if that changes back sooner', async () => {
      let storeLocale = 'en';
      const french = { ...market, locale: 'fr' };
      const { clean, wanted } = cleanup({ further: () => [french], storeLocale: () => storeLocale });
      const names = marketParts(french, 'en').map((each) => partName(each));
      for (const each of marketParts(french, 'en')) await passes().idOf(each);
      const left = () => createKnexPartStates(own.database).list();
      await clean(never);
      // Begun by an instance that has later settings.
      const later: MarketPart = { kind: 'membership', channelId: 4 };
      await passes().idOf(later);
      await clock.advance(minutes(20));
      await clean(never);
      await clean(never);
      expect([wanted, await left()]).toEqual([[], expect.objectContaining({ length: names.length + 1 })]);
      await deletion().abandon([partName(later)]);
      await deletion().deleteAbandoned(never);
      storeLocale = 'fr';
      await clock.advance(minutes(1));
      await clean(never);
      await clean(never);
      const texts = names.filter((name) => !marketParts(french, 'fr').some((each) => partName(each) === name));
      expect([new Set(wanted), texts.length > 0]).toEqual([new Set(texts), true]);
      storeLocale = 'en';
      await clock.advance(minutes(10));
      await clean(never);
      expect(await left()).toHaveLength(names.length);
      storeLocale = 'fr';
      await clock.advance(minutes(1));
      await clean(never);
      await clean(never);
      await clock.advance(minutes(10));
      await clean(never);
      expect(await left()).toHaveLength(names.length - texts.length);
    });

    test('finds the products of variants', async () => {
      const rows = Array.from({ length: 1_100 }, (_, index) => ({
        upstream_id: index + 1,
        variants: JSON.stringify([{ id: 10_000 + index }, { id: 20_000 + index, options: [{ id: 10_000 }] }]),
      }));
      for (let from = 0; from < rows.length; from += 100)
        await own.database('some_products').insert(rows.slice(from, from + 100));
      await own.database('some_products').insert([
        { upstream_id: 5_000, variants: '[]' },
        { upstream_id: 5_001, variants: null },
      ]);
      const productsOf = createKnexVariantProducts({ database: own.database, productTable: 'some_products' });
      expect(await productsOf([10_000, 20_005, 21_099, 99_999])).toEqual(
        new Map([
          [10_000, 1],
          [20_005, 6],
          [21_099, 1_100],
        ]),
      );
      expect(await productsOf([])).toEqual(new Map());
    });

    test('is read for all other products where the variants of some are damaged', async () => {
      const damaged = ['[{"id":"x"}]', '["x"]', '[1]', '{"id":1}', '"x"'];
      if (dialectOf(own.database) === 'sqlite') damaged.push('[{"id":');
      const variants = [...damaged, JSON.stringify([{ id: 70, options: [{}] }])];
      const rows = variants.map((text, place) => ({ upstream_id: place + 1, variants: text }));
      await own.database('some_products').insert(rows);
      const partId = await fill(rows.map(({ upstream_id: id }) => id));
      const inTable = { database: own.database, productTable: 'some_products' };
      expect(await createKnexVariantProducts(inTable)([70])).toEqual(new Map([[70, rows.length]]));
      expect(await createKnexPricedProducts(inTable).after({ membershipId: partId, after: 0, limit: 100 })).toEqual(
        rows.map(({ upstream_id: id }) => ({ id, variantIds: id === rows.length ? [70] : [] })),
      );
    });
  });
}
