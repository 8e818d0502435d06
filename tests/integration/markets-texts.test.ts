import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { marketRows } from '../../contracts/admin/market-desk';
import { overview } from '../../contracts/admin/overview';
import { brand, brandList } from '../../contracts/rest/brands';
import { collection, collectionList } from '../../contracts/rest/collections';
import { product, productList, relatedProducts } from '../../contracts/rest/products';
import { containerOf } from '../../server/src/container';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';

const french = { key: 'french', name: 'French', channelId: 1, currency: 'USD', locale: 'fr' };
const trade = { ...french, key: 'trade', name: 'Trade', customerGroupId: 1 };

let shop: MarketShop;
let pot: number;
let plain: number;
let category: number;
let maker: number;
/** Subcategories without an order of their own. */
let alloy: number;
let bronze: number;

const locales = [{ code: 'en', isDefault: true }, { code: 'fr' }];
const translate = (kind: 'product' | 'category' | 'brand', id: number, texts: Record<string, string>) =>
  shop.simulator.store.markets.locales.translate({ kind, id, channelId: 1, locale: 'fr' }, texts);

beforeAll(async () => {
  shop = await openMarketShop([french, trade]);
  const { store } = shop.simulator;
  store.markets.groups.create({ name: 'Trade', discount_rules: [{ type: 'all', method: 'fixed', amount: 1 }] });
  category = store.categories.create({ name: 'Scullery' }).id;
  alloy = store.categories.create({ name: 'Alloy', parent_id: category }).id;
  bronze = store.categories.create({ name: 'Bronze', parent_id: category }).id;
  maker = store.brands.create({ name: 'Potter' }).id;
  const own = { price: 10, channels: [1], categories: [category], brand_id: maker, is_visible: true };
  pot = store.products.create({ ...own, name: 'Stone pot', description: '<p>Made of stone</p>' }).id;
  store.products.addImage(pot, { is_thumbnail: true });
  store.products.addImage(pot, { description: 'From above' });
  plain = store.products.create({ ...own, name: 'Iron pan', description: '<p>Made of iron</p>' }).id;
  store.markets.locales.set(1, locales);
  // Its description is not translated.
  translate('product', pot, { name: 'Pot en grès', path: '/pot-en-gres/', pageTitle: 'Acheter' });
  translate('category', category, { name: 'Cuisine', path: '/cuisine/' });
  translate('category', alloy, { name: 'Zinc', path: '/cuisine/zinc/' });
  translate('category', bronze, { name: 'Airain', path: '/cuisine/airain/' });
  translate('brand', maker, { name: 'Potier', path: '/potier/' });
  await shop.synchronize();
  await shop.passMarkets();
});
afterAll(() => shop.close());
beforeEach(() => shop.simulator.faults.clear());

const read = async (path: string) => {
  const response = await shop.site.rest(path);
  const body: unknown = await response.json();
  return response.status === 200 ? body : expect.fail(`${path}: ${response.status} ${JSON.stringify(body)}`);
};
/** The category's slug in the store's language. */
const categorySlug = async () => {
  const { collections } = collectionList.parse(await read('/collections'));
  return collections.find(({ id }) => id === category)?.slug ?? expect.fail('it is not shown');
};
const moved = async (path: string) => {
  const response = await shop.site.rest(path, { redirect: 'manual' });
  return [response.status, response.headers.get('location')?.replace(/^.*\/v1/, '')];
};

/** The hints about languages on every page of the admin panel. */
const hintsOfLocales = async () => {
  const { status } = overview.parse((await shop.site.admin('GET', '/commerce-bridge/overview')).body);
  return status.hints.flatMap(({ code, text }) => (code === 'market_locale_unserved' ? text : []));
};
const servedInstead = async (key: string) => {
  const { markets } = marketRows.parse((await shop.site.admin('GET', '/commerce-bridge/markets')).body);
  return markets.find((market) => market.key === key)?.servedLocale;
};

test('a product is called what the storefront calls it; what is not translated falls back, field by field', async () => {
  expect(product.parse(await read('/products/pot-en-gres?market=french&include=seo,brand'))).toMatchObject({
    id: pot,
    name: 'Pot en grès',
    slug: 'pot-en-gres',
    description: '<p>Made of stone</p>',
    categories: ['cuisine'],
    brand: { id: maker, name: 'Potier', slug: 'potier' },
    seo: { page_title: 'Acheter' },
    // Without options, its only variant has its name.
    variants: [{ name: 'Pot en grès' }],
    images: [{ alt: 'Pot en grès' }, { alt: 'From above' }],
  });
  expect(product.parse(await read('/products/iron-pan?market=french')).name).toBe('Iron pan');
});

test('its page in the store’s language leads to the one in this language', async () => {
  expect(await moved('/products/stone-pot?market=french')).toEqual([301, '/products/pot-en-gres?market=french']);
  expect(await moved('/products/stone-pot/related?market=french')).toEqual([
    301,
    '/products/pot-en-gres/related?market=french',
  ]);
  expect((await shop.site.rest('/products/pot-en-gres')).status).toBe(404);
});

test('lists, searches, filters, related products, brands, and collections are in its language', async () => {
  const list = async (query: string) => productList.parse(await read(`/products?market=french&${query}`)).products;
  expect((await list('search=grès')).map(({ name }) => name)).toEqual(['Pot en grès']);
  expect(await list('search=stone%20pot')).toEqual([]);
  expect((await list('search=made%20of')).map(({ id }) => id).sort()).toEqual([pot, plain].sort());
  for (const query of ['category=cuisine', 'brand=potier', `brand=${maker}`])
    expect((await list(`${query}&orderby=title&order=asc`)).map(({ id }) => id)).toEqual([plain, pot]);
  expect(await list(`category=${await categorySlug()}`)).toEqual([]);
  const related = relatedProducts.parse(await read('/products/iron-pan/related?market=french')).products;
  expect(related[0]).toMatchObject({ id: pot, name: 'Pot en grès', slug: 'pot-en-gres' });
  expect(related[0]?.permalink).toContain('pot-en-gres');

  const { brands } = brandList.parse(await read('/brands?market=french'));
  expect(brands.find(({ id }) => id === maker)).toMatchObject({ name: 'Potier', slug: 'potier', product_count: 2 });
  expect(brand.parse(await read('/brands/potier?market=french')).products.map(({ name }) => name)).toEqual([
    'Iron pan',
    'Pot en grès',
  ]);
  const own = { brand: brand.parse(await read(`/brands/${maker}`)).slug, category: await categorySlug() };
  expect(await moved(`/brands/${own.brand}?market=french`)).toEqual([301, '/brands/potier?market=french']);
  const { collections } = collectionList.parse(await read('/collections?market=french'));
  expect(collections.find(({ id }) => id === category)).toMatchObject({ name: 'Cuisine', product_count: 2 });
  expect(collection.parse(await read('/collections/cuisine?market=french')).name).toBe('Cuisine');
  expect(await moved(`/collections/${own.category}?market=french`)).toEqual([
    301,
    '/collections/cuisine?market=french',
  ]);
});

test('collections for which the store has no order are in the order of their names in its language', async () => {
  const { children } = collection.parse(await read('/collections/cuisine?market=french'));
  expect(children.map(({ id }) => id)).toEqual([bronze, alloy]);
  const shown = collectionList.parse(await read('/collections?market=french&include=tree')).collections;
  expect(shown.flatMap(({ id, parent, position }) => (parent === 'cuisine' ? [[id, position]] : []))).toEqual([
    [bronze, 1],
    [alloy, 2],
  ]);
  const pages = [1, 2].map((page) => `/collections?market=french&per_page=${shown.length - 1}&page=${page}`);
  const paged = (await Promise.all(pages.map(read))).flatMap((page) => collectionList.parse(page).collections);
  expect(paged.map(({ id }) => id)).toEqual(shown.map(({ id }) => id));
});

test('the default market says nothing of it', async () => {
  const paths = ['/products?per_page=100', '/products?search=gr%C3%A8s', '/brands', '/collections'];
  const bodies = await Promise.all(paths.map(async (path) => JSON.stringify(await read(path))));
  expect(bodies.join('')).not.toMatch(/grès|Potier|Cuisine/);
});

test('a market of a group keeps its texts to itself, too', async () => {
  for (const path of ['/products', '/products/pot-en-gres', '/products/stone-pot', '/brands/potter', '/collections']) {
    const refused = await shop.site.rest(`${path}?market=trade`, { redirect: 'manual' });
    expect([path, refused.status, refused.headers.get('cache-control')]).toEqual([path, 401, 'private, no-store']);
  }
  const authorization = `Bearer ${await shop.token('custom', ['plugin::commerce-bridge.market.read'])}`;
  const allowed = await shop.site.rest('/products/pot-en-gres?market=trade', { headers: { authorization } });
  expect([allowed.headers.get('cache-control'), allowed.headers.get('etag')]).toEqual(['private, no-store', null]);
  expect(await allowed.json()).toMatchObject({ name: 'Pot en grès', price: 10 });
});

test('a slug that moved redirects within the market; a name that changed is found at once', async () => {
  const { id } = shop.simulator.store.products.create({ name: 'Jug', price: 5, channels: [1], is_visible: true });
  translate('product', id, { name: 'Cruche', path: '/cruche/' });
  await shop.synchronize();
  await shop.passMarkets('french');
  expect(product.parse(await read('/products/cruche?market=french')).id).toBe(id);
  translate('product', id, { name: 'Carafe', path: '/carafe/' });
  await shop.passMarkets('french');
  expect(await moved('/products/cruche?market=french')).toEqual([301, '/products/carafe?market=french']);
  expect(product.parse(await read('/products/carafe?market=french')).name).toBe('Carafe');
});

test('a brand whose slug there is the id of another one is reached by its own id', async () => {
  const { id } = shop.simulator.store.brands.create({ name: 'Weaver' });
  await shop.synchronize();
  const { slug } = brand.parse(await read(`/brands/${id}`));
  translate('brand', id, { name: 'Tisserand', path: `/${maker}/` });
  await shop.passMarkets('french');
  expect(await moved(`/brands/${slug}?market=french`)).toEqual([301, `/brands/${id}?market=french`]);
  expect(brand.parse(await read(`/brands/${id}?market=french`))).toMatchObject({ id, slug: String(maker) });
});

test('what a storefront serves in another locale is shown as the fallback that it is', async () => {
  const { id } = shop.simulator.store.products.create({ name: 'Bowl', price: 5, channels: [1], is_visible: true });
  translate('product', id, { name: 'Bol', path: '/bol/' });
  shop.simulator.store.markets.locales.set(1, [{ code: 'en', isDefault: true }]);
  await shop.synchronize();
  await shop.passMarkets('french');
  expect(product.parse(await read('/products/bowl?market=french')).name).toBe('Bowl');
  const { markets } = containerOf(shop.site.strapi);
  const partId = await markets.passes.idOf({ kind: 'texts', channelId: 1, locale: 'fr' });
  expect(await markets.texts.read(partId, [id])).toMatchObject([{ resolved: 'en', title: 'Bowl' }]);
  expect(await hintsOfLocales()).toEqual([
    expect.stringMatching(/^The markets French, Trade ask for texts in fr, but .* in en\. Turn fr on /),
  ]);
  expect(await servedInstead('french')).toBe('en');
  shop.simulator.store.markets.locales.set(1, locales);
  await shop.passMarkets('french');
  expect(product.parse(await read('/products/bol?market=french')).name).toBe('Bol');
  expect(await hintsOfLocales()).toEqual([]);
  expect(await servedInstead('french')).toBeNull();
});

describe('a storefront that fails', () => {
  test.each([
    { kind: 'status', status: 429 },
    { kind: 'status', status: 500 },
    { kind: 'reset' },
    { kind: 'truncate' },
  ] as const)('once does not show: $kind $status', async (fault) => {
    shop.simulator.faults.add({ ...fault, path: '*/graphql', method: 'POST', times: 1 });
    await shop.passMarkets('french');
    expect(product.parse(await read('/products/pot-en-gres?market=french')).name).toBe('Pot en grès');
  });

  test('keeps the texts that are known, and the state says why', async () => {
    shop.simulator.faults.add({ kind: 'status', status: 404, path: '*/graphql', method: 'POST' });
    await expect(shop.passMarkets('french')).rejects.toThrow(/french/);
    shop.simulator.faults.clear();
    expect(product.parse(await read('/products/pot-en-gres?market=french')).name).toBe('Pot en grès');
    const [state] = await containerOf(shop.site.strapi).markets.states();
    expect(state).toMatchObject({
      key: 'french',
      isComplete: true,
      failure: { part: expect.stringMatching(/texts 1 fr$/) },
    });
    await shop.passMarkets('french');
  });
});

test('a market whose texts were never read completely is not ready', async () => {
  const { database } = containerOf(shop.site.strapi);
  const parts = () => database('commerce_bridge_market_parts').where({ name: 'brand texts 1 fr' });
  const [row] = await parts().select('complete_since');
  await parts().update({ complete_since: null });
  const refused = await shop.site.rest('/products?market=french');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  await parts().update(row);
  expect((await shop.site.rest('/products?market=french')).status).toBe(200);
});
