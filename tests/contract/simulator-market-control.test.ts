import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { ask, at, listAt, steer, type Json } from '../support/shops/simulator-client';

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ quota: 0, markets: true });
});
afterAll(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});

test('a store with markets has two storefronts, three currencies, two languages and a wholesale group', async () => {
  const { body } = await steer(simulator, 'GET /markets');
  const [home, abroad] = listAt(body, 'channels');
  expect(listAt(body, 'channels')).toHaveLength(2);
  expect(home).toMatchObject({ id: 1, default_currency: 'USD' });
  expect(abroad).toMatchObject({ name: 'Europe', default_currency: 'EUR', locales: [{ code: 'en' }, { code: 'fr' }] });
  expect(listAt(body, 'currencies').map((each) => at(each, 'currency_code'))).toEqual(['USD', 'EUR', 'GBP']);
  expect(listAt(body, 'groups')).toMatchObject([{ name: 'Wholesale' }]);
  expect(listAt(body, 'price_lists')).toMatchObject([{ name: 'Wholesale' }]);
});

test('its first storefront has the same products, categories and prices as that of a plain store', async () => {
  const plain = await startSimulator({ quota: 0 });
  const lists = [
    '/v3/catalog/trees/categories?tree_id:in=1',
    '/v3/catalog/products/channel-assignments?channel_id:in=1',
  ];
  for (const path of lists) expect((await ask(simulator, path)).body).toEqual((await ask(plain, path)).body);
  const prices = '/v3/catalog/products?include_fields=name,price,sale_price,date_modified,custom_url&limit=250';
  expect((await ask(simulator, prices)).body).toEqual((await ask(plain, prices)).body);
  await plain.close();
});

test("a plain store's account may not read customer groups and listings, that of a store with markets may", async () => {
  const plain = await startSimulator({ quota: 0 });
  const statuses = async (of: Simulator): Promise<number[]> =>
    Promise.all(['/v2/customer_groups', '/v3/channels/1/listings'].map(async (path) => (await ask(of, path)).status));
  expect(await statuses(plain)).toEqual([403, 403]);
  expect(await statuses(simulator)).toEqual([200, 200]);
  await plain.close();
});

/** Sends the request, and returns what was created. */
async function made(route: `${string} /${string}`, body?: unknown): Promise<Json> {
  const response = await steer(simulator, route, body);
  expect({ route, status: response.status, text: response.text }).toMatchObject({
    status: expect.toBeOneOf([200, 201, 204]),
  });
  return response.body;
}

test('channels, currencies, languages, groups and price lists are edited over HTTP', async () => {
  const channel = at(await made('POST /channels', { name: 'Japan', tree: 'Japan' }), 'id');
  await made(`PATCH /channels/${String(channel)}`, { status: 'inactive' });
  await made(`PUT /channels/${String(channel)}/site`, { url: 'https://japan.example' });
  await made('POST /currencies', { currency_code: 'JPY', rate: 150, decimal_places: 0 });
  await made('PATCH /currencies/JPY', { rate: 155 });
  const currencies = { enabled_currencies: ['JPY'], default_currency: 'JPY' };
  await made(`PUT /channels/${String(channel)}/currencies`, currencies);
  await made(`PUT /channels/${String(channel)}/locales`, [{ code: 'ja', isDefault: true }]);
  const group = at(await made('POST /groups', { name: 'Staff' }), 'id');
  await made(`PATCH /groups/${String(group)}`, { discount_rules: [{ type: 'all', method: 'percent', amount: 10 }] });
  await made(`PATCH /channels/${String(channel)}/groups`, { guest_customer_group_id: group });
  const { body } = await steer(simulator, 'GET /markets');
  expect(listAt(body, 'channels').find((each) => at(each, 'id') === channel)).toMatchObject({
    status: 'inactive',
    site: 'https://japan.example',
    locales: [{ code: 'ja' }],
    groups: { guest_customer_group_id: group },
    ...currencies,
  });
  await made(`DELETE /channels/${String(channel)}/site`);
  await made(`DELETE /groups/${String(group)}`);
  expect(simulator.store.markets.currencies.find('JPY')?.rate).toBe(155);
});

test('price lists, records and assignments are edited over HTTP', async () => {
  const list = at(await made('POST /price-lists', { name: 'Sale' }), 'id');
  const variant = simulator.store.products.get(simulator.store.products.ids()[0] ?? 0)?.variants[0]?.id;
  await made(`PUT /price-lists/${String(list)}/records`, { variant_id: variant, currency: 'EUR', price: 5 });
  await made(`PUT /price-lists/${String(list)}/records`, [{ variant_id: variant, currency: 'GBP', price: 4 }]);
  await made(`DELETE /price-lists/${String(list)}/records/${String(variant)}/EUR`);
  const records = await ask(simulator, `/v3/pricelists/${String(list)}/records`);
  expect(listAt(records.body, 'data')).toMatchObject([{ currency: 'gbp', price: 4 }]);
  const assignment = at(await made('POST /price-list-assignments', { price_list_id: list, channel_id: 1 }), 'id');
  await made(`DELETE /price-list-assignments/${String(assignment)}`);
  await made(`PATCH /price-lists/${String(list)}`, { active: false });
  await made(`DELETE /price-lists/${String(list)}`);
});

test('translations, modifiers and metafields are edited over HTTP', async () => {
  const product = String(simulator.store.products.ids()[0]);
  await made('PUT /translations', { id: Number(product), channel_id: 2, locale: 'fr', texts: { name: 'Tasse' } });
  const modifier = at(await made(`POST /products/${product}/modifiers`, { display_name: 'Note', type: 'text' }), 'id');
  await made(`PATCH /products/${product}/modifiers/${String(modifier)}`, { required: true });
  const path = `products/${product}/modifiers/${String(modifier)}/values`;
  const added = await made(`POST /${path}`, { label: 'Yes' });
  await made(`PATCH /${path}/${String(at(added, 'option_values', 0, 'id'))}`, { label: 'No' });
  expect(simulator.store.products.get(Number(product))?.modifiers).toMatchObject([
    { display_name: 'Note', required: true, option_values: [{ label: 'No' }] },
  ]);
  await made(`DELETE /products/${product}/modifiers/${String(modifier)}`);
  const fields = { resource_id: Number(product), namespace: 'care', key: 'wash', value: '30' };
  const metafield = at(await made('POST /metafields', fields), 'id');
  await made(`PATCH /metafields/${String(metafield)}`, { value: '40' });
  await made(`DELETE /metafields/${String(metafield)}`);
});

test('a plan without price lists, a limit of the storefront, and old values are switched on over HTTP', async () => {
  await made('PATCH /markets', { price_lists: false, in_flight_quota: 50_000, freshness: { replies: 30_000 } });
  expect((await ask(simulator, '/v3/pricelists')).status).toBe(403);
  expect(simulator.storefront.freshness).toEqual({ replies: 30_000, prices: 0 });
  await made('PATCH /markets', { price_lists: true, in_flight_quota: 0, freshness: { replies: 0 } });
  expect((await steer(simulator, 'PATCH /markets', { misspelled: 1 })).status).toBe(400);
});
