import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MarketState } from '../../server/src/markets/market-states';
import { containerOf } from '../../server/src/container';
import { createKnexLeaseStore } from '../../server/src/database/knex-lease-store';
import { minutes } from '../../server/src/lib/durations';
import { expectedMembers, expectedPrices } from '../support/shops/expected-market';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';
import { eventually } from '../support/time/eventually';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
const london = { ...abroad, key: 'london', name: 'London', currency: 'GBP' };
const lost = { ...abroad, key: 'lost', name: 'Lost', currency: 'JPY' };
let shop: MarketShop;
let beforeTheCatalog: { states: MarketState[]; requests: readonly unknown[] };
let afterTheFirstSync: { states: MarketState[]; prices: Awaited<ReturnType<typeof pricesOf>>[] };

beforeAll(async () => {
  shop = await openMarketShop([abroad, london, lost]);
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  store.markets.currencies.create({ currency_code: 'GBP', rate: 3 });
  for (const id of store.products.ids().slice(0, 8)) store.products.assign(id, 3);
  site().marketPasses.wake();
  beforeTheCatalog = {
    states: await site().markets.states(),
    requests: shop.simulator.requests.all(({ path }) => path.includes('channel-assignments')),
  };
  await shop.synchronize();
  await untilIdle();
  afterTheFirstSync = {
    states: await site().markets.states(),
    prices: [await pricesOf(abroad), await pricesOf(london)],
  };
});
afterAll(() => shop.close());

const site = () => containerOf(shop.site.strapi);
const stateOf = async (key: string): Promise<MarketState | undefined> =>
  (await site().markets.states()).find((state) => state.key === key);
const cancel = (body?: object) => shop.site.admin('POST', '/commerce-bridge/sync/cancel', body);
const untilIdle = () => eventually(async () => site().marketPasses.isIdle());
const pricesOf = async ({ channelId, currency }: typeof abroad) => {
  const { markets } = site();
  const of = { key: '', locale: 'en', channelId, currency, customerGroupId: null };
  const partId = await markets.passes.idOf({ kind: 'prices', channelId, currency, customerGroupId: null });
  return {
    stored: await markets.prices.read(partId, expectedMembers(shop.simulator.store, of)),
    expected: expectedPrices(shop.simulator.store, of),
  };
};

test('nothing of a further market is read before the catalog', () => {
  expect(beforeTheCatalog).toMatchObject({
    states: [
      { key: 'abroad', isComplete: false, lastCompleteAt: null, products: 0, failure: null },
      { key: 'london', isComplete: false },
      { key: 'lost', isComplete: false },
    ],
    requests: [],
  });
});

test('after the first sync, every further market is read; one that cannot be says why, and blocks no other', () => {
  const [abroadState, londonState, lostState] = afterTheFirstSync.states;
  expect(abroadState).toMatchObject({ isComplete: true, isUnderWay: false, products: 8, failure: null });
  expect(londonState).toMatchObject({ isComplete: true, products: 8, failure: null });
  expect(lostState?.failure).toMatchObject({
    part: 'prices 3 JPY guests',
    code: expect.stringMatching(/./),
    message: expect.stringContaining('JPY'),
  });
  for (const { stored, expected } of afterTheFirstSync.prices) expect(stored).toEqual(expected);
});

test('a full sync reads them again, an incremental one does not', async () => {
  const { store } = shop.simulator;
  const before = await stateOf('abroad');
  const [first = 0] = store.products.ids();
  store.products.update(first, { price: 99 });
  await shop.synchronize({ mode: 'incremental' });
  expect(await site().marketPasses.isIdle()).toBe(true);
  await shop.synchronize();
  await untilIdle();
  expect((await stateOf('abroad'))?.lastCompleteAt).not.toEqual(before?.lastCompleteAt);
  const { stored, expected } = await pricesOf(abroad);
  expect(stored).toEqual(expected);
});

test('a restart continues with what was interrupted, and a request reads one market without a sync', async () => {
  const { store } = shop.simulator;
  store.markets.currencies.create({ currency_code: 'JPY', rate: 100 });
  const { markets } = site();
  // The state that a process leaves if it is killed between two pages.
  const part = { kind: 'prices', channelId: 3, currency: 'EUR', customerGroupId: null } as const;
  const pass = await markets.passes.carry(part);
  expect((await stateOf('abroad'))?.isUnderWay).toBe(true);
  expect(pass.position).toBe(0);
  await shop.restart();
  await untilIdle();
  expect((await stateOf('abroad'))?.isUnderWay).toBe(false);
  await shop.passMarkets('lost');
  expect(await stateOf('lost')).toMatchObject({ isComplete: true, failure: null });
});

test('a market whose reading was canceled is not being read, says so, and is read when somebody asks for it', async () => {
  const { faults } = shop.simulator;
  const fault = faults.add({
    kind: 'delay',
    milliseconds: 60_000,
    path: '/v3/catalog/products/channel-assignments',
    times: 0,
  });
  await site().marketPasses.request('abroad', { confirms: false });
  await eventually(async () => fault.hits > 0);
  expect((await stateOf('abroad'))?.isUnderWay).toBe(true);
  expect(await cancel()).toMatchObject({ status: 200, body: { run: null, areMarketsCanceled: true } });
  expect(await stateOf('abroad')).toMatchObject({ isUnderWay: false, isCanceled: true });
  const troubles = async () => (await site().markets.troubles())?.canceled;
  expect(await troubles()).toContain('Abroad');
  // Nothing is under way anymore.
  expect(await cancel()).toMatchObject({ status: 200, body: { run: null, areMarketsCanceled: false } });
  faults.clear();
  await shop.passMarkets('abroad');
  expect(await troubles()).toEqual([]);
  const { stored, expected } = await pricesOf(abroad);
  expect(stored).toEqual(expected);
});

test('a reading that was interrupted is not canceled while nobody reads', async () => {
  const { database, databaseClock: clock, markets } = site();
  const leases = createKnexLeaseStore({ database, clock });
  const lease = { name: 'sync', holder: 'another instance', duration: minutes(1) };
  await eventually(async () => leases.acquire(lease));
  // What a sync leaves that interrupts a pass.
  await markets.passes.carry({ kind: 'prices', channelId: 3, currency: 'EUR', customerGroupId: null });
  expect((await stateOf('abroad'))?.isUnderWay).toBe(true);
  expect(await cancel()).toMatchObject({ status: 200, body: { run: null, areMarketsCanceled: false } });
  expect(await stateOf('abroad')).toMatchObject({ isUnderWay: true, isCanceled: false });
  await leases.release(lease);
  site().marketPasses.wake();
  await untilIdle();
  expect((await stateOf('abroad'))?.isUnderWay).toBe(false);
});

test('a reading is canceled between two of its parts, too', async () => {
  const { faults } = shop.simulator;
  const fault = faults.add({ kind: 'delay', milliseconds: 60_000, path: '/v2/currencies', times: 0 });
  await site().marketPasses.request('abroad', { confirms: false });
  await eventually(async () => fault.hits > 0);
  expect((await stateOf('abroad'))?.isUnderWay).toBe(false);
  // Somebody who cancels a sync that has just ended does not mean what is being read now.
  const ended = await cancel({ runId: 'one that has ended' });
  expect(ended).toMatchObject({ status: 200, body: { run: null, areMarketsCanceled: false } });
  expect(await cancel()).toMatchObject({ status: 200, body: { run: null, areMarketsCanceled: true } });
  expect((await stateOf('abroad'))?.isCanceled).toBe(true);
  faults.clear();
  await shop.passMarkets('abroad');
  expect((await stateOf('abroad'))?.isCanceled).toBe(false);
});

test('an administrator has one market read again, and may confirm that its channel sells nothing anymore', async () => {
  const { store } = shop.simulator;
  const ask = (key: string, body: object = {}) => shop.site.admin('POST', `/commerce-bridge/markets/${key}/sync`, body);
  for (const id of store.products.ids()) store.products.unassign(id, 3);
  expect(await ask('abroad')).toMatchObject({ status: 202, body: { key: 'abroad' } });
  await untilIdle();
  expect(await stateOf('abroad')).toMatchObject({ products: 8, failure: { code: 'channel_empty' } });
  expect((await ask('abroad', { allowMassRemoval: true })).status).toBe(202);
  await untilIdle();
  expect(await stateOf('abroad')).toMatchObject({ products: 0, failure: null });
  expect((await ask('nowhere')).status).toBe(404);
  expect((await ask('abroad', { force: true })).status).toBe(400);
});
