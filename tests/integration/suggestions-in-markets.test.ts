import { beforeAll, describe, expect, test } from 'vitest';
import { productList } from '../../contracts/rest/products';
import { suggestions } from '../../contracts/rest/suggestions';
import type { CatalogProduct } from '../../server/src/catalog/model/catalog-types';
import { storeFactsSchema } from '../../server/src/catalog/shop/store-facts';
import { containerOf } from '../../server/src/container';
import type { PricesPart, TextsPart } from '../../server/src/markets/market-parts';
import { responseStatements } from '../support/databases/response-statements';
import { onEachDatabase } from '../support/databases/on-each-database';
import { aProduct } from '../support/shops/catalog-items';
import { partWriter, priceOf, textsOf } from '../support/shops/part-writer';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
const france = { ...abroad, key: 'france', name: 'France', locale: 'fr' };
const overseas = { ...abroad, key: 'overseas', name: 'Overseas', channelId: 4 };
const prices: PricesPart = { kind: 'prices', channelId: 3, currency: 'EUR', customerGroupId: null };
const textsIn = (kind: TextsPart['kind']): TextsPart => ({ kind, channelId: 3, locale: 'fr' });

const hidden = { publicationStatus: 'draft' } as const;
const elsewhere = { ...hidden, isVisibleElsewhere: true } as const;
const productsOf = (from: number, count: number, fieldsOf: (id: number) => Partial<CatalogProduct>) =>
  Array.from({ length: count }, (_, place) => aProduct({ id: from + place, ...fieldsOf(from + place) }));

// Their names come before those of what the market sells, and there are more of them than are ranked.
const lampsOfOthers = productsOf(1000, 150, (id) => ({ title: `Lamp ${id}` }));
// More than one statement reads.
const hiddenVases = productsOf(2000, 2100, (id) => ({ title: `Vase ${id}`, ...hidden }));
// More than are considered, and newer.
const chairsOfOthers = productsOf(10_000, 5100, (id) => ({ title: `Chair ${id}` }));
const renamed = aProduct({ id: 20_001, title: 'Console table', ...elsewhere });
const ofOverseas = aProduct({ id: 20_002, title: 'Sconce for overseas', ...elsewhere });
const ofMarket = [
  aProduct({ id: 100, title: 'A lamp for the garden, with a long name' }),
  aProduct({ id: 101, title: 'Floor lamp', ...elsewhere }),
  aProduct({ id: 102, title: 'A vase for the table' }),
  aProduct({ id: 103, title: 'A vase for export', ...elsewhere }),
  aProduct({ id: 104, title: 'An armchair, or a chair' }),
  // Only these two have texts in the market.
  aProduct({ id: 105, title: 'Reading lamp' }),
  aProduct({ id: 106, title: 'Chair from the catalog' }),
  aProduct({ id: 107, title: 'Desk', content: '<p>For a lamp</p>' }),
  aProduct({ id: 20_000, title: 'Sconce', ...elsewhere }),
  renamed,
];
const unpriced = 100;

onEachDatabase(
  'suggestions in markets',
  (shop) => {
    beforeAll(async () => {
      await shop
        .catalog()
        .write('product', [...ofMarket, ofOverseas, ...lampsOfOthers, ...hiddenVases, ...chairsOfOthers]);
      const facts = { weightUnit: 'kg', currency: 'USD', name: 'Shop', defaultChannelId: 1, locale: 'en' };
      await containerOf(shop.site().strapi).storeFacts.write(
        { ...storeFactsSchema.parse(facts), readVersion: 1 },
        { hold: async () => undefined },
      );
      const parts = partWriter(shop.site().strapi);
      const textKinds = ['texts', 'category texts', 'brand texts'] as const;
      await parts.complete({ kind: 'membership', channelId: 3 });
      await parts.complete({ kind: 'categories', channelId: 3 });
      await parts.complete(prices);
      await parts.complete({ kind: 'membership', channelId: 4 });
      await parts.complete({ kind: 'categories', channelId: 4 });
      await parts.complete({ ...prices, channelId: 4 });
      await parts.sell(4, [ofOverseas.id]);
      for (const kind of textKinds) await parts.complete(textsIn(kind));
      const sold = ofMarket.map(({ id }) => id);
      await parts.sell(3, [...sold, ...hiddenVases.map(({ id }) => id)]);
      await parts.price(
        prices,
        sold.filter((id) => id !== unpriced).map((id) => priceOf(id, 5)),
      );
      await parts.name(textsIn('texts'), [
        textsOf(105, 'Liseuse'),
        textsOf(106, 'Une chaise, dite chair'),
        ...hiddenVases.map(({ id, title }) => textsOf(id, title)),
      ]);
    }, 300_000);

    const suggested = async (query: string) =>
      (await shop.read(`/suggestions?${query}`, suggestions)).products.map(({ id }) => id);
    /** What a search finds of which this is a part of the name. */
    const listed = async (query: string, part: string) =>
      (await shop.read(`/products?per_page=50&${query}`, productList)).products
        .filter(({ name }) => name.toLowerCase().includes(part))
        .map(({ id }) => id);

    describe.each<[string, Record<string, number[]>]>([
      ['abroad', { lamp: [101, 105, 100], vase: [103, 102], chair: [106, 104], liseuse: [] }],
      ['france', { lamp: [101, 100], vase: [103, 102], chair: [106, 104], liseuse: [105] }],
    ])('of the market %s', (market, expected) => {
      test.each(Object.entries(expected))('for %s are of all that it sells', async (term, ids) => {
        expect(await suggested(`search=${term}&market=${market}`)).toEqual(ids);
        const found = await listed(`search=${term}&market=${market}`, term);
        expect(found.sort((a, b) => a - b)).toEqual([...ids].sort((a, b) => a - b));
      });

      test('are as many as were asked for', async () => {
        expect(await suggested(`search=lamp&per_page=1&market=${market}`)).toEqual(expected.lamp?.slice(0, 1));
      });

      test('have prices and names of the market', async () => {
        const { products } = await shop.read(`/suggestions?search=lamp&market=${market}`, suggestions);
        expect(products.map(({ id, price }) => [id, price])).toEqual(
          expected.lamp?.map((id) => [id, id === unpriced ? null : 5]),
        );
        const [chair] = (await shop.read(`/suggestions?search=chair&market=${market}`, suggestions)).products;
        expect(chair?.name).toBe(market === 'france' ? 'Une chaise, dite chair' : 'Chair from the catalog');
      });
    });

    test('find what only other channels sell, by its current name', async () => {
      expect(await suggested('search=sconce&market=abroad')).toEqual([20_000]);
      expect(await suggested('search=sconce&market=overseas')).toEqual([ofOverseas.id]);
      expect(await suggested('search=console&market=abroad')).toEqual([renamed.id]);
      await shop.catalog().write('product', [{ ...renamed, title: 'Sideboard' }]);
      expect(await suggested('search=sideboard&market=abroad')).toEqual([renamed.id]);
      expect(await suggested('search=console&market=abroad')).toEqual([]);
    });

    test('and lists in another language find their page once, and search once what only other channels sell', async () => {
      const statements = await responseStatements(shop.site().strapi, () =>
        listed('search=pendant&sku=unknown&market=france', ''),
      );
      const ofOthers = statements.filter((sql) => /listed_products\W.*product_id\W* (in|= any)/.test(sql));
      // SKUs are looked up before the page is found, in the product columns or the market's tables.
      const ofSku = statements.filter((sql) => /\bsku\W+ = /.test(sql) && !sql.includes('market_members'));
      expect([ofOthers.length, ofSku.length]).toEqual([1, 1]);
    });

    test('are, in the default market, what is published', async () => {
      expect(await suggested('search=lamp&per_page=3')).toEqual([1000, 1001, 1002]);
      expect(await suggested('search=floor')).toEqual([]);
    });
  },
  { environment: { COMMERCE_BRIDGE_MARKETS: JSON.stringify([abroad, france, overseas]) } },
);
