import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  localeChoices,
  marketChoices,
  marketCosts,
  marketPreview,
  marketRows,
} from '../../contracts/admin/market-desk';
import { productList } from '../../contracts/rest/products';
import { addSampleMarkets } from '../../simulator/src/markets/sample-markets';
import { expectedPrices } from '../support/shops/expected-market';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';
import { eventually } from '../support/time/eventually';

const guests = { customerGroupId: null, locale: 'en' };
let shop: MarketShop;
let beforeTheFirstSync: Awaited<ReturnType<typeof rows>>;

beforeAll(async () => {
  shop = await openMarketShop([
    { key: 'europe', name: 'Europe', channelId: 3, currency: 'EUR', locale: 'en' },
    { key: 'wholesale', name: 'Wholesale', channelId: 1, currency: 'USD', locale: 'en', customerGroupId: 1 },
    { key: 'lost', name: 'Lost', channelId: 3, currency: 'JPY', locale: 'en' },
    { key: 'closed', name: 'Closed', channelId: 1, currency: 'USD', locale: 'en' },
  ]);
  const { store } = shop.simulator;
  shop.simulator.account.scopes.add('store_v2_customers_read_only');
  expect(addSampleMarkets(store)).toMatchObject({ channelId: 3, groupId: 1 });
  const taxed = store.markets.priceLists.create({ name: 'Taxed', prices_entered_with_tax: true }).id;
  store.markets.priceLists.assign({ price_list_id: taxed, channel_id: 3, customer_group_id: null });
  const [first = 0, second = 0] = sold();
  for (const { id } of store.products.get(first)?.variants ?? [])
    store.markets.priceLists.setRecord(taxed, { variant_id: id, currency: 'EUR', price: 12, sale_price: 9 });
  expect(second).toBeGreaterThan(0);
  beforeTheFirstSync = await rows();
  await shop.synchronize();
  await shop.passMarkets('europe', 'wholesale', 'closed');
});
afterEach(() => {
  shop.simulator.faults.clear();
  for (const scope of ['store_v2_customers_read_only', 'store_channel_settings_read_only'])
    shop.simulator.account.scopes.add(scope);
});
afterAll(() => shop.close());

const sold = () =>
  shop.simulator.store.products.ids().filter((id) => {
    const product = shop.simulator.store.products.get(id);
    return product?.channels.includes(3) && product.fields.is_visible;
  });
const ask = (path: string) => shop.site.admin('GET', `/commerce-bridge/markets${path}`);
const rows = async () => marketRows.parse((await ask('')).body).markets;
const choices = async () => marketChoices.parse((await ask('/choices')).body);
const cost = (markets: unknown) => shop.site.admin('POST', '/commerce-bridge/markets/cost', { markets });
const costs = async (markets: unknown) => marketCosts.parse((await cost(markets)).body);

describe('the markets of the site', () => {
  test('begin with the default one, and before the first sync none is ready', () => {
    expect(beforeTheFirstSync.map(({ key, isDefault, isReady }) => [key, isDefault, isReady])).toEqual([
      ['default', true, false],
      ['europe', false, false],
      ['wholesale', false, false],
      ['lost', false, false],
      ['closed', false, false],
    ]);
    expect(beforeTheFirstSync[0]).toMatchObject({ channelId: null, currency: null, lastCompleteAt: null, products: 0 });
  });

  test('say what they sell, what of it has a price, and why one cannot be read', async () => {
    const [first, europe, wholesale, lost] = await rows();
    const { total } = productList.parse(await shop.read('/products'));
    expect(first).toMatchObject({ channelId: 1, currency: 'USD', isPublic: true, isReady: true, products: total });
    expect(first?.lastCompleteAt).toMatch(/^\d{4}-/);
    expect(europe).toMatchObject({
      isReady: true,
      isPublic: true,
      products: shop.simulator.store.products.ids().filter((id) => isAssigned(id)).length,
      failure: null,
    });
    const prices = expectedPrices(shop.simulator.store, { ...guests, key: '', channelId: 3, currency: 'EUR' });
    const unpriced = prices.filter(({ calculatedPrice }) => calculatedPrice === null).length;
    expect([europe?.priced, europe?.unpriced]).toEqual([prices.length - unpriced, unpriced]);
    expect(unpriced).toBeGreaterThan(0);
    expect(wholesale).toMatchObject({ isReady: true, isPublic: false, customerGroupId: 1, unpriced: 0 });
    expect(lost).toMatchObject({
      isReady: false,
      isUnderWay: false,
      failure: { code: expect.stringMatching(/./), message: expect.stringContaining('JPY'), isHeld: false },
    });
  });

  test('are idle once everything is read, and not while something waits to be read', async () => {
    const isIdle = async () => marketRows.parse((await ask('')).body).isIdle;
    expect(await isIdle()).toBe(true);
    const fault = shop.simulator.faults.add({
      kind: 'delay',
      milliseconds: 60_000,
      path: '/v3/pricing/products',
      times: 0,
    });
    expect((await shop.site.admin('POST', '/commerce-bridge/markets/europe/sync', {})).status).toBe(202);
    expect(await isIdle()).toBe(false);
    await eventually(async () => fault.hits > 0);
    expect(await isIdle()).toBe(false);
    expect((await shop.site.admin('POST', '/commerce-bridge/sync/cancel')).status).toBe(200);
    // The instance that reads notices it within a second.
    await eventually(isIdle);
    shop.simulator.faults.clear();
    await shop.passMarkets('europe');
  });

  const isAssigned = (id: number) => shop.simulator.store.products.get(id)?.channels.includes(3);
});

describe('the choices', () => {
  test('are the storefronts, currencies, and groups that the store has at this moment', async () => {
    const { store } = shop.simulator;
    store.markets.channels.create({ id: 7, name: 'Counter', type: 'pos' });
    store.markets.channels.create({ id: 8, name: 'Old', status: 'archived' });
    const { channels, currencies, customerGroups } = await choices();
    expect(channels.failure).toBeNull();
    expect(channels.items).toMatchObject([
      { id: 1, isOffered: true, currencies: ['USD', 'GBP'], defaultCurrency: 'USD' },
      { id: 2, isOffered: true },
      { id: 3, name: 'Europe', isOffered: true, currencies: ['EUR', 'GBP'], defaultCurrency: 'EUR' },
      { id: 7, name: 'Counter', isOffered: false },
      { id: 8, name: 'Old', isOffered: false, status: 'archived' },
    ]);
    expect(currencies.items.map(({ code }) => code).sort()).toEqual(['EUR', 'GBP', 'USD']);
    expect(customerGroups).toEqual({ items: [{ id: 1, name: 'Wholesale' }], unreadable: 0, failure: null });
    store.markets.groups.create({ name: 'Club' });
    expect((await choices()).customerGroups.items).toMatchObject([{ name: 'Wholesale' }, { name: 'Club' }]);
  });

  test('have the languages of a channel, its default one first', async () => {
    const { locales } = shop.simulator.store.markets;
    locales.set(1, [{ code: 'de' }, { code: 'en', isDefault: true }]);
    expect(localeChoices.parse((await ask('/locales/1')).body)).toEqual({
      items: ['en', 'de'],
      unreadable: 0,
      failure: null,
    });
    expect((await ask('/locales/0')).status).toBe(400);
    expect((await ask('/locales/one')).status).toBe(400);
  });

  test('have the default language of a channel whose storefront does not say, and why', async () => {
    shop.simulator.faults.add({ kind: 'status', status: 400, path: '*graphql' });
    expect(localeChoices.parse((await ask('/locales/3')).body)).toMatchObject({
      items: ['en'],
      failure: { code: expect.any(String), message: expect.stringContaining('400'), scope: null },
    });
  });

  test('have it soon where the storefront does not respond, and say so', async () => {
    shop.simulator.faults.add({ kind: 'delay', milliseconds: 60_000, path: '*graphql', times: 0 });
    expect(localeChoices.parse((await ask('/locales/3')).body)).toMatchObject({
      items: ['en'],
      failure: { code: 'time_limit', message: expect.stringContaining('longer than 3 seconds') },
    });
  });

  test('of which one is refused name the scope that it takes, and the others remain', async () => {
    shop.simulator.account.scopes.delete('store_v2_customers_read_only');
    const { channels, currencies, customerGroups } = await choices();
    expect(customerGroups).toMatchObject({
      items: [],
      failure: { code: 'upstream_scope_missing', scope: 'store_v2_customers_read_only' },
    });
    expect([channels.failure, currencies.failure]).toEqual([null, null]);
    expect(channels.items.length).toBeGreaterThan(1);
  });

  test('of which the currencies of channels are refused name the scope, and offer those of the store', async () => {
    const path = '/v3/channels/currency-assignments';
    shop.simulator.faults.add({ path, kind: 'status', status: 403, times: 0 });
    const { channels, currencies } = await choices();
    expect(channels.currencyFailure).toMatchObject({
      code: 'upstream_scope_missing',
      scope: 'store_channel_settings_read_only',
    });
    expect(channels.failure).toBeNull();
    expect(channels.items.find(({ id }) => id === 3)).toMatchObject({ name: 'Europe', currencies: null });
    expect(currencies.failure).toBeNull();
    expect(currencies.items.length).toBeGreaterThan(1);
    shop.simulator.faults.clear();
    expect((await choices()).channels.currencyFailure).toBeNull();
  });

  test('that the plan does not include carry the words of the store', async () => {
    const body = { status: 403, title: 'Customer groups are not available on this plan.' };
    shop.simulator.faults.add({ path: '/v2/customer_groups', kind: 'status', status: 403, body, times: 0 });
    const { failure } = (await choices()).customerGroups;
    expect(failure?.message).toContain('not available on this plan');
  });

  test.each([
    ['a wrong token', { kind: 'status', status: 401 }, 'upstream_unauthorized'],
    ['an outage', { kind: 'status', status: 500 }, 'upstream_http_error'],
    ['a proxy’s page', { kind: 'status', status: 200, body: '<html>' }, 'upstream_response_unusable'],
  ] as const)('after %s say why', async (_name, fault, code) => {
    shop.simulator.faults.add({ ...fault, path: '/v2/currencies', times: 0 });
    const { currencies, channels } = await choices();
    expect(currencies).toMatchObject({ items: [], failure: { code, scope: null } });
    expect(channels.failure).toBeNull();
  });

  test('without any are an empty list, and no failure', async () => {
    shop.simulator.faults.add({ path: '/v2/customer_groups', kind: 'status', status: 204, times: 0 });
    expect((await choices()).customerGroups).toEqual({ items: [], unreadable: 0, failure: null });
  });

  test('when the quota is used up, wait for the store to allow it', async () => {
    shop.simulator.faults.add({ path: '/v2/currencies', kind: 'rate-limit', resetMilliseconds: 200 });
    expect((await choices()).currencies.failure).toBeNull();
  });
});

describe('the cost', () => {
  test('counts what markets share once, and says at which quota', async () => {
    const europe = { ...guests, channelId: 3, currency: 'EUR' };
    const { markets, total, quota } = await costs([europe, { ...europe, currency: 'GBP' }, europe]);
    expect(markets[0]).toMatchObject({ requests: markets[0]?.added });
    expect(markets[1]?.added).toBeLessThan(markets[1]?.requests ?? 0);
    expect(markets[2]).toMatchObject({ added: 0, seconds: 0 });
    expect(total.requests).toBe((markets[0]?.added ?? 0) + (markets[1]?.added ?? 0));
    // The quota as the simulated store reports it.
    expect(quota).toEqual({ requests: 10_000_000, reserve: 15, seconds: 30, isKnown: true });
  });

  test('is what a pass takes', async () => {
    const [market] = (await costs([{ ...guests, channelId: 3, currency: 'EUR' }])).markets;
    shop.simulator.requests.clear();
    await shop.passMarkets('europe');
    // The market with a currency that the store lacks is retried, too; and single products may be updated.
    const isAnother = (request: string) => /JPY|product_id%3Ain|"items":\[{"product_id":\d+}]/.test(request);
    const sent = shop.simulator.requests
      .all()
      .map(({ method, path, query, body }) => JSON.stringify([method, path, query, body]))
      .filter((request) => !isAnother(request));
    const different = [...new Set(sent)];
    expect(different, different.join('\n')).toHaveLength(market?.requests ?? 0);
  });

  test('of nothing is nothing, and of what is no market a 400', async () => {
    expect((await costs([])).total).toEqual({ requests: 0, seconds: 0 });
    expect((await cost([{ ...guests, channelId: 0, currency: 'EUR' }])).status).toBe(400);
    expect((await cost('all')).status).toBe(400);
  });
});

describe('the preview of a product', () => {
  const setPages = (productPageAddress: string | null) =>
    shop.site.admin('PUT', '/commerce-bridge/settings', { productPageAddress });
  beforeEach(() => setPages('https://shop.example.com/{market}/{slug}'));
  const preview = async (id: number) => marketPreview.parse((await ask(`/preview/${id}`)).body).markets;

  test('is what the public API shows of it in each market', async () => {
    const [id = 0] = sold();
    const shown = await preview(id);
    expect(shown.map(({ key, state }) => [key, state])).toEqual([
      ['default', 'shown'],
      ['europe', 'shown'],
      ['wholesale', 'shown'],
      ['lost', 'not_ready'],
      ['closed', 'shown'],
    ]);
    const [item] = productList.parse(await shop.read(`/products?ids=${id}&market=europe`)).products;
    const { name, price, permalink, sale_price: salePrice, in_stock: inStock } = item ?? expect.fail('it is not sold');
    expect(shown[1]).toMatchObject({ currency: 'EUR', product: { name, price, salePrice, inStock, permalink } });
    expect([price, salePrice]).toEqual([12, 9]);
  });

  test('has no addresses of pages unless they are set', async () => {
    const [id = 0] = sold();
    await setPages(null);
    expect((await preview(id)).flatMap(({ product }) => product?.permalink ?? [])).toEqual([]);
  });

  test('distinguishes a product without a price from one that is not sold', async () => {
    const [, unpriced = 0] = sold();
    expect((await preview(unpriced))[1]).toMatchObject({ state: 'unpriced', product: { price: null, inStock: false } });
    const { id: home } = shop.simulator.store.products.create({ name: 'Only at home', price: 5, channels: [1] });
    await shop.site.admin('POST', `/commerce-bridge/products/${home}/resync`);
    expect((await preview(home)).map(({ state }) => state).slice(0, 2)).toEqual(['shown', 'absent']);
    expect((await preview(999_999)).map(({ state }) => state).slice(0, 2)).toEqual(['absent', 'absent']);
    expect((await ask('/preview/none')).status).toBe(400);
  });
});
