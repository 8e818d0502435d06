import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { productList } from '../../contracts/rest/products';
import { storeFactsSchema } from '../../server/src/catalog/shop/store-facts';
import type { CatalogProduct } from '../../server/src/catalog/model/catalog-types';
import { containerOf } from '../../server/src/container';
import type { PricesPart, TextsPart } from '../../server/src/markets/market-parts';
import { onEachDatabase } from '../support/databases/on-each-database';
import { responseStatements } from '../support/databases/response-statements';
import { aBrand, aCategory, aProduct } from '../support/shops/catalog-items';
import { partWriter, priceOf, textsOf } from '../support/shops/part-writer';
import { fillShop, publishedIds } from '../support/shops/rest-shop';

/*
 * More: CACHE_SEQUENCES=500, others: --sequence.seed=7. One that failed: CACHE_PATH=… with the same seed.
 */
const { CACHE_SEQUENCES = '2', CACHE_PATH } = process.env;

const eu = { key: 'eu', name: 'Europe', channelId: 1, currency: 'EUR', locale: 'en' };
const abroad = { ...eu, key: 'abroad', name: 'Abroad', channelId: 3 };
const france = { ...abroad, key: 'france', name: 'France', locale: 'fr' };
const markets = [eu, abroad, france];
const pricesOf = (channelId: number): PricesPart => ({
  kind: 'prices',
  channelId,
  currency: 'EUR',
  customerGroupId: null,
});
const textKinds = ['texts', 'category texts', 'brand texts'] as const;
const textsPart = (kind: TextsPart['kind']): TextsPart => ({ kind, channelId: 3, locale: 'fr' });

const paths = [
  '/products?per_page=4',
  '/products?orderby=price&per_page=4',
  '/products?orderby=title&order=asc&per_page=4',
  '/products?in_stock=true&orderby=title',
  '/products?on_sale=true&orderby=title',
  '/products?max_price=6&orderby=title',
  '/products?search=a&orderby=title&per_page=3',
  '/products?brand=1&orderby=title',
  '/products?category=mugs&orderby=title',
  '/products?sku=FULL',
  '/products?ids=10,11,13&include=market',
  '/facets?search=a',
  '/facets?category=mugs',
  '/suggestions?search=a',
  '/sitemap?per_page=3',
  '/brands',
  '/brands/2',
  '/collections?include=tree',
  '/collections/mugs?include=breadcrumbs',
  '/store',
  ...['apple', 'apple-12', 'pomme', 'pomme-11', 'draft'].flatMap((slug) => [
    `/products/${slug}`,
    `/products/${slug}?include=related,breadcrumbs`,
  ]),
].flatMap((path) => markets.map(({ key }) => `${path}${path.includes('?') ? '&' : '?'}market=${key}`));

const channel = fc.constantFrom(1, 3);
/** A product that only further markets show. */
const elsewhere = 13;
const anyProduct = fc.constantFrom(10, 11, 12, 19, elsewhere, elsewhere, elsewhere);
const values = {
  title: fc.constantFrom('apple', 'Banana', 'Zebra'),
  content: fc.constantFrom('<p>An apple</p>', '<p>A tale</p>', ''),
  place: fc.constantFrom('publish', 'elsewhere', 'draft'),
  sku: fc.constantFrom('', 'FULL'),
  inStock: fc.boolean(),
  categoryIds: fc.subarray([1, 2, 4, 7]),
  brandId: fc.constantFrom(null, 1, 2),
  relatedIds: fc.subarray([10, 13, 19]),
  createdAt: fc.constantFrom('2024-01-01T00:00:01Z', '2024-09-01T00:00:00Z'),
};
const changed = fc
  .tuple(fc.record(values), fc.subarray(Object.keys(values), { minLength: 1, maxLength: 2 }))
  .map(([{ place, ...all }, names]): Partial<CatalogProduct> => {
    const entries = Object.entries(all).filter(([name]) => names.includes(name));
    if (!names.includes('place')) return Object.fromEntries(entries);
    return {
      ...Object.fromEntries(entries),
      publicationStatus: place === 'publish' ? 'publish' : 'draft',
      isVisibleElsewhere: place === 'elsewhere' ? true : undefined,
    };
  });
const cost = fc.constantFrom(null, 1, 6, 7);
const named = fc.constantFrom('Pomme', 'Apple', 'Zut');
const step = fc.record({
  what: fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('written'), id: anyProduct, changed }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('removed'), id: anyProduct }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('sold'), channel, id: anyProduct, isSold: fc.boolean() }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('priced'), channel, id: anyProduct, cost, usual: cost }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('named'),
        of: fc.constantFrom(...textKinds),
        id: fc.constantFrom(1, 2, 10, 11, 12, 13),
        title: named,
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('arranged'), title: named, isVisible: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('brand'), title: fc.constantFrom('Acme', 'Other') }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('store'), name: fc.constantFrom('Shop', 'Store') }) },
  ),
  /** Whether everything is being read again while it is written. */
  isAmongReads: fc.boolean(),
});
type What = ReturnType<typeof step.generate>['value']['what'];

onEachDatabase(
  'what is cached of further markets',
  (shop) => {
    const site = () => containerOf(shop.site().strapi);
    const parts = () => partWriter(shop.site().strapi);
    const stored = new Map<number, CatalogProduct>();

    const nameStore = (name: string) => {
      const facts = { weightUnit: 'kg', currency: 'USD', name, defaultChannelId: 1, locale: 'en' };
      return site().storeFacts.write(
        { ...storeFactsSchema.parse(facts), readVersion: 1 },
        { hold: async () => undefined },
      );
    };

    async function fill(): Promise<void> {
      stored.clear();
      stored.set(
        elsewhere,
        aProduct({ id: elsewhere, title: 'Draft', publicationStatus: 'draft', isVisibleElsewhere: true }),
      );
      await fillShop(shop.catalog());
      await shop.catalog().write('product', [...stored.values()]);
      await nameStore('Shop');
      const ids = [elsewhere, ...publishedIds];
      for (const channelId of [1, 3]) {
        await parts().sell(channelId, ids);
        await parts().price(
          pricesOf(channelId),
          ids.map((id, place) => priceOf(id, place % 3 === 0 ? 5 : 6, 6)),
        );
      }
      await parts().arrange(3, [
        aCategory({ id: 1, title: 'Kitchen' }),
        aCategory({ id: 2, title: 'Mugs', parentId: 1 }),
        aCategory({ id: 7, title: 'Mugs' }),
      ]);
      await parts().name(
        textsPart('texts'),
        ids.map((id) => textsOf(id, id < 12 ? 'Pomme' : `Produit ${id}`, id < 12 ? 'pomme' : `produit-${id}`)),
      );
      await parts().name(textsPart('category texts'), [textsOf(2, 'Tasses')]);
      await parts().name(textsPart('brand texts'), [textsOf(2, 'Acmé')]);
    }

    beforeAll(async () => {
      for (const channelId of [1, 3]) {
        await parts().complete({ kind: 'membership', channelId });
        await parts().complete({ kind: 'categories', channelId });
        await parts().complete(pricesOf(channelId));
      }
      for (const kind of textKinds) await parts().complete(textsPart(kind));
      await fill();
    });

    async function write(what: What): Promise<void> {
      switch (what.kind) {
        case 'written': {
          const product = { ...(stored.get(what.id) ?? aProduct({ id: what.id })), ...what.changed };
          stored.set(what.id, product);
          return shop.catalog().write('product', [product]);
        }
        case 'removed':
          return shop.catalog().remove('product', [what.id]);
        case 'sold':
          return parts()[what.isSold ? 'sell' : 'withhold'](what.channel, [what.id]);
        case 'priced':
          return parts().price(pricesOf(what.channel), [priceOf(what.id, what.cost, what.usual ?? what.cost)]);
        case 'named':
          return parts().name(textsPart(what.of), [textsOf(what.id, what.title)]);
        case 'arranged':
          return parts().arrange(3, [aCategory({ id: 2, title: what.title, parentId: 1, isVisible: what.isVisible })]);
        case 'brand':
          return shop.catalog().write('brand', [aBrand({ id: 2, title: what.title })]);
        case 'store':
          return nameStore(what.name);
      }
    }

    const startReading = () =>
      paths.map(async (path): Promise<[string, number, string]> => {
        // Not with `rest`, which validates each response against the contract: that takes longer than reading it.
        const response = await fetch(`${shop.site().url}/api/commerce-bridge/v1${path}`, { redirect: 'manual' });
        return [path, response.status, response.headers.get('location') ?? (await response.text())];
      });
    const readAll = () => Promise.all(startReading());

    async function writeAmongReads(what: What): Promise<void> {
      const reading = startReading();
      await Promise.race(reading);
      await write(what);
      await Promise.all(reading);
    }

    test('is what a new read would return, no matter what was written while it was cached or being read', async () => {
      const purge = () => site().purgeCaches();
      const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 9 }), async (steps) => {
        await fill();
        await purge();
        await readAll();
        for (const { what, isAmongReads } of steps) {
          if (isAmongReads) await purge();
          await (isAmongReads ? writeAmongReads(what) : write(what));
          const kept = await readAll();
          await purge();
          expect(kept).toEqual(await readAll());
        }
      });
      await fc.assert(property, {
        numRuns: Number(CACHE_SEQUENCES),
        endOnFailure: true,
        ...(CACHE_PATH !== undefined && { path: CACHE_PATH }),
      });
    }, 600_000);

    test('does not outlive a text in what searches remember', async () => {
      await fill();
      const found = () =>
        shop
          .read('/products?search=clafoutis&market=france', productList)
          .then(({ products }) => products.map(({ id }) => id));
      expect(await found()).toEqual([]);
      await parts().name(textsPart('texts'), [textsOf(10, 'Clafoutis')]);
      expect(await found()).toEqual([10]);
    });

    describe('is read once', () => {
      test.each(['/products?per_page=5', '/products/banana', '/facets', '/collections', '/store'])(
        '%s in each market',
        async (path) => {
          await fill();
          // In the French market, the other slug would redirect.
          const addressIn = (key: string) => (key === france.key ? path.replace('banana', 'pomme-11') : path);
          const address = (key: string) => `${addressIn(key)}${path.includes('?') ? '&' : '?'}market=${key}`;
          const first = await Promise.all(
            markets.map(async ({ key }) => (await shop.site().rest(address(key))).text()),
          );
          const found: string[] = [];
          const statements = await responseStatements(shop.site().strapi, async () => {
            for (const { key } of markets) {
              const response = await shop.site().rest(address(key));
              expect([key, response.headers.get('x-cache')]).toEqual([key, 'HIT']);
              found.push(await response.text());
            }
          });
          expect(found).toEqual(first);
          // Any request may poll the change log.
          expect(statements.filter((sql) => !/commerce_bridge_changes|txid_/.test(sql))).toEqual([]);
        },
      );
    });
  },
  { environment: { COMMERCE_BRIDGE_MARKETS: JSON.stringify(markets) } },
);
