import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productList } from '../../contracts/admin/products';
import { logIn } from '../../scripts/lib/administrator';
import { tables } from '../../server/src/database/tables';
import { createEditor } from '../support/admin/admin-roles';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
const wholesale = {
  key: 'wholesale',
  name: 'Wholesale',
  channelId: 1,
  currency: 'USD',
  locale: 'en',
  customerGroupId: 1,
};
const later = { key: 'later', name: 'Later', channelId: 1, currency: 'XTS', locale: 'en' };

let shop: MarketShop;
let shirt: number;
let hat: number;
let lamp: number;

beforeAll(async () => {
  shop = await openMarketShop([abroad, wholesale, later]);
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  store.markets.groups.create({ name: 'Wholesale', discount_rules: [{ type: 'all', method: 'fixed', amount: 2 }] });
  shirt = store.products.create({ name: 'Shirt', price: 20, sku: 'SHIRT-1', channels: [1, 3] }).id;
  hat = store.products.create({ name: 'Hat', price: 30, channels: [1] }).id;
  lamp = store.products.create({ name: 'Lamp', price: 40, channels: [1, 3], is_visible: false }).id;
  await shop.synchronize();
  // The store does not have the currency of the third market, so that market is never read.
  await shop.passMarkets('abroad', 'wholesale');
});
afterAll(() => shop.close());

const ask = (query: string) => shop.site.admin('GET', `/commerce-bridge/products?${query}`);
const list = async (query: string) => productList.parse((await ask(query)).body);

describe("the administrators' list of a further market", () => {
  test('has what it sells, at its prices, in its currency', async () => {
    const { products, currency, total } = await list(`market=abroad&ids=${shirt},${hat},${lamp}`);
    expect({ total, currency }).toEqual({ total: 1, currency: 'EUR' });
    expect(products).toMatchObject([{ id: shirt, price: 40, salePrice: null, calculatedPrice: 40 }]);
  });

  test('has what a discount of the group leaves as the sale price', async () => {
    const { products } = await list(`market=wholesale&search=SHIRT-1`);
    expect(products).toMatchObject([{ id: shirt, price: 20, salePrice: 18, calculatedPrice: 18 }]);
  });

  test.each([
    ['status=draft', 400, /status: must be left out with market/],
    ['sort=color', 400, /sort/],
  ])('refuses %s', async (query, status, message) => {
    const response = await ask(`market=abroad&${query}`);
    expect(response.status).toBe(status);
    expect(JSON.stringify(response.body)).toMatch(message);
  });

  test('of a market that does not exist is a 404, and of one that was never read says so', async () => {
    expect((await ask('market=nowhere')).status).toBe(404);
    const { status, body } = await ask('market=later');
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { details: { code: 'market_not_ready', key: 'later' } } },
    });
  });
});

describe('each product in a list', () => {
  test('names the further markets that sell it', async () => {
    const { products, markets } = await list(`ids=${shirt},${hat},${lamp}`);
    expect(markets).toEqual([
      { key: 'abroad', name: 'Abroad', isReady: true },
      { key: 'wholesale', name: 'Wholesale', isReady: true },
      { key: 'later', name: 'Later', isReady: false },
    ]);
    expect(Object.fromEntries(products.map(({ id, markets: keys }) => [id, keys]))).toEqual({
      [shirt]: ['abroad', 'wholesale'],
      [hat]: ['wholesale'],
      [lamp]: [],
    });
  });

  test('an editor who only picks products sees these names, and no prices of a market', async () => {
    const content = [{ subject: 'plugin::commerce-bridge.product', actions: ['read' as const], fields: ['title'] }];
    const administrator = { request: shop.site.admin };
    const editor = await createEditor(administrator, { name: 'picker', permissions: [], content });
    const { token } = await logIn(shop.site, editor);
    const get = (query: string) =>
      fetch(`${shop.site.url}/commerce-bridge/products?${query}`, { headers: { authorization: `Bearer ${token}` } });

    const { products, markets } = productList.parse(await (await get(`ids=${shirt}`)).json());
    expect(products).toMatchObject([{ price: 20, markets: ['abroad', 'wholesale'] }]);
    expect(markets?.map(({ name }) => name)).toEqual(['Abroad', 'Wholesale', 'Later']);
    for (const key of ['abroad', 'wholesale', 'nowhere']) expect((await get(`market=${key}`)).status).toBe(403);
  });

  test('costs the same number of statements, however many products there are', async () => {
    const statements = async (query: string) => {
      const seen: string[] = [];
      // What waits to be read again is looked for at any time, by no request.
      const isOurs = (sql: string) =>
        sql.includes(tables.marketParts.slice(0, -5)) && !sql.includes(tables.marketStaleProducts);
      const note = ({ sql }: { sql: string }) => void (isOurs(sql) && seen.push(sql));
      shop.site.strapi.db.connection.on('query', note);
      await list(query);
      shop.site.strapi.db.connection.off('query', note);
      return seen.length;
    };
    expect(await statements(`ids=${shirt}`)).toBe(3);
    expect(await statements('pageSize=100')).toBe(3);
  });
});
