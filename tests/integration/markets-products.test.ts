import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brand, brandList } from '../../contracts/rest/brands';
import { collection, collectionList } from '../../contracts/rest/collections';
import { product, productList, relatedProducts } from '../../contracts/rest/products';
import { sitemap } from '../../contracts/rest/sitemap';
import { suggestions } from '../../contracts/rest/suggestions';
import { containerOf } from '../../server/src/container';
import { responseStatements } from '../support/databases/response-statements';
import { expectedMembers, expectedPrices } from '../support/shops/expected-market';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en', customerGroupId: null };
const wholesale = {
  key: 'wholesale',
  name: 'Wholesale',
  channelId: 1,
  currency: 'USD',
  locale: 'en',
  customerGroupId: 1,
};
let shop: MarketShop;
let shirt: number;
let soldAbroad: number;
let authorization: string;
let before: string[];

const defaults = ['/products?per_page=50', '/products?orderby=price', '/brands', '/collections', '/store'];

beforeAll(async () => {
  shop = await openMarketShop([abroad, wholesale]);
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  for (const id of store.products.ids().slice(0, 8)) store.products.assign(id, 3);
  const variants = [{ options: { Size: 'S' } }, { options: { Size: 'L' }, price: 30 }];
  shirt = store.products.create({ name: 'Shirt', price: 20, channels: [1, 3], variants }).id;
  const [brandId, categories] = [
    store.brands.all()[0]?.id ?? 0,
    store.categories
      .all()
      .slice(0, 1)
      .map(({ id }) => id),
  ];
  const placed = { brand_id: brandId, categories };
  soldAbroad = store.products.create({ name: 'Shirt for export', price: 22, channels: [3], ...placed }).id;
  store.products.create({ name: 'Shirt for nobody', price: 23, channels: [3], is_visible: false, ...placed });
  store.products.create({ name: 'Shirt at home', price: 21, channels: [1] });
  // Without a record in this list, a product has no price in the store (upstream 20.3).
  const list = store.markets.priceLists.create({ name: 'Taxed', prices_entered_with_tax: true }).id;
  store.markets.priceLists.assign({ price_list_id: list, channel_id: 3, customer_group_id: null });
  for (const id of [shirt, ...store.products.ids().slice(0, 5)])
    for (const [place, variant] of (store.products.get(id)?.variants ?? []).entries())
      if (id !== shirt || place === 0)
        store.markets.priceLists.setRecord(list, {
          variant_id: variant.id,
          currency: 'EUR',
          price: 40 + place,
          sale_price: place === 0 ? 35 : null,
        });
  store.markets.groups.create({ name: 'Wholesale', discount_rules: [{ type: 'all', method: 'fixed', amount: 2 }] });
  await shop.synchronize();
  before = await Promise.all(defaults.map(async (path) => (await shop.site.rest(path)).text()));
  await shop.passMarkets();
  authorization = `Bearer ${await shop.token('custom', ['plugin::commerce-bridge.market.read'])}`;
});
afterAll(() => shop.close());

const read = async (path: string) => (await shop.site.rest(path, { headers: { authorization } })).json();
const list = async (query: string) => {
  const perPage = query.includes('per_page') ? '' : 'per_page=50&';
  return productList.parse(await read(`/products?${perPage}${query}`));
};
/** The products that a market shows, by the documented rules: visible ones that its channel sells. */
const sold = (market: typeof abroad | typeof wholesale) => {
  const { store } = shop.simulator;
  return expectedPrices(store, market).filter(({ productId }) => {
    const found = store.products.get(productId);
    return found?.fields.is_visible;
  });
};
const slugOf = async (id: number) => {
  const [found] = await containerOf(shop.site.strapi).catalog.products.findByIds([id], 'summary');
  return found?.slug ?? expect.fail(`product ${id} is not published`);
};

describe.each([abroad, wholesale])('in the market $key', (market) => {
  const asked = `market=${market.key}`;

  test('the list has what its channel sells, at its prices', async () => {
    const { products, total } = await list(asked);
    const expected = sold(market).map(({ productId, price, calculatedPrice }) => ({
      id: productId,
      price: calculatedPrice === null ? null : price,
      sale_price: calculatedPrice === price ? null : calculatedPrice,
    }));

    expect(total).toBe(expected.length);
    expect(
      products.map(({ id, price, sale_price }) => ({ id, price, sale_price })).sort((a, b) => a.id - b.id),
    ).toEqual(expected);
  });

  test('what has no price cannot be bought, and is last by price, in both directions', async () => {
    const prices = new Map(sold(market).map(({ productId, calculatedPrice }) => [productId, calculatedPrice]));
    for (const order of ['asc', 'desc']) {
      const { products } = await list(`${asked}&orderby=price&order=${order}&include=availability,calculated_price`);
      const charged = products.map(({ id }) => prices.get(id) ?? null);
      const known = charged.filter((price) => price !== null);
      const sorted = [...known].sort((a, b) => (order === 'asc' ? a - b : b - a));
      expect(charged).toEqual([...sorted, ...charged.slice(known.length)]);
      expect(products.map((item) => item.calculated_price)).toEqual(charged);
      for (const item of products.slice(known.length))
        expect(item).toMatchObject({ price: null, in_stock: false, availability: 'disabled' });
    }
  });

  test('filters go by its prices, and count', async () => {
    const charged = sold(market).map(({ price, calculatedPrice }) => ({ price, calculatedPrice }));
    const limit = 36;
    const below = charged.filter(({ calculatedPrice }) => calculatedPrice !== null && calculatedPrice <= limit).length;
    const above = charged.filter(({ calculatedPrice }) => calculatedPrice !== null && calculatedPrice >= limit).length;
    const onSale = charged.filter(
      ({ price, calculatedPrice }) => calculatedPrice !== null && price !== calculatedPrice,
    ).length;
    expect((await list(`${asked}&max_price=${limit}`)).total).toBe(below);
    expect((await list(`${asked}&min_price=${limit}`)).total).toBe(above);
    expect((await list(`${asked}&on_sale=true`)).total).toBe(onSale);
    expect((await list(`${asked}&on_sale=false`)).total).toBe(charged.length - onSale);
    const inStock = await list(`${asked}&in_stock=true`);
    const others = await list(`${asked}&in_stock=false`);
    expect(inStock.total + others.total).toBe(charged.length);
    expect(inStock.products.every((item) => item.in_stock && item.price !== null)).toBe(true);
  });

  test('pages follow each other without a gap', async () => {
    const all = (await list(`${asked}&orderby=price`)).products.map(({ id }) => id);
    const pages = [];
    for (let page = 1; page <= Math.ceil(all.length / 3); page += 1)
      pages.push(...(await list(`${asked}&orderby=price&per_page=3&page=${page}`)).products);
    expect(all.length).toBeGreaterThan(3);
    expect((await list(`${asked}&page=99`)).products).toEqual([]);
    expect(pages.map(({ id }) => id)).toEqual(all);
  });

  test('one product has its price and those of its variants', async () => {
    const prices = sold(market).find(({ productId }) => productId === shirt);
    const shown = product.parse(
      await read(`/products/${await slugOf(shirt)}?${asked}&include=sale_price,currency,market`),
    );
    expect(shown).toMatchObject({
      price: prices?.calculatedPrice === null ? null : prices?.price,
      currency: { code: market.currency },
      market: { key: market.key, channel_id: market.channelId, currency: market.currency, locale: 'en' },
      variants: prices?.variants.map(({ id, price }) => ({ id, price })),
    });
    for (const variant of shown.variants) if (variant.price === null) expect(variant.in_stock).toBe(false);
  });

  test('permalinks lead to its pages', async () => {
    const set = (productPageAddress: string | null) =>
      shop.site.admin('PUT', '/commerce-bridge/settings', { productPageAddress });
    await set('https://shop.example/{market}/{locale}/{slug}');
    for (const { slug, permalink } of (await list(asked)).products)
      expect(permalink).toBe(`https://shop.example/${market.key}/en/${slug}`);
    const one = product.parse(await read(`/products/${await slugOf(shirt)}?${asked}&include=permalink`));
    expect(one.permalink).toBe(`https://shop.example/${market.key}/en/${one.slug}`);
    await set(null);
  });

  test('brands count what it sells, and list it at its prices', async () => {
    const prices = new Map(
      sold(market).map(({ productId, price, calculatedPrice }) => [productId, calculatedPrice === null ? null : price]),
    );
    for (const { id, product_count } of brandList.parse(await read(`/brands?${asked}`)).brands) {
      const one = brand.parse(await read(`/brands/${id}?${asked}`));
      const filtered = await list(`${asked}&brand=${id}`);
      expect([one.total, filtered.total]).toEqual([product_count, product_count]);
      expect(one.products.map((item) => item.price)).toEqual(one.products.map((item) => prices.get(item.id)));
      expect(one.links.products).toContain(`&market=${market.key}`);
    }
  });

  test('search finds what it sells', async () => {
    const ids = (await list(`${asked}&search=shirt`)).products.map(({ id }) => id);
    expect(ids).toContain(shirt);
    expect(ids.every((id) => expectedMembers(shop.simulator.store, market).includes(id))).toBe(true);
  });

  test('suggestions and the sitemap are of what it sells', async () => {
    const { products } = suggestions.parse(await read(`/suggestions?${asked}&search=shirt`));
    const { total, products: addresses } = sitemap.parse(await read(`/sitemap?${asked}`));
    const ids = [...new Set(sold(market).map(({ productId }) => productId))];

    const others = market.channelId === 3 ? 'Shirt for export' : 'Shirt at home';
    expect(products.map(({ name }) => name).sort()).toEqual(['Shirt', others].sort());
    expect(products[0]?.price).toBe((await list('search=shirt&orderby=title&order=asc&' + asked)).products[0]?.price);
    expect([total, addresses.map(({ id }) => id).sort((a, b) => a - b)]).toEqual([
      ids.length,
      ids.sort((a, b) => a - b),
    ]);
  });

  test('related products are of those that it sells', async () => {
    const members = expectedMembers(shop.simulator.store, market);
    for (const { slug } of (await list(asked)).products) {
      const { products } = relatedProducts.parse(await read(`/products/${slug}/related?${asked}&per_page=20`));
      expect(products.filter(({ id }) => !members.includes(id))).toEqual([]);
    }
  });
});

test('a product that a market does not sell is a 404 there, with what is related to it', async () => {
  const missing =
    shop.simulator.store.products.ids().find((id) => !shop.simulator.store.products.get(id)?.channels.includes(3)) ?? 0;
  const slug = await slugOf(missing);
  for (const path of [`/products/${slug}`, `/products/${slug}/related`]) {
    expect((await shop.site.rest(path)).status).toBe(200);
    expect((await shop.site.rest(`${path}?market=abroad`)).status).toBe(404);
  }
});

test('what only the channel of a further market sells is shown there, and nowhere in the default market or in others', async () => {
  const slug = 'shirt-for-export';
  const brandId = shop.simulator.store.products.get(soldAbroad)?.fields.brand_id;
  for (const query of [`brand=${brandId}`, 'search=for+export', `ids=${soldAbroad}`, 'per_page=50']) {
    const found = async (market: string) => (await list(`${query}${market}`)).products.map(({ id }) => id);
    expect([query, await found('&market=abroad')]).toEqual([query, expect.arrayContaining([soldAbroad])]);
    expect([...(await found('')), ...(await found('&market=wholesale'))]).not.toContain(soldAbroad);
  }
  expect((await list('market=abroad&search=for+nobody')).products).toEqual([]);
  const suggested = async (market: string) => JSON.stringify(await read(`/suggestions?search=for+export${market}`));
  expect(await suggested('&market=abroad')).toContain(slug);
  expect(await suggested('')).not.toContain(slug);
  for (const path of [`/products/${slug}`, `/products/${slug}/related`]) {
    expect((await shop.site.rest(`${path}?market=abroad`)).status).toBe(200);
    expect((await shop.site.rest(path)).status).toBe(404);
  }
});

test('categories are those of the default market on the same channel, counting what the market sells', async () => {
  const all = collectionList.parse(await read('/collections?market=wholesale&include=tree')).collections;
  expect(all).toEqual(collectionList.parse(await read('/collections?include=tree')).collections);
  const [first] = all;
  if (!first) return expect.fail('no collections');
  const one = collection.parse(await read(`/collections/${first.slug}?market=wholesale`));
  expect(one.product_count).toBe((await list(`market=wholesale&category=${first.slug}`)).total);
});

describe('the default market', () => {
  test('responds as it did before there were others', async () => {
    expect(await Promise.all(defaults.map(async (path) => (await shop.site.rest(path)).text()))).toEqual(before);
  });

  test('costs no statement more', async () => {
    const slug = await slugOf(shirt);
    const statements = await responseStatements(shop.site.strapi, async () => {
      for (const path of ['/products?per_page=7', `/products/${slug}?include=dates`]) await shop.site.rest(path);
    });
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((sql) => sql.includes('market_'))).toEqual([]);
  });
});

describe('a price of the group', () => {
  test('is in no response without a token, and in no header of one with it', async () => {
    const slug = await slugOf(shirt);
    for (const path of [
      '/products',
      `/products/${slug}`,
      `/products/${slug}/related`,
      '/brands',
      '/brands/1',
      '/collections',
      '/products?search=shirt',
    ]) {
      const address = `${path}${path.includes('?') ? '&' : '?'}market=wholesale`;
      const allowed = await shop.site.rest(address, { headers: { authorization } });
      expect(allowed.headers.get('cache-control')).toBe('private, no-store');
      for (const name of ['etag', 'surrogate-key', 'cache-tag', 'x-cache'])
        expect(allowed.headers.get(name)).toBeNull();
      const refused = await shop.site.rest(address);
      expect([path, refused.status, refused.headers.get('cache-control')]).toEqual([path, 401, 'private, no-store']);
      // Its responses are not cached for other callers.
      expect(await (await shop.site.rest(path)).text()).not.toContain('"price":18,');
    }
    expect(JSON.stringify(await read(`/products/${slug}?market=wholesale`))).toContain('"price":18,');
  });

  test('is not in Strapi’s own API, with any market named', async () => {
    const response = await fetch(
      `${shop.site.url}/api/commerce-bridge/products?market=wholesale&commerceMarket=wholesale`,
    );
    expect(await response.text()).not.toContain('18');
  });
});
