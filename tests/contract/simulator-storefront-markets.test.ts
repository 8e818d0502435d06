import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManualClock, startSimulator, type Simulator } from '../../simulator/src/server';
import { UPSTREAM_FRESHNESS } from '../../simulator/src/storefront/freshness';
import { mintToken, StorefrontClient } from '../support/http/storefront-client';
import { at, listAt, type Json } from '../support/shops/simulator-client';

const clock = new ManualClock();
let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ products: 2, quota: 0, clock });
  const { categories, products, markets } = simulator.store;
  markets.channels.create({ id: 3, name: 'France', tree: 'France' });
  markets.currencies.create({ currency_code: 'EUR', rate: 0.5 });
  markets.channels.setCurrencies(3, { enabled_currencies: ['USD', 'EUR'], default_currency: 'EUR' });
  markets.locales.set(3, [{ code: 'en', isDefault: true }, { code: 'fr' }, { code: 'de', status: 'INACTIVE' }]);
  const shelf = categories.create({ name: 'Shelf', tree_id: 3 }).id;
  products.create({ id: 501, name: 'Cup', description: 'A cup', price: 20, channels: [1, 3], categories: [shelf] });
  products.create({ id: 502, name: 'Plate', price: 10, channels: [1] });
  markets.locales.translate(
    { kind: 'product', id: 501, channelId: 3, locale: 'fr' },
    { name: 'Tasse', path: '/tasse/' },
  );
});
afterAll(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});

async function client(channel: number): Promise<StorefrontClient> {
  const token = await mintToken(simulator, { channel_id: channel });
  return new StorefrontClient(simulator, token, channel === 1 ? '/graphql' : `/store-demostore1-${channel}/graphql`);
}

const TEXTS =
  '{ shopperPreferences { locale { resolved } } site { product(entityId: 501) { name description path } } }';
const PRICES = 'site { product(entityId: 501) { prices { price { value currencyCode } } } }';

async function read(channel: number, query: string, headers: Record<string, string> = {}): Promise<Json> {
  const { body } = await (await client(channel)).send(query, {}, headers);
  return at(body, 'data');
}

async function priceOn(channel: number, headers: Record<string, string> = {}, preferences = ''): Promise<Json> {
  return at(await read(channel, `query ${preferences} { ${PRICES} }`, headers), 'site', 'product', 'prices', 'price');
}

describe('texts', () => {
  const french = { shopperPreferences: { locale: { resolved: 'fr' } } };

  test('are those of the locale in the directive, each falling back on its own, also the path', async () => {
    expect(await read(3, `query @shopperPreferences(locale: "fr") ${TEXTS}`)).toEqual({
      ...french,
      site: { product: { name: 'Tasse', description: 'A cup', path: '/tasse/' } },
    });
  });

  test('are those of Accept-Language without a directive', async () => {
    expect(await read(3, TEXTS, { 'accept-language': 'fr-FR, en;q=0.5' })).toMatchObject(french);
  });

  test.each(['de', 'frr'])('are the default ones for %s, and resolved says so', async (locale) => {
    expect(await read(3, `query @shopperPreferences(locale: "${locale}") ${TEXTS}`)).toMatchObject({
      shopperPreferences: { locale: { resolved: 'en' } },
      site: { product: { name: 'Cup' } },
    });
  });

  test('of one channel are not those of another', async () => {
    expect(await read(1, `query @shopperPreferences(locale: "fr") ${TEXTS}`)).toMatchObject({
      shopperPreferences: { locale: { resolved: 'en' } },
      site: { product: { name: 'Cup' } },
    });
  });

  test('a translated path leads to its product, in its locale only', async () => {
    const route = '{ site { route(path: "/tasse/") { node { ... on Product { entityId } } } } }';
    expect(at(await read(3, `query @shopperPreferences(locale: "fr") ${route}`), 'site', 'route', 'node')).toEqual({
      entityId: 501,
    });
    expect(at(await read(3, route), 'site', 'route', 'node')).toBeNull();
  });

  test('the settings list the active locales and the currencies of the channel', async () => {
    const query =
      '{ site { settings { locales { code isDefault } currency { defaultCurrency } } currencies { edges { node { code } } } } }';
    const site = at(await read(3, query), 'site');
    expect(at(site, 'settings')).toEqual({
      locales: [
        { code: 'en', isDefault: true },
        { code: 'fr', isDefault: false },
      ],
      currency: { defaultCurrency: 'EUR' },
    });
    expect(listAt(site, 'currencies', 'edges').map((edge) => at(edge, 'node', 'code'))).toEqual(['USD', 'EUR']);
  });
});

describe('products', () => {
  test('of other channels are missing from the page, without an error', async () => {
    const query = '{ site { products(entityIds: [501, 502], first: 50) { edges { node { entityId } } } } }';
    const ids = async (channel: number): Promise<Json[]> =>
      listAt(await read(channel, query), 'site', 'products', 'edges').map((edge) => at(edge, 'node', 'entityId'));
    expect([await ids(1), await ids(3)]).toEqual([[501, 502], [501]]);
  });

  test('outside the categories of a group are missing for its customers', async () => {
    const { groups } = simulator.store.markets;
    const group = groups.create({ name: 'Nothing', category_access: { type: 'none' } }).id;
    const headers = customer(group);
    expect(at(await read(3, '{ site { product(entityId: 501) { name } } }', headers), 'site', 'product')).toBeNull();
  });
});

/** Logs a new customer of the group in. */
function customer(groupId: number): Record<string, string> {
  const { customers } = simulator.storefront;
  const email = `group-${groupId}@example.com`;
  customers.register({ firstName: 'A', lastName: 'B', email, password: 'secret123', groupId });
  return { 'x-bc-customer-access-token': customers.login(email, 'secret123').session?.token ?? '' };
}

describe('prices', () => {
  test('are in the currency of the argument, of the directive, or of the channel', async () => {
    expect(await priceOn(1)).toEqual({ value: 20, currencyCode: 'USD' });
    expect(await priceOn(3)).toEqual({ value: 10, currencyCode: 'EUR' });
    expect(await priceOn(3, {}, '@shopperPreferences(displayCurrencyCode: "USD")')).toEqual({
      value: 20,
      currencyCode: 'USD',
    });
    const query = '{ site { product(entityId: 501) { prices(currencyCode: EUR) { price { value } } } } }';
    expect(at(await read(1, query), 'site', 'product', 'prices', 'price', 'value')).toBe(10);
  });

  test("are the customer's group's with their token, and null where a tax-flagged list has no record", async () => {
    const { groups, priceLists } = simulator.store.markets;
    const group = groups.create({ name: 'Wholesale' }).id;
    const list = priceLists.create({ name: 'Wholesale' }).id;
    priceLists.assign({ price_list_id: list, customer_group_id: group, channel_id: null });
    const variant = simulator.store.products.get(501)?.variants[0]?.id ?? 0;
    priceLists.setRecord(list, { variant_id: variant, currency: 'EUR', price: 7 });
    const headers = customer(group);
    expect(await priceOn(3, headers)).toEqual({ value: 7, currencyCode: 'EUR' });
    expect(await priceOn(3)).toEqual({ value: 10, currencyCode: 'EUR' });
    priceLists.update(list, { prices_entered_with_tax: true });
    const query = `{ site { product(entityId: 501) { prices(currencyCode: USD) { price { value } } } } }`;
    expect(at(await read(3, query, headers), 'site', 'product', 'prices')).toBeNull();
  });
});

test('modifiers are among the options, as what they are, without what they add to the price', async () => {
  const { id } = simulator.store.products.create({ name: 'Engraved', price: 10, channels: [1] });
  const modifier = { name: 'Text', required: true, sort_order: 0, option_values: [] };
  simulator.store.state.edit(id, (product) => {
    const config = { text_max_length: 20 };
    product.modifiers.push({ ...modifier, id: 9001, display_name: 'Engraving', type: 'text', config });
  });
  const options = `productOptions { edges { node { entityId isRequired isVariantOption ... on TextFieldOption { maxLength } } } }`;
  const product = at(await read(1, `{ site { product(entityId: ${id}) { ${options} } } }`), 'site', 'product');
  expect(listAt(product, 'productOptions', 'edges')).toEqual([
    { node: { entityId: 9001, isRequired: true, isVariantOption: false, maxLength: 20 } },
  ]);
});

describe('freshness', () => {
  test('a kept response lasts 30 seconds, and kept prices of lists ten minutes', async () => {
    const { channels, groups, priceLists } = simulator.store.markets;
    const { freshness } = simulator.storefront;
    const channel = channels.create({ name: 'Kept' }).id;
    const { id, variants } = simulator.store.products.create({ name: 'Kept', price: 20, channels: [channel] });
    const list = priceLists.create({ name: 'Kept' }).id;
    priceLists.assign({ price_list_id: list, customer_group_id: null, channel_id: channel });
    const variant = variants[0]?.id ?? 0;
    priceLists.setRecord(list, { variant_id: variant, currency: 'USD', price: 15 });
    const query = `{ site { product(entityId: ${id}) { name prices { price { value } } } } }`;
    const seen = async (): Promise<unknown> => {
      const product = at(await read(channel, query), 'site', 'product');
      return [at(product, 'name'), at(product, 'prices', 'price', 'value')];
    };
    Object.assign(freshness, UPSTREAM_FRESHNESS);
    const before = await seen();
    simulator.store.products.rename(id, 'Renamed');
    priceLists.setRecord(list, { variant_id: variant, currency: 'USD', price: 12 });
    const atOnce = await seen();
    clock.advance(30_000);
    const later = await seen();
    clock.advance(570_000);
    const fresh = await seen();
    Object.assign(freshness, { replies: 0, prices: 0 });
    expect([before, atOnce, later, fresh]).toEqual([
      ['Kept', 15],
      ['Kept', 15],
      ['Renamed', 15],
      ['Renamed', 12],
    ]);
    expect(groups.guestGroupOf(channel)).toBeNull();
  });
});

test('with a quota of complexity, responses say what is left, and what exceeds it is a 429', async () => {
  const { inFlight } = simulator.storefront;
  const token = await client(1);
  const without = await token.send(TEXTS);
  inFlight.quota = 500;
  const within = await token.send(TEXTS);
  const complexity = Number(within.headers.get('x-bc-graphql-complexity'));
  inFlight.quota = 1;
  const beyond = await token.send(TEXTS);
  inFlight.quota = 0;
  expect(without.headers.get('x-bc-ip-rate-limit-requests-quota')).toBeNull();
  expect(within.headers.get('x-bc-ip-rate-limit-requests-quota')).toBe('500');
  expect(Number(within.headers.get('x-bc-ip-rate-limit-requests-quota-left'))).toBe(500 - complexity);
  expect(beyond.status).toBe(429);
});
