import { afterAll, beforeAll, expect, test } from 'vitest';
import { MARKET_SCOPES } from '../../simulator/src/account';
import { ManualClock, startSimulator, type Simulator } from '../../simulator/src/server';
import { mintToken, StorefrontClient } from '../support/http/storefront-client';
import { ask, at, listAt, type Response } from '../support/shops/simulator-client';

let simulator: Simulator;
const clock = new ManualClock();

beforeAll(async () => {
  simulator = await startSimulator({
    products: 20,
    quota: 0,
    clock,
    scopes: [
      'store_v2_products',
      'store_v2_information_read_only',
      'store_channel_settings_read_only',
      'store_channel_listings_read_only',
      'store_sites_read_only',
      'store_v2_customers_read_only',
      'store_storefront_api',
    ],
  });
});
afterAll(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});

/** A separate storefront, so that tests do not depend on each other. */
function aChannel(name: string): number {
  return simulator.store.markets.channels.create({ name, tree: `${name} tree` }).id;
}

async function write(method: 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Response> {
  return ask(simulator, path, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

async function shown(channel: number, ids: number[]): Promise<unknown> {
  const token = await mintToken(simulator, { channel_id: channel });
  const client = new StorefrontClient(simulator, token, `/store-demostore1-${channel}/graphql`);
  const edges = await client.data(
    'query ($ids: [Int!]!) { site { products(entityIds: $ids, first: 50) { edges { node { entityId } } } } }',
    { ids },
    'site',
    'products',
    'edges',
  );
  return listAt(edges).map((edge) => at(edge, 'node', 'entityId'));
}

test('a store without markets has one currency, which all of its channels sell in', async () => {
  const plain = await startSimulator({ quota: 0, scopes: MARKET_SCOPES });
  const currencies = await ask(plain, '/v2/currencies');
  expect(listAt(currencies.body).map((currency) => at(currency, 'currency_code'))).toEqual(['USD']);
  expect(at(currencies.body, 0, 'is_default')).toBe(true);
  expect(at((await ask(plain, '/v3/channels/1/currency-assignments')).body, 'data')).toEqual({
    channel_id: 1,
    enabled_currencies: ['USD'],
    default_currency: 'USD',
  });
  expect((await ask(plain, '/v2/customer_groups')).status).toBe(204);
  await plain.close();
});

test("a channel's storefront shows the products that were assigned to it over REST, until they are not", async () => {
  const channel = aChannel('Assigned');
  const product = simulator.store.products.create({ name: 'Shown abroad' }).id;
  expect(await shown(channel, [product])).toEqual([]);
  const pairs = [{ product_id: product, channel_id: channel }];
  expect((await write('PUT', '/v3/catalog/products/channel-assignments', pairs)).status).toBe(204);
  expect(await shown(channel, [product])).toEqual([product]);
  const assigned = await ask(simulator, `/v3/catalog/products/channel-assignments?channel_id:in=${channel}`);
  expect(at(assigned.body, 'data')).toEqual(pairs);
  await write('DELETE', `/v3/catalog/products/channel-assignments?product_id:in=${product}&channel_id:in=${channel}`);
  expect(await shown(channel, [product])).toEqual([]);
});

test("being in a category of a channel's tree does not put a product on the channel", async () => {
  const channel = aChannel('Categories');
  const trees = await ask(simulator, `/v3/catalog/trees?channel_id:in=${channel}`);
  const category = simulator.store.categories.create({
    name: 'Here',
    tree_id: Number(at(trees.body, 'data', 0, 'id')),
  });
  const product = simulator.store.products.create({ name: 'In a category only' }).id;
  const pairs = [{ product_id: product, category_id: category.id }];
  expect((await write('PUT', '/v3/catalog/products/category-assignments', pairs)).status).toBe(204);
  expect(simulator.store.products.get(product)?.fields.categories).toEqual([category.id]);
  expect(await shown(channel, [product])).toEqual([]);
});

test('writing assignments needs a scope that allows modifying', async () => {
  const readOnly = await startSimulator({ products: 1, quota: 0 });
  const put = await ask(readOnly, '/v3/catalog/products/channel-assignments', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ product_id: 1001, channel_id: 2 }]),
  });
  expect(put.status).toBe(403);
  await readOnly.close();
});

test("without a site, a channel's storefront does not respond", async () => {
  const channel = aChannel('Without a site');
  const site = at((await ask(simulator, `/v3/channels/${channel}/site`)).body, 'data');
  expect(site).toMatchObject({ channel_id: channel, url: `https://store-demostore1-${channel}.mybigcommerce.com` });
  simulator.store.markets.channels.removeSite(channel);
  expect((await ask(simulator, `/v3/channels/${channel}/site`)).status).toBe(404);
  const token = await mintToken(simulator, { channel_id: channel });
  const response = await fetch(`${simulator.url}/store-demostore1-${channel}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ site { settings { channelId } } }' }),
  });
  expect(response.status).toBe(404);
});

test("listings are paged by the last one's id, and those of an unknown channel are none", async () => {
  const { channels, listings } = simulator.store.markets;
  const channel = channels.create({ name: 'Marketplace', type: 'marketplace' }).id;
  const made = [1001, 1002, 1003].map((id) =>
    listings.create({ channel_id: channel, product_id: id, name: `Number ${id}` }),
  );
  const first = await ask(simulator, `/v3/channels/${channel}/listings?limit=2`);
  expect(listAt(first.body, 'data').map((listing) => at(listing, 'name'))).toEqual(['Number 1001', 'Number 1002']);
  const second = await ask(simulator, `/v3/channels/${channel}/listings?limit=2&after=${made[1]?.listing_id}`);
  expect(listAt(second.body, 'data').map((listing) => at(listing, 'name'))).toEqual(['Number 1003']);
  const unknown = await ask(simulator, '/v3/channels/987/listings');
  expect([unknown.status, at(unknown.body, 'data')]).toEqual([200, []]);
});

test("a currency's rate is relative to the default one, and v2 lists have no envelope", async () => {
  const { channels, currencies } = simulator.store.markets;
  const channel = aChannel('Currencies');
  currencies.create({ currency_code: 'eur', rate: 0.849 });
  channels.setCurrencies(channel, { enabled_currencies: ['USD', 'EUR'], default_currency: 'EUR' });
  const listed = await ask(simulator, '/v2/currencies');
  expect(listAt(listed.body).map((each) => [at(each, 'currency_code'), at(each, 'currency_exchange_rate')])).toEqual([
    ['USD', '1.0000000000'],
    ['EUR', '0.8490000000'],
  ]);
  const second = await ask(simulator, '/v2/currencies?page=2');
  expect([second.status, second.text]).toEqual([204, '']);
  const withCurrencies = await ask(simulator, '/v3/channels?include=currencies');
  const own = listAt(withCurrencies.body, 'data').find((each) => at(each, 'id') === channel);
  expect(at(own, 'currencies', 'default_currency')).toBe('EUR');
});

test("a channel has its own guest group or inherits the store's", async () => {
  const { groups } = simulator.store.markets;
  const [store, own] = [groups.create({ name: 'Guests' }), groups.create({ name: 'Guests abroad' })];
  const [inheriting, channel] = [aChannel('Inheriting'), aChannel('Own guests')];
  groups.settings.guest_customer_group_id = store.id;
  groups.configure(channel, { guest_customer_group_id: own.id });
  const settings = async (path: string): Promise<unknown> =>
    at(
      (await ask(simulator, `/v3/customers/settings${path}`)).body,
      'data',
      'customer_group_settings',
      'guest_customer_group_id',
    );
  expect(await settings('')).toBe(store.id);
  expect(await settings(`/channels/${inheriting}`)).toBeNull();
  expect(await settings(`/channels/${channel}`)).toBe(own.id);
  expect([inheriting, channel].map((id) => groups.guestGroupOf(id)?.name)).toEqual(['Guests', 'Guests abroad']);
});

test('dates of customer groups have no zone, and amounts of discounts are texts', async () => {
  const { groups } = simulator.store.markets;
  const rule = { type: 'all' as const, method: 'percent' as const, amount: 5 };
  const group = groups.create({ name: 'Regulars', discount_rules: [rule] });
  const body = (await ask(simulator, `/v2/customer_groups/${group.id}`)).body;
  expect(body).toMatchObject({
    date_created: '2026-01-15 12:00:00',
    discount_rules: [{ type: 'all', method: 'percent', amount: '5.0000' }],
  });
});

test('the locale setting names the default language of a channel', async () => {
  const channel = aChannel('French');
  simulator.store.markets.locales.set(channel, [{ code: 'fr', isDefault: true }, { code: 'en' }]);
  const setting = await ask(simulator, `/v3/settings/store/locale?channel_id=${channel}`);
  expect(at(setting.body, 'data', 'default_shopper_language')).toBe('fr');
});
