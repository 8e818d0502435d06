import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { tables } from '../../server/src/database/tables';
import { MassUnassignmentError } from '../../server/src/markets/market-errors';
import { type Market, partName } from '../../server/src/markets/market-parts';
import type { PartReport } from '../../server/src/markets/pass-market';
import { differingTables, dumpTables } from '../support/databases/database-dump';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { type MarketBench, openMarketBench } from '../support/shops/market-bench';

const abroad: Market = { key: 'abroad', channelId: 3, currency: 'EUR', locale: 'fr', customerGroupId: null };
const inDollars: Market = { ...abroad, key: 'dollars', currency: 'USD', locale: null };
const markets = [abroad, inDollars];

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a dry run over the parts of markets, on ${kind.name}`, (at) => {
    let bench: MarketBench;
    let treeId: number;
    const store = () => bench.simulator.store;

    beforeAll(async () => {
      // Several pages, the last of which is not full.
      bench = await openMarketBench({ database: await kind.create(at), productsPerPage: 4 });
      store().markets.channels.create({ id: 3, name: 'Abroad', tree: 'Abroad' });
      store().markets.currencies.create({ currency_code: 'EUR', rate: 0.5 });
      store().markets.locales.set(3, [{ code: 'en', isDefault: true }, { code: 'fr' }]);
      treeId = [...store().state.trees.values()].find(({ channels }) => channels.includes(3))?.id ?? 0;
      store().categories.create({ name: 'Kitchen', tree_id: treeId });
      store().brands.create({ name: 'Potter' });
      for (let place = 0; place < 9; place += 1)
        store().products.create({ name: `Pot ${place}`, price: 10 + place, channels: [1, 3] });
    });
    afterEach(() => expect(bench.simulator.defects).toEqual([]));
    afterAll(() => bench.close());

    const dump = () => dumpTables(bench.database, { except: [tables.sequences] });
    const predicted = (reports: readonly PartReport[]) =>
      reports.map(({ part, counts, failures }) => ({ part: partName(part), ...counts, failures }));

    /** Expects that a dry run writes nothing, and that a pass then does what it reported. */
    async function expectPredicted(): Promise<Map<string, PartReport['counts']>> {
      const before = await dump();
      const dry = await bench.dryRun(markets);
      expect(differingTables(before, await dump())).toEqual([]);
      expect(predicted(dry)).toEqual(predicted(await bench.pass(markets)));
      return new Map(dry.map(({ part, counts }) => [partName(part), counts]));
    }

    test('of markets that were never read says what they would have, and writes nothing', async () => {
      await bench.copyCatalog();
      await bench.database(tables.marketParts).delete();
      for (const name of [tables.marketMembers, tables.marketPrices, tables.marketTexts, tables.marketCategories])
        await bench.database(name).delete();
      const sold = store()
        .products.ids()
        .filter((id) => store().products.get(id)?.channels.includes(3)).length;
      const counts = await expectPredicted();
      for (const part of ['membership 3', 'texts 3 fr', 'prices 3 EUR guests', 'prices 3 USD guests'])
        expect(counts.get(part)).toMatchObject({ created: sold, updated: 0, removed: 0 });
      expect(counts.get('category texts 3 fr')?.created).toBeGreaterThan(0);
    });

    test('says what would be new, other, and gone since the last pass', async () => {
      await bench.copyCatalog();
      await bench.pass(markets);
      const [raised = 0, renamed = 0, gone = 0] = store().products.ids().slice(-3);
      store().products.update(raised, { price: 99 });
      store().markets.locales.translate({ kind: 'product', id: renamed, channelId: 3, locale: 'fr' }, { name: 'Pot' });
      store().products.unassign(gone, 3);
      store().categories.create({ name: `Garden ${Date.now()}`, tree_id: treeId });
      store().products.create({ name: 'New pot', price: 5, channels: [1, 3] });
      await bench.copyCatalog();
      const counts = await expectPredicted();
      expect(counts.get('membership 3')).toMatchObject({ created: 1, removed: 1 });
      expect(counts.get('categories 3')).toMatchObject({ created: 1 });
      expect(counts.get('texts 3 fr')).toMatchObject({ created: 1, updated: 1 });
      expect(counts.get('category texts 3 fr')).toMatchObject({ created: 1 });
      expect(counts.get('prices 3 EUR guests')).toMatchObject({ created: 1, updated: 1 });
    });

    test('is refused what a pass is refused', async () => {
      for (let place = 0; place < 30; place += 1)
        store().products.create({ name: `Cup ${place}`, price: 3, channels: [1, 3] });
      await bench.copyCatalog();
      await bench.pass(markets);
      const sold = await bench.membersOf(abroad);
      const [, ...others] = sold;
      for (const id of others) store().products.unassign(id, 3);
      await expect(bench.dryRun(markets)).rejects.toThrow(MassUnassignmentError);
      const [membership] = await bench.dryRun(markets, { trust: 'everything' });
      expect(membership?.counts).toMatchObject({ removed: others.length });
      expect(await bench.membersOf(abroad)).toEqual(sold);
      for (const id of others) store().products.assign(id, 3);
    });
  });
}
