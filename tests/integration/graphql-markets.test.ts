import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';
import { responseStatements } from '../support/databases/response-statements';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
const wholesale = { key: 'wholesale', name: 'W', channelId: 1, currency: 'USD', locale: 'en', customerGroupId: 1 };
const soon = { key: 'soon', name: 'Soon', channelId: 1, currency: 'JPY', locale: 'en' };
const everyField = `
  id name slug price sale_price calculated_price description in_stock permalink categories availability
  images { url alt } variants { id name price in_stock inventory_level sku options { id name value_id label } availability }
  inventory { in_stock tracking level availability } options { id name values { id label } }
  tags meta { sku weight } brand { id name slug } currency { code symbol decimals placement }
  market { key channel_id currency locale }`;
const groups = 'sale_price,calculated_price,in_stock,permalink,inventory,options,availability,brand,currency,market';
const responded = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});
let shop: MarketShop;
let shirt: number;
let atHome: number;
let token: string;

beforeAll(async () => {
  shop = await openMarketShop([abroad, wholesale, soon], {
    // Without the second plugin, Strapi rejects everyone without a token.
    plugins: {
      '@strapi/plugin-graphql': { landingPage: false },
      '@strapi/plugin-users-permissions': { jwtSecret: 'test-jwt-secret' },
    },
  });
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad', tree: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  const tree = [...store.state.trees.values()].find(({ channels }) => channels.includes(3))?.id ?? 0;
  const tops = store.categories.create({ name: 'Tops', tree_id: tree }).id;
  shirt = store.products.create({ name: 'Shirt', price: 20, channels: [1, 3], categories: [tops] }).id;
  atHome = store.products.create({ name: 'At home', price: 21, channels: [1] }).id;
  store.markets.groups.create({ name: 'W', discount_rules: [{ type: 'all', method: 'fixed', amount: 2 }] });
  await shop.synchronize();
  await shop.passMarkets('abroad', 'wholesale');
  token = await shop.token('custom', ['plugin::commerce-bridge.market.read']);
});
afterAll(() => shop.close());

async function ask(query: string, bearer?: string) {
  const response = await fetch(`${shop.site.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    body: JSON.stringify({ query }),
  });
  return { headers: response.headers, ...responded.parse(await response.json()) };
}
const rest = async (path: string, bearer?: string): Promise<unknown> =>
  (await shop.site.rest(path, bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {})).json();

test.each([
  ['abroad', () => undefined],
  ['wholesale', () => token],
])('in the market %s everything is what the REST API says', async (market, bearer) => {
  const given = `market: "${market}"`;
  const { data, errors } = await ask(
    `{
      bySlug: commerceProduct(slug: "shirt", ${given}) { ${everyField} }
      byId: commerceProduct(id: ${shirt}, ${given}) { ${everyField} }
      commerceProducts(${given}, orderBy: price) {
        products { id name slug price description images { url alt } categories sale_price in_stock permalink } total pages
      }
      commerceBrands(page: 1, ${given}) { brands { id name slug product_count } total pages }
      commerceCollections(page: 1, ${given}) { collections { id name slug product_count parent position } total pages }
    }`,
    bearer(),
  );
  expect(errors).toBeUndefined();
  const asked = `market=${market}`;
  const one = await rest(`/products/shirt?${asked}&include=${groups}`, bearer());
  expect(data).toEqual({
    bySlug: one,
    byId: one,
    commerceProducts: await rest(`/products?${asked}&orderby=price`, bearer()),
    commerceBrands: await rest(`/brands?${asked}&page=1`, bearer()),
    commerceCollections: await rest(`/collections?${asked}&page=1&include=tree`, bearer()),
  });
});

test('what a market does not sell is null there, and in no list', async () => {
  const { data } = await ask(`{
    product: commerceProduct(id: ${atHome}, market: "abroad") { id }
    list: commerceProducts(search: "At home", market: "abroad") { total }
    own: commerceProduct(id: ${atHome}, market: "default") { id }
    brand: commerceBrand(slug: "nothing", market: "abroad") { id }
  }`);
  expect(data).toEqual({ product: null, list: { total: 0 }, own: { id: atHome }, brand: null });
});

test('a market that is unknown, or was never read, is an error that says so', async () => {
  const messageOf = async (market: string) =>
    (await ask(`{ commerceBrands(market: "${market}") { total } }`)).errors?.[0]?.message;
  expect(await messageOf('nowhere')).toMatch(/must be one of: default, abroad, soon/);
  expect(await messageOf('')).toMatch(/market/);
  expect(await messageOf('soon')).toMatch(/cannot be read yet/);
});

describe('a market that is not public', () => {
  const queries = [
    'commerceProducts(market: "wholesale") { total products { price } }',
    'commerceProduct(slug: "shirt", market: "wholesale") { price sale_price calculated_price }',
    'commerceBrands(market: "wholesale") { total }',
    'commerceBrand(id: 1, market: "wholesale") { products { price } }',
    'commerceCollections(market: "wholesale") { total }',
  ];

  test.each(queries)('is for callers with the permission: %s', async (query) => {
    for (const bearer of [undefined, await shop.token('read-only')]) {
      const { data, errors } = await ask(`{ ${query} }`, bearer);
      expect([bearer, JSON.stringify(data), errors?.length]).toEqual([
        bearer,
        expect.not.stringMatching(/18|total/),
        1,
      ]);
    }
    expect((await ask(`{ ${query} }`, 'nothing')).data).toBeNull();
    const allowed = await ask(`{ ${query} }`, token);
    expect(allowed.errors).toBeUndefined();
    expect(allowed.headers.get('cache-control')).toBe('no-store');
  });

  test('is kept by no cache: the next caller is refused, or gets other prices', async () => {
    const query = 'commerceProduct(slug: "shirt", market: "wholesale") { calculated_price }';
    expect((await ask(`{ ${query} }`, token)).data).toEqual({ commerceProduct: { calculated_price: 18 } });
    const again = await responseStatements(shop.site.strapi, () => ask(`{ ${query} }`, token));
    expect(again.filter((sql) => sql.includes('market_prices')).length).toBeGreaterThan(0);
    expect((await ask(`{ ${query} }`)).data).toEqual({ commerceProduct: null });
    const own = await ask('{ commerceProduct(slug: "shirt") { calculated_price } }', token);
    expect(own.data).toEqual({ commerceProduct: { calculated_price: 20 } });
  });
});

test('one request has at most ten queries in further markets, whose results are not kept', async () => {
  const queries = (count: number) =>
    Array.from({ length: count }, (_, place) => `q${place}: commerceBrands(market: "abroad") { total }`).join(' ');
  expect((await ask(`{ ${queries(10)} }`)).errors).toBeUndefined();
  expect((await ask(`{ ${queries(11)} }`)).errors?.[0]?.message).toMatch(/in a further market counts as 2/);
});
