import { afterAll, beforeAll, expect, test } from 'vitest';
import { tables } from '../../server/src/database/tables';
import type { Market, MarketPart } from '../../server/src/markets/market-parts';
import { createMarketVerification } from '../../server/src/sync/markets/market-verification';
import { databaseKinds } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { type MarketBench, openMarketBench } from '../support/shops/market-bench';

const abroad: Market = { key: 'abroad', channelId: 3, currency: 'EUR', locale: 'fr', customerGroupId: null };

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`verifying what is stored of markets, on ${kind.name}`, (at) => {
    let bench: MarketBench;
    let wanted: string[] = [];
    const ids: number[] = [];
    const idOf = (part: MarketPart) => bench.markets.passes.idOf(part);
    const prices = { kind: 'prices', channelId: 3, currency: 'EUR', customerGroupId: null } as const;
    const texts = { kind: 'texts', channelId: 3, locale: 'fr' } as const;
    const categories = { kind: 'categories', channelId: 3 } as const;

    beforeAll(async () => {
      bench = await openMarketBench({ database: await kind.create(at) });
      const { store } = bench.simulator;
      store.markets.channels.create({ id: 3, name: 'Abroad', tree: 'Abroad' });
      store.markets.currencies.create({ currency_code: 'EUR', rate: 0.3337 });
      store.markets.locales.set(3, [{ code: 'en', isDefault: true }, { code: 'fr' }]);
      const treeId = [...store.state.trees.values()].find(({ channels }) => channels.includes(3))?.id ?? 0;
      store.categories.create({ name: 'Kitchen', tree_id: treeId });
      store.brands.create({ name: 'Potter' });
      for (let place = 0; place < 230; place += 1)
        ids.push(store.products.create({ name: `Pot “${place}” 🍲`, price: 10.01 + place, channels: [1, 3] }).id);
      await bench.copyCatalog();
      await bench.pass([abroad]);
    });
    afterAll(() => bench.close());

    const verify = async () => {
      wanted = [];
      const market = { ...abroad, name: 'Abroad', locale: 'fr', isPublic: true };
      const verifyMarkets = createMarketVerification({
        siteMarkets: { further: () => [market] },
        markets: { ...bench.markets, textNeeds: async () => ({ storeLocale: 'en' }) },
        marketFreshness: { wake: () => undefined },
        memory: { wantParts: async (names) => void wanted.push(...names) },
        database: bench.database,
        drawVersion: async () => 1,
      });
      return verifyMarkets(new AbortController().signal);
    };

    test('finds nothing in what a pass has written', async () => {
      // Prices and texts of the products, a category with its texts, and texts of the brands.
      const brands = bench.simulator.store.brands.all().length;
      expect(await verify()).toEqual({ checked: 2 * ids.length + 2 + brands, repaired: 0 });
      expect(wanted).toEqual([]);
    });

    test('has what was damaged read again, and written regardless of what it says', async () => {
      const [first = 0, second = 0, third = 0] = ids;
      const [pricesId, textsId, categoriesId] = [await idOf(prices), await idOf(texts), await idOf(categories)];
      const stored = () =>
        Promise.all([bench.markets.prices.read(pricesId, ids), bench.markets.texts.read(textsId, ids)]);
      const before = await stored();
      await bench.database(tables.marketPrices).where({ part_id: pricesId, product_id: first }).update({ price: 1 });
      await bench.database(tables.marketTexts).where({ part_id: textsId, entity_id: second }).update({ title: 'X' });
      await bench
        .database(tables.marketSearchTexts)
        .where({ part_id: textsId, product_id: third })
        .update({ search_text: 'x' });
      await bench.database(tables.marketCategories).where({ part_id: categoriesId }).update({ title: 'X' });

      expect((await verify())?.repaired).toBe(4);
      expect(wanted).toEqual(['categories 3']);
      const waiting = await bench.markets.stale.waiting();
      expect([waiting.get(pricesId), waiting.get(textsId)]).toEqual([1, 2]);
      await bench.pass([abroad]);
      expect(await stored()).toEqual(before);
      expect((await verify())?.repaired).toBe(0);
    });

    test('has rows with broken JSON read again, too, which block no others', async () => {
      const [first = 0, second = 0] = ids;
      const [pricesId, textsId] = [await idOf(prices), await idOf(texts)];
      const stored = () =>
        Promise.all([bench.markets.prices.read(pricesId, ids), bench.markets.texts.read(textsId, ids)]);
      const before = await stored();
      const broken = { variants: '[{"id":', seo: '{"pageTitle":1}' };
      await bench
        .database(tables.marketPrices)
        .where({ part_id: pricesId, product_id: first })
        .update({ variants: broken.variants });
      await bench
        .database(tables.marketTexts)
        .where({ part_id: textsId, entity_id: second })
        .update({ seo: broken.seo });
      expect((await verify())?.repaired).toBe(2);
      await bench.pass([abroad]);
      expect(await stored()).toEqual(before);
    });
  });
}
