import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { index } from '../../contracts/rest/site-index';
import { product, productList, relatedProducts } from '../../contracts/rest/products';
import { store } from '../../contracts/rest/store';
import type { StoreFacts } from '../../server/src/catalog/model/catalog-types';
import { storeFactsState } from '../../server/src/catalog/shop/store-facts';
import { containerOf } from '../../server/src/container';
import { tables } from '../../server/src/database/tables';
import { aProduct } from '../support/shops/catalog-items';
import { onEachDatabase } from '../support/databases/on-each-database';

const dollars: StoreFacts = {
  weightUnit: 'KGS',
  currency: 'USD',
  name: 'Demo Store',
  defaultChannelId: 1,
  currencySymbol: '$',
  currencyDecimals: 2,
  currencyPlacement: 'left',
  locale: 'en',
};
const inDollars = { code: 'USD', symbol: '$', decimals: 2, placement: 'left' };

onEachDatabase('information about the store', ({ site, catalog, read }) => {
  const facts = () => containerOf(site().strapi).storeFacts;
  const know = (known: StoreFacts) => facts().write({ ...known, readVersion: 1 }, { hold: async () => undefined });
  const keysOf = async (path: string) => (await site().rest(path)).headers.get('surrogate-key')?.split(' ') ?? [];

  beforeEach(() => know(dollars));

  describe('GET /store', () => {
    test('returns the units of prices and weights', async () => {
      expect(await read('/store', store)).toEqual({
        name: 'Demo Store',
        currency: inDollars,
        weight_unit: 'kg',
        locale: 'en',
      });
    });

    test('returns null for all of it before the first sync', async () => {
      await facts().forget();
      expect(await read('/store', store)).toEqual({ name: null, currency: null, weight_unit: null, locale: null });
    });

    test('returns null for what an earlier version did not store, until the next sync', async () => {
      const { weightUnit, currency, name, defaultChannelId } = dollars;
      const value = JSON.stringify({ weightUnit, currency, name, defaultChannelId });
      await site().strapi.db.connection(tables.state).where({ name: storeFactsState }).update({ value });
      await site().strapi.plugin('commerce-bridge').service('cache').purge();
      expect(await read('/store', store)).toEqual({
        name: 'Demo Store',
        currency: { code: 'USD', symbol: null, decimals: null, placement: null },
        weight_unit: 'kg',
        locale: null,
      });
      expect((await read('/products/full', product)).meta.weight).toBe('1.25 kg');
      await know(dollars);
      expect((await read('/store', store)).currency).toEqual(inDollars);
    });

    test('is cached until the store changes, and has a tag that gives a 304', async () => {
      await read('/store', store);
      const kept = await site().rest('/store');
      expect([kept.headers.get('x-cache'), kept.headers.get('surrogate-key')]).toEqual(['HIT', 'store']);
      const again = { headers: { 'if-none-match': kept.headers.get('etag') ?? '' } };
      expect((await site().rest('/store', again)).status).toBe(304);
      await know({ ...dollars, name: 'Renamed' });
      const changed = await site().rest('/store', again);
      expect([changed.status, await changed.json()]).toMatchObject([200, { name: 'Renamed' }]);
    });
  });

  describe('include=currency', () => {
    const paths = ['/products?ids=19', '/products/banana/related'].map((path) => [
      path,
      `${path}${path.includes('?') ? '&' : '?'}include=currency`,
    ]);

    test('returns the currency of a single product', async () => {
      expect((await read('/products/full?include=currency', product)).currency).toEqual(inDollars);
      await know({ ...dollars, currency: 'EUR' });
      expect((await read('/products/full?include=currency', product)).currency).toEqual({ ...inDollars, code: 'EUR' });
      expect(await read('/products/full', product)).not.toHaveProperty('currency');
    });

    test.each(paths)(
      'returns it with each product of %s, and drops that list when it changes',
      async (plain, priced) => {
        const currenciesOf = async () =>
          (await read(priced, relatedProducts.loose())).products.map((item) => item.currency);
        const before = await currenciesOf();
        expect(before.length).toBeGreaterThan(0);
        expect(new Set(before.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(inDollars)]));
        expect([(await keysOf(plain)).includes('store'), (await keysOf(priced)).includes('store')]).toEqual([
          false,
          true,
        ]);
        await know({ ...dollars, currencyDecimals: 3 });
        expect((await currenciesOf())[0]).toEqual({ ...inDollars, decimals: 3 });
        expect((await site().rest(plain)).headers.get('x-cache')).toBe('HIT');
      },
    );

    test('returns null before the first sync', async () => {
      await facts().forget();
      expect((await read('/products?ids=19&include=currency', productList)).products[0]?.currency).toBeNull();
    });
  });

  describe('permalinks with the market and its locale', () => {
    const paths = ['/products?ids=19', '/products?ids=19&include=brand', '/products/banana/related?per_page=1'];
    const set = (productPageAddress: string | null) =>
      site().admin('PUT', '/commerce-bridge/settings', { productPageAddress });
    const linkIn = async (path: string) =>
      (await read(path, relatedProducts.loose())).products.map(({ slug, permalink }) =>
        permalink.replace(slug, '-'),
      )[0];

    afterAll(() => set(null));

    test('have those of the default market, also when the store changes its language', async () => {
      await set('https://{market}.shop.example/{locale}/p/{slug}');
      for (const path of paths) {
        expect(await linkIn(path)).toBe('https://default.shop.example/en/p/-');
        await know({ ...dollars, locale: 'pt-BR' });
        expect(await linkIn(path)).toBe('https://default.shop.example/pt-BR/p/-');
        await know({ ...dollars, locale: null });
        expect(await linkIn(path)).toBe('https://default.shop.example/und/p/-');
        await know(dollars);
      }
      const one = await read('/products/banana?include=permalink', product);
      expect(one.permalink).toBe('https://default.shop.example/en/p/banana');
    });
  });

  describe('include=market', () => {
    const own = { key: 'default', channel_id: 1, currency: 'USD', locale: 'en' };
    const marketsIn = async (path: string) =>
      (await read(path, relatedProducts.loose())).products.map(({ market }) => market);

    test('returns the default market with each product, in all shapes', async () => {
      expect((await read('/products/full?include=market', product)).market).toEqual(own);
      for (const path of ['/products?ids=19&include=market', '/products/banana/related?per_page=1&include=market'])
        expect(await marketsIn(path)).toEqual([own]);
      expect(await marketsIn('/products?ids=19&market=default&include=market')).toEqual([own]);
      expect(await read('/products/full', product)).not.toHaveProperty('market');
    });

    test('drops the list when the store’s channel changes, and is null before the first sync', async () => {
      const path = '/products?ids=19&include=market';
      await marketsIn(path);
      await know({ ...dollars, defaultChannelId: 7 });
      expect(await marketsIn(path)).toEqual([{ ...own, channel_id: 7 }]);
      await facts().forget();
      expect(await marketsIn(path)).toEqual([null]);
    });
  });

  describe('a single product', () => {
    test('accepts the include groups that lists have by default', async () => {
      const groups = 'sale_price,in_stock,permalink';
      const [listed] = (await read('/products?ids=12', productList)).products;
      const { sale_price, in_stock, permalink } = await read(`/products/apple-12?include=${groups}`, product);
      expect({ sale_price, in_stock, permalink }).toEqual({
        sale_price: 2,
        in_stock: true,
        permalink: listed?.permalink,
      });
      const plain = await (await site().rest('/products?ids=12')).text();
      expect(await (await site().rest(`/products?ids=12&include=${groups}`)).text()).toBe(plain);
    });

    test('whose purchase is disabled says so', async () => {
      const disabled = { availability: 'disabled' as const, inStock: false, inventoryLevel: 12 };
      await catalog().write('product', [aProduct({ id: 80, title: 'Not for sale', ...disabled })]);
      const said = { availability: 'disabled', in_stock: false };
      expect(await read('/products/not-for-sale?include=availability,in_stock', product)).toMatchObject(said);
      expect((await read('/products?ids=80&include=availability', productList)).products).toMatchObject([said]);
      await catalog().write('product', [
        aProduct({ id: 80, title: 'Not for sale', ...disabled, availability: 'available', inventoryLevel: 0 }),
      ]);
      expect(await read('/products/not-for-sale?include=availability,in_stock', product)).toMatchObject({
        availability: 'available',
        in_stock: false,
      });
      await catalog().remove('product', [80]);
    });
  });

  describe('the index', () => {
    test('lists the endpoints, with and without a trailing slash', async () => {
      const { endpoints } = await read('/', index);
      const paths = endpoints.map(({ method, path }) => `${method} ${path}`);
      expect(endpoints.find(({ path }) => path === '/openapi.json')?.summary).toBe(
        'Returns the OpenAPI document of this API',
      );
      expect(paths).toEqual([
        'GET /products',
        'GET /products/{slug}',
        'GET /products/{slug}/related',
        'GET /suggestions',
        'GET /facets',
        'GET /sitemap',
        'GET /brands',
        'GET /brands/{id}',
        'GET /collections',
        'GET /collections/{slug}',
        'GET /store',
        'GET /markets',
        'GET /openapi.json',
        'POST /graphql',
      ]);
      expect(await read('', index)).toEqual(await read('/?utm_source=x', index));
    });

    test('has a tag that gives a 304, and allows no other method', async () => {
      const { headers } = await site().rest('/');
      expect(headers.get('surrogate-key')).toBe('contract');
      const again = await site().rest('/', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
      const refused = await site().rest('/', { method: 'DELETE' });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    });
  });
});
