import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { healthRecord } from '../../contracts/admin/health';
import { marketRows } from '../../contracts/admin/market-desk';
import { overview } from '../../contracts/admin/overview';
import { containerOf } from '../../server/src/container';
import { openShop, type Shop } from '../support/shops/shop';
import { eventually } from '../support/time/eventually';

const europe = { key: 'europe', name: 'Europe', channelId: 3, currency: 'EUR', locale: 'en' };
const prices = '/v3/pricing/products';
const scheduled = { syncSchedule: '0 3 * * *', sweepEnabled: true, fullSyncEveryDays: 7 };
let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ simulator: { products: 12 } });
  const { markets } = shop.simulator.store;
  markets.channels.create({ id: 3, name: 'Europe' });
  markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  await shop.synchronize();
});
afterAll(() => shop.close());
beforeEach(async () => {
  const { faults, store } = shop.simulator;
  faults.clear();
  for (const id of store.products.ids().slice(0, 8)) store.products.assign(id, 3);
  await set({ ...scheduled, markets: [europe] });
  await readAnew('europe');
});

async function set(settings: object): Promise<void> {
  expect((await shop.site.admin('PUT', '/commerce-bridge/settings', settings)).status).toBe(200);
}
const untilIdle = () => eventually(async () => containerOf(shop.site.strapi).marketPasses.isIdle());
async function readAnew(key: string, body: object = {}): Promise<void> {
  expect((await shop.site.admin('POST', `/commerce-bridge/markets/${key}/sync`, body)).status).toBe(202);
  await untilIdle();
}

/** The markets' part of the status that every page shows, without a health check in between. */
async function status() {
  const { status: shown } = overview.parse((await shop.site.admin('GET', '/commerce-bridge/overview')).body);
  const ours = <Reason extends { code: string }>(reasons: readonly Reason[]) =>
    reasons.filter(({ code }) => code.startsWith('market'));
  return { kind: shown.kind, reasons: ours(shown.reasons), hints: ours(shown.hints) };
}

test('markets that are read say nothing', async () => {
  expect(await status()).toMatchObject({ reasons: [], hints: [] });
});

test('a market that was never read is an error, which names it, its reason, since when, and where to look', async () => {
  await set({ markets: [europe, { ...europe, key: 'japan', name: 'Japan', currency: 'JPY' }] });
  await untilIdle();
  const first = await status();
  expect(first).toMatchObject({
    kind: 'failing',
    reasons: [
      {
        code: 'market_unread',
        values: { markets: 'Japan', count: 1, reason: expect.stringContaining('JPY'), at: expect.any(String) },
        text: expect.stringMatching(/^The market Japan .*JPY.* Settings → Commerce Bridge → Markets/),
        fix: 'markets',
      },
    ],
  });
  // The next attempt does not reset its time.
  await readAnew('japan');
  expect((await status()).reasons).toEqual(first.reasons);
  const { body } = await shop.site.admin('POST', '/commerce-bridge/health/check');
  const [{ code, values } = { code: null, values: null }] = first.reasons;
  expect(healthRecord.parse(body)).toMatchObject({
    healthy: false,
    issues: expect.arrayContaining([expect.objectContaining({ code, values })]),
  });

  shop.simulator.store.markets.currencies.create({ currency_code: 'JPY', rate: 100 });
  await readAnew('japan');
  expect((await status()).reasons).toEqual([]);
});

test('a market that was read before is outdated, and leads to the connection where the token is why', async () => {
  const { faults } = shop.simulator;
  faults.add({ kind: 'status', status: 422, path: prices, times: 0 });
  await readAnew('europe');
  expect(await status()).toMatchObject({
    kind: 'behind',
    reasons: [{ code: 'market_outdated', values: { markets: 'Europe' }, fix: 'markets' }],
  });
  faults.clear();
  faults.add({ kind: 'status', status: 403, path: prices, times: 0 });
  await readAnew('europe');
  expect(await status()).toMatchObject({
    kind: 'behind',
    reasons: [{ code: 'market_outdated', causes: [{ code: 'upstream_scope_missing' }], fix: 'connection' }],
  });
  faults.clear();
  await readAnew('europe');
  expect((await status()).reasons).toEqual([]);
});

test('a removal waits for approval; once it is approved, the market has no products', async () => {
  const { store } = shop.simulator;
  for (const id of store.products.ids()) store.products.unassign(id, 3);
  await readAnew('europe');
  expect(await status()).toMatchObject({
    kind: 'behind',
    reasons: [{ code: 'market_held', values: { markets: 'Europe' }, fix: 'markets' }],
    hints: [],
  });
  const { faults } = shop.simulator;
  const fault = faults.add({ kind: 'delay', milliseconds: 600_000, path: '/v3/catalog/*', times: 0 });
  await shop.site.admin('POST', '/commerce-bridge/markets/europe/sync', { allowMassRemoval: true });
  await eventually(async () => fault.hits > 0);
  // Approved, and not done yet.
  expect((await status()).reasons).toEqual([]);
  const rows = marketRows.parse((await shop.site.admin('GET', '/commerce-bridge/markets')).body).markets;
  expect(rows.find(({ key }) => key === 'europe')).toMatchObject({ failure: null, isUnderWay: true });
  faults.clear();
  await untilIdle();
  expect(await status()).toMatchObject({
    reasons: [],
    hints: [{ code: 'market_empty', values: { markets: 'Europe', count: 1, channel: 3 }, fix: 'markets' }],
  });
});

test('a market on a channel that the store does not know has no products', async () => {
  await set({ markets: [europe, { ...europe, key: 'typo', name: 'Typo', channelId: 33 }] });
  await untilIdle();
  expect((await status()).hints).toMatchObject([
    {
      code: 'market_empty',
      values: { markets: 'Typo', count: 1, channel: 33 },
      text: expect.stringContaining('channel 33'),
    },
  ]);
});

test('a schedule that never reads further markets is a hint, on a site that has some', async () => {
  const never = { sweepEnabled: false, fullSyncEveryDays: 0 };
  await set(never);
  expect((await status()).hints).toMatchObject([{ code: 'markets_not_scheduled', fix: 'sync' }]);
  for (const settings of [{ sweepEnabled: true }, { fullSyncEveryDays: 7 }, { markets: [] }]) {
    await set({ ...never, ...settings });
    expect((await status()).hints).toEqual([]);
  }
});
