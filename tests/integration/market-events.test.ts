import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { containerOf } from '../../server/src/container';
import { expectedMembers, expectedPrices } from '../support/shops/expected-market';
import { listEvents, processedEvents } from '../support/shops/events';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';
import { settledMarkets, whileMarketsWait } from '../support/shops/settled-markets';
import { registered } from '../support/shops/webhook-registration';
import { countOf as of, pathsSent } from '../support/shops/paths-sent';
import { finishedRun } from '../support/sites/runs';
import { eventually } from '../support/time/eventually';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
const london = { ...abroad, key: 'london', name: 'London', currency: 'GBP' };
// The same parts as `abroad`.
const twin = { ...abroad, key: 'twin', name: 'Twin' };
const retries = { COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS: '1,1,1,1,1' };
let shop: MarketShop;

beforeAll(async () => {
  shop = await openMarketShop([abroad, london, twin], { environment: retries });
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  store.markets.currencies.create({ currency_code: 'GBP', rate: 3 });
  for (const id of store.products.ids().slice(0, 9)) store.products.assign(id, 3);
  await shop.synchronize();
  await untilIdle();
  await shop.site.admin('PUT', '/commerce-bridge/settings', { publicUrl: shop.site.url });
  await registered(shop.site);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.simulator.faults.clear();
  await settled();
});

const site = () => containerOf(shop.site.strapi);
const untilIdle = () => eventually(async () => site().marketPasses.isIdle());

const settled = () => settledMarkets(shop);

const pathsSentFor = (edit: () => void) => pathsSent(shop.simulator, { edit, settled });

async function shown({ channelId, currency }: typeof abroad) {
  const { markets } = site();
  const { store } = shop.simulator;
  const membershipId = await markets.passes.idOf({ kind: 'membership', channelId });
  const partId = await markets.passes.idOf({ kind: 'prices', channelId, currency, customerGroupId: null });
  const members = await markets.members.among(membershipId, store.products.ids());
  return { members: members.sort((a, b) => a - b), prices: await markets.prices.read(partId, store.products.ids()) };
}

function wanted({ channelId, currency }: typeof abroad) {
  const { store } = shop.simulator;
  const market = { key: '', locale: 'en', channelId, currency, customerGroupId: null };
  return { members: expectedMembers(store, market), prices: expectedPrices(store, market) };
}

async function expectAllRight(): Promise<void> {
  for (const market of [abroad, london]) expect(await shown(market)).toEqual(wanted(market));
}

const areAllRight = async () => {
  for (const market of [abroad, london])
    if (JSON.stringify(await shown(market)) !== JSON.stringify(wanted(market))) return false;
  return true;
};

test('a product that changes has its new price in every market, for one request each, and one for the channel', async () => {
  const { store, requests } = shop.simulator;
  const [id = 0] = store.products.ids();
  const before = requests.all(() => true).length;
  store.products.update(id, { price: 77 });
  await settled();
  await expectAllRight();
  const sent = requests.all(() => true).slice(before);
  expect(sent.filter(({ path }) => path.includes('/pricing/products'))).toHaveLength(2);
  expect(sent.filter(({ path }) => path.includes('channel-assignments'))).toHaveLength(1);
});

test('a burst of changed products is one request for each list of prices', async () => {
  const { store, requests } = shop.simulator;
  const before = requests.all(() => true).length;
  // No market is read before the last delivery, however slowly deliveries arrive.
  await whileMarketsWait(shop, () => {
    for (const id of store.products.ids().slice(0, 9)) store.products.update(id, { price: id + 1 });
  });
  await settled();
  await expectAllRight();
  const sent = requests.all(() => true).slice(before);
  expect(sent.filter(({ path }) => path.includes('/pricing/products')).length).toBeLessThanOrEqual(2 * 2);
});

test('events that arrive twice and in any order leave what the store has', async () => {
  const { store, webhooks } = shop.simulator;
  webhooks.disturb({ duplicate: 0.5, reorder: 5 });
  for (const price of [5, 6, 7])
    for (const id of store.products.ids().slice(0, 6)) store.products.update(id, { price });
  await settled();
  webhooks.disturb({});
  await expectAllRight();
});

test('a product that the channel no longer sells is gone with its prices, and there again once it does', async () => {
  const { store } = shop.simulator;
  const [id = 0] = store.products.ids();
  store.products.unassign(id, 3);
  await eventually(areAllRight);
  expect((await shown(abroad)).members).not.toContain(id);
  store.products.assign(id, 3);
  await eventually(areAllRight);
  expect((await shown(abroad)).members).toContain(id);
});

test.each([{ kind: 'status', status: 500 }, { kind: 'overload' }, { kind: 'truncate' }, { kind: 'reset' }] as const)(
  'a fault of the pricing endpoint ($kind) is made up for',
  async (fault) => {
    const { store, faults } = shop.simulator;
    const id = store.products.ids()[2] ?? 0;
    faults.add({ ...fault, path: '*/pricing/products', times: 3 });
    store.products.update(id, { price: 30 + id });
    await eventually(areAllRight);
  },
);

test('a product that the store refuses to price is read again later, and blocks no other', async () => {
  const { store, faults } = shop.simulator;
  const [first = 0, second = 0] = store.products.ids();
  faults.add({
    kind: 'status',
    status: 422,
    path: '*/pricing/products',
    bodyMatches: `"product_id":${first}[,}]`,
    times: 0,
  });
  store.products.update(first, { price: 21 });
  await settled();
  expect((await site().markets.states()).map(({ failure }) => failure)).toEqual([null, null, null]);
  store.products.update(second, { price: 22 });
  await settled();
  const [, other] = (await shown(abroad)).prices;
  expect(other).toEqual(wanted(abroad).prices[1]);
  faults.clear();
  await shop.passMarkets();
  await expectAllRight();
});

test('a market that the store refuses blocks no other, says why, and is read as a whole once the store does not', async () => {
  const { store, faults } = shop.simulator;
  const [first = 0, second = 0] = store.products.ids();
  const refusal = faults.add({ kind: 'status', status: 403, path: '*/pricing/products', times: 0 });
  store.products.update(first, { price: 11 });
  await settled();
  const failed = await processedEvents(shop.site);
  expect(failed.filter(({ status }) => status !== 'complete')).toEqual([]);
  expect(refusal.hits).toBeGreaterThan(0);
  const hits = refusal.hits;
  store.products.update(second, { price: 12 });
  await settled();
  expect(refusal.hits).toBe(hits);
  expect((await site().markets.states()).map(({ failure }) => failure?.part)).toEqual([
    'prices 3 EUR guests',
    'prices 3 GBP guests',
    'prices 3 EUR guests',
  ]);
  faults.clear();
  await shop.passMarkets();
  await expectAllRight();
  expect((await site().markets.states()).map(({ failure }) => failure)).toEqual([null, null, null]);
});

describe('a price list', () => {
  // If a channel has several lists, the store uses the first.
  afterEach(() => {
    const { priceLists } = shop.simulator.store.markets;
    for (const { id } of priceLists.all()) priceLists.delete(id);
  });
  const listOf = (channelId: number) => {
    const { priceLists } = shop.simulator.store.markets;
    const list = priceLists.create({ name: `List of ${channelId} ${priceLists.all().length}` });
    priceLists.assign({ price_list_id: list.id, channel_id: channelId, customer_group_id: null });
    return list.id;
  };
  const variantsOf = (ids: readonly number[]) =>
    ids.flatMap((id) => shop.simulator.store.products.get(id)?.variants.map((variant) => variant.id) ?? []);

  test('that sets many prices at once has these read again, in its currency alone', async () => {
    const { store } = shop.simulator;
    const id = listOf(3);
    await settled();
    const sold = store.products.ids().slice(0, 9);
    const records = variantsOf(sold).map((variant_id) => ({ variant_id, currency: 'EUR', price: 44 }));
    const paths = await pathsSentFor(() => store.markets.priceLists.setRecords(id, records));
    await expectAllRight();
    const { prices } = await shown(abroad);
    const paid = prices.flatMap(({ calculatedPrice, variants }) =>
      variants.length > 0 ? variants.map(({ price }) => price) : [calculatedPrice],
    );
    expect(new Set(paid)).toEqual(new Set([44]));
    const items = sold.length + records.length;
    expect(of(paths, '/pricing/products')).toBeLessThanOrEqual(Math.ceil(items / 50));
    expect(of(paths, 'channel-assignments')).toBe(0);
  });

  test('whose price is set, changed and deleted one by one is followed', async () => {
    const { store } = shop.simulator;
    const id = listOf(3);
    const [product = 0] = store.products.ids();
    const [variant_id = 0] = variantsOf([product]);
    await settled();
    const { priceLists } = store.markets;
    for (const edit of [
      () => priceLists.setRecord(id, { variant_id, currency: 'GBP', price: 3 }),
      () => priceLists.setRecord(id, { variant_id, currency: 'GBP', price: 4 }),
      () => priceLists.deleteRecord(id, { variantId: variant_id, currency: 'GBP' }),
    ]) {
      const paths = await pathsSentFor(edit);
      await expectAllRight();
      expect(of(paths, '/pricing/products')).toBe(1);
    }
  });

  test('in a currency that no market has, has nothing read again', async () => {
    const { store } = shop.simulator;
    const id = listOf(3);
    await settled();
    const [variant_id = 0] = variantsOf(store.products.ids().slice(0, 1));
    const paths = await pathsSentFor(() =>
      store.markets.priceLists.setRecords(id, [{ variant_id, currency: 'CHF', price: 1 }]),
    );
    expect(of(paths, '/pricing/products')).toBe(0);
  });

  test('that is assigned, switched off, on, or deleted has the prices of its channel read again', async () => {
    const { store } = shop.simulator;
    const { priceLists } = store.markets;
    const id = listOf(3);
    await settled();
    const records = variantsOf(store.products.ids()).map((variant_id) => ({ variant_id, currency: 'EUR', price: 55 }));
    await pathsSentFor(() => priceLists.setRecords(id, records));
    for (const edit of [
      () => priceLists.update(id, { active: false }),
      () => priceLists.update(id, { active: true }),
      () => priceLists.delete(id),
    ]) {
      const paths = await pathsSentFor(edit);
      await expectAllRight();
      expect(of(paths, '/pricing/products')).toBeGreaterThanOrEqual(2);
    }
  });

  test('about which the store cannot be asked at the moment is followed once it can', async () => {
    const { store, faults } = shop.simulator;
    const id = listOf(3);
    await settled();
    faults.add({ kind: 'status', status: 500, path: '*/pricelists/assignments', times: 6 });
    const [variant_id = 0] = variantsOf(store.products.ids());
    store.markets.priceLists.setRecords(id, [{ variant_id, currency: 'EUR', price: 66 }]);
    const ofRecords = async () => {
      const { events } = await listEvents(shop.site, `&entity_id=${id}`);
      return events.filter(({ scope }) => scope.startsWith('store/priceList/records/'));
    };
    await eventually(async () => (await ofRecords())[0]?.status === 'failed');
    expect(await ofRecords()).toMatchObject([{ entity: 'market', lastError: expect.stringContaining('500') }]);
    await eventually(areAllRight);
    await settled();
    expect(await ofRecords()).toMatchObject([{ status: 'complete', lastError: null }]);
  });
});

test('a channel whose settings change has read again what they concern', async () => {
  const { markets } = shop.simulator.store;
  const byCurrency = await pathsSentFor(() =>
    markets.channels.setCurrencies(3, { enabled_currencies: ['EUR'], default_currency: 'EUR' }),
  );
  expect([of(byCurrency, '/pricing/products') > 0, of(byCurrency, 'channel-assignments')]).toEqual([true, 0]);
  const byName = await pathsSentFor(() => markets.channels.update(3, { name: 'Further abroad' }));
  expect(of(byName, 'channel-assignments')).toBeGreaterThan(0);
});

test('a product that is resynced, or that an incremental sync finds changed, is read again in every market', async () => {
  const { store, webhooks } = shop.simulator;
  const [first = 0, second = 0] = store.products.ids();
  webhooks.pause();
  try {
    store.products.update(first, { price: 91 });
    store.products.unassign(second, 3);
    for (const id of [first, second]) await site().resyncProduct(id);
    await eventually(areAllRight);
    store.products.assign(second, 3);
    store.products.update(second, { price: 92 });
    await shop.site.admin('POST', '/commerce-bridge/sync', { mode: 'incremental' });
    expect((await finishedRun(shop.site)).mode).toBe('incremental');
    await eventually(areAllRight);
    expect((await shown(abroad)).members).toContain(second);
  } finally {
    webhooks.resume();
  }
});
