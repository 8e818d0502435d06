import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { product, productList } from '../../contracts/rest/products';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { ReceivingServer } from '../support/http/receiving-server';
import { fetchByContract } from '../support/http/rest-contract';
import { connectionTo } from '../support/shops/shop';
import { finishedRun } from '../support/sites/runs';
import { type Administrator, createAdministrator, startSite, type TestSite } from '../support/sites/start-site';
import { eventually } from '../support/time/eventually';

/*
 * Two processes of one site on one database. The first runs syncs and reads markets; the second only serves.
 */

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
let simulator: Simulator;
let receiver: ReceivingServer;
let first: TestSite;
let second: TestSite;
let administrator: Administrator;

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, products: 8, quota: 0 });
  const { store } = simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  for (const id of store.products.ids()) store.products.assign(id, 3);
  receiver = await ReceivingServer.start();
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const env = {
    ...connectionTo(simulator),
    COMMERCE_BRIDGE_PURGE_TARGETS: JSON.stringify([{ key: 'next', kind: 'webhook', url: receiver.url, secret }]),
  };
  first = await startSite({ env });
  administrator = await createAdministrator(first);
  await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
  await finishedRun({ admin: administrator.request });
  await administrator.request('PUT', '/commerce-bridge/settings', { markets: [abroad] });
  await eventually(async () => (await ask(first, '/products')).status === 200);
  second = await startSite({ env, databaseFile: first.databaseFile });
  // Before its first check for changes by others, it caches nothing.
  for (const site of [first, second]) await eventually(async () => (await cacheOf(site, '/products')) === 'HIT');
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await receiver.close();
  await simulator.close();
});

const ask = (site: TestSite, path: string) =>
  fetchByContract(`${site.url}/api/commerce-bridge/v1`, `${path}?market=abroad`);
const cacheOf = async (site: TestSite, path: string) => (await ask(site, path)).headers.get('x-cache');
const purged = () =>
  receiver.received.flatMap(
    ({ body }) => z.object({ data: z.object({ keys: z.array(z.string()) }) }).parse(JSON.parse(body)).data.keys,
  );

test('a price in a market that one instance reads is shown by both, and purged by the name of the market', async () => {
  const [one, two] = productList.parse(await (await ask(first, '/products')).json()).products;
  if (!one || !two) throw new Error('the catalog is too small');
  for (const site of [first, second])
    for (const path of [`/products/${one.slug}`, '/products', '/store']) {
      await cacheOf(site, path);
      expect([path, await cacheOf(site, path)]).toEqual([path, 'HIT']);
    }
  receiver.received.length = 0;
  simulator.store.products.update(one.id, { price: 1234 });
  await administrator.request('POST', `/commerce-bridge/products/${one.id}/resync`);
  // The promised limit is a second, but tests don't measure the speed of this machine.
  for (const site of [first, second])
    await eventually(async () => product.parse(await (await ask(site, `/products/${one.slug}`)).json()).price === 2468);
  await eventually(async () => purged().includes('market-abroad'));
});

test('a market that is made private on one instance is not cached as a public one again by the other', async () => {
  await eventually(async () => (await cacheOf(second, '/products')) === 'HIT');
  const markets = [{ ...abroad, isPublic: false }];
  expect((await administrator.request('PUT', '/commerce-bridge/settings', { markets })).status).toBe(200);
  const read: unknown[] = [];
  await eventually(async () => {
    const { status, headers } = await ask(second, '/products');
    if (status === 401) return true;
    read.push(headers.get('x-cache'));
    return false;
  });
  // What it has in memory, until it learns of the change.
  expect(new Set(read)).not.toContain('MISS');
});
