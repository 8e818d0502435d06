import { afterEach, expect, onTestFinished, test } from 'vitest';
import { productList } from '../../contracts/rest/products';
import { logIn, registerAdministrator } from '../../scripts/lib/administrator';
import { containerOf } from '../../server/src/container';
import { minutes } from '../../server/src/lib/durations';
import { type Simulator, startSimulator } from '../../simulator/src/server';
import { createEditor } from '../support/admin/admin-roles';
import { expectedPrices } from '../support/shops/expected-market';
import { connectionTo, openShop, type Shop } from '../support/shops/shop';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { serveInProcess } from '../support/sites/serve-in-process';
import { eventually } from '../support/time/eventually';
import { ShiftedClock } from '../support/time/shifted-clock';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
const prices = '/v3/pricing/products';
const assignments = '/v3/catalog/products/channel-assignments';
let open: Shop | null = null;

/** A shop that has read its catalog, and its market except for the path that the store refuses. */
async function openRefusing(path: string): Promise<Shop> {
  const shop = await openShop({ simulator: { products: 12 } });
  open = shop;
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  for (const id of store.products.ids().slice(0, 8)) for (const channel of [1, 3]) store.products.assign(id, channel);
  shop.simulator.faults.add({ kind: 'status', status: 403, path, times: 0 });
  await set(shop, { markets: [abroad] });
  await shop.synchronize();
  await untilIdle(shop.site);
  return shop;
}

afterEach(async () => {
  await open?.close();
  open = null;
});

async function set({ site }: Pick<Shop, 'site'>, settings: object): Promise<void> {
  expect((await site.admin('PUT', '/commerce-bridge/settings', settings)).status).toBe(200);
}

/** Has the market read again. */
async function request({ site }: Pick<Shop, 'site'>): Promise<void> {
  expect((await site.admin('POST', '/commerce-bridge/markets/abroad/sync', {})).status).toBe(202);
}

async function readAnew(shop: Pick<Shop, 'site'>): Promise<void> {
  await request(shop);
  await untilIdle(shop.site);
}

const untilIdle = ({ strapi }: Pick<BootedSite, 'strapi'>) =>
  eventually(async () => containerOf(strapi).marketPasses.isIdle());

async function charged({ site }: Pick<Shop, 'site'>, market = 'abroad') {
  const response = await site.rest(
    `/products?per_page=100&orderby=price&order=asc&include=calculated_price&market=${market}`,
  );
  const body: unknown = await response.json();
  if (response.status !== 200) return response.status;
  const { products } = productList.parse(body);
  return products.map(({ id, calculated_price: costs }) => [id, costs]).sort(([a], [b]) => Number(a) - Number(b));
}
const expected = ({ simulator: { store } }: Pick<Shop, 'simulator'>, market = abroad) =>
  expectedPrices(store, { ...market, customerGroupId: null })
    .filter(({ productId }) => store.products.get(productId)?.fields.is_visible)
    .map(({ productId, calculatedPrice }) => [productId, calculatedPrice]);

/** Makes the store delay its prices, after `skip` requests, until the faults are cleared. */
function hold(faults: Simulator['faults'], skip: number): { hits: () => number } {
  const fault = faults.add({ kind: 'delay', milliseconds: 60_000, path: prices, times: 0, skip });
  return { hits: () => fault.hits };
}

test('a market whose channel could not be asked what it sells is not ready, and shows no product without a price', async () => {
  const shop = await openRefusing(assignments);
  const { requests, faults } = shop.simulator;
  expect(await charged(shop)).toBe(503);
  expect(requests.all(({ path }) => path.endsWith(prices))).toEqual([]);

  // Now the membership can be read, but not the prices.
  faults.clear();
  faults.add({ kind: 'status', status: 403, path: prices, times: 0 });
  await readAnew(shop);
  expect((await containerOf(shop.site.strapi).markets.states())[0]?.products).toBe(8);
  expect(await charged(shop)).toBe(503);

  faults.clear();
  await readAnew(shop);
  expect(await charged(shop)).toEqual(expected(shop));
});

test('a market that is added while another one is read is read, too', async () => {
  const shop = await openRefusing(prices);
  const { faults } = shop.simulator;
  faults.clear();
  const { hits } = hold(faults, 0);
  await request(shop);
  await eventually(async () => hits() > 0);
  const dollars = { ...abroad, key: 'dollars', currency: 'USD' };
  await set(shop, { markets: [abroad, dollars] });
  faults.clear();
  await untilIdle(shop.site);
  expect(await charged(shop)).toEqual(expected(shop));
  expect(await charged(shop, 'dollars')).toEqual(expected(shop, dollars));
});

test('who may not start syncs may not have a market read', async () => {
  const shop = await openRefusing(prices);
  const administratorWith = async (role: { name: string; permissions: string[] }) =>
    logIn(shop.site, await createEditor({ request: shop.site.admin }, role));
  const permissions = ['settings.read', 'settings.update', 'catalog.read'];
  const reader = await administratorWith({ name: 'reader', permissions });
  const runner = await administratorWith({ name: 'runner', permissions: ['sync.run'] });
  const path = '/commerce-bridge/markets/abroad/sync';
  expect((await reader.request('POST', path, {})).status).toBe(403);
  expect(await containerOf(shop.site.strapi).marketPasses.isIdle()).toBe(true);
  expect((await runner.request('POST', path, {})).status).toBe(202);
});

test('scheduled syncs that do not sweep read no market, and those that do read each', async () => {
  const shop = await openRefusing('/nothing');
  const before = await containerOf(shop.site.strapi).markets.states();
  const { store } = shop.simulator;
  store.products.update(store.products.ids()[0] ?? 0, { price: 77 });
  const scheduled = async () => {
    await containerOf(shop.site.strapi).scheduledSync.job.run(new AbortController().signal);
    await eventually(async () => (await containerOf(shop.site.strapi).sync.state()).current === null);
    await untilIdle(shop.site);
  };
  await set(shop, { sweepEnabled: false });
  await scheduled();
  expect(await containerOf(shop.site.strapi).markets.states()).toEqual(before);
  await set(shop, { sweepEnabled: true });
  await scheduled();
  expect(await charged(shop)).toEqual(expected(shop));
});

test('a pass whose process is killed in the middle of a page continues in another one, and asks for nothing twice that was kept', async () => {
  const simulator = await startSimulator({ products: 0, quota: 0 });
  const { store, requests, faults } = simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  // Two pages: the first takes four requests of up to fifty, the second two.
  for (let count = 1; count <= 260; count += 1)
    store.products.create({ name: `Product ${count}`, price: count, channels: [1, 3] });
  const environment = { ...connectionTo(simulator), COMMERCE_BRIDGE_MARKETS: JSON.stringify([abroad]) };
  const { hits } = hold(faults, 5);
  const killed = await serveInProcess({ environment });
  const administrator = await registerAdministrator(killed);
  await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
  await eventually(async () => hits() > 0);
  killed.kill();
  await killed.ended;
  faults.clear();
  requests.clear();

  const clock = new ShiftedClock();
  // A killed process cannot release its leases: they have to expire.
  clock.advance(minutes(10));
  const site = await bootSite({ folder: killed.folder, machine: { clock } });
  onTestFinished(async () => {
    await site.stop();
    await simulator.close();
    removeSite(site);
  });
  await untilIdle(site);
  // Only the second page.
  expect(requests.all(({ path }) => path.endsWith(prices))).toHaveLength(2);
  expect(await charged({ site })).toEqual(expected({ simulator }).slice(0, 100));
});
