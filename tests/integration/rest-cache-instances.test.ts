import { afterAll, beforeAll, expect, test } from 'vitest';
import { product, productList } from '../../contracts/rest/products';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { eventually } from '../support/time/eventually';
import { fetchByContract } from '../support/http/rest-contract';
import { finishedRun } from '../support/sites/runs';
import { connectionTo } from '../support/shops/shop';
import { type Administrator, createAdministrator, startSite, type TestSite } from '../support/sites/start-site';

/*
 * Two processes of one site on one database. The first runs syncs; the second only serves.
 */

let simulator: Simulator;
let first: TestSite;
let second: TestSite;
let administrator: Administrator;

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, products: 8, quota: 0 });
  first = await startSite({ env: connectionTo(simulator) });
  administrator = await createAdministrator(first);
  await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
  await finishedRun({ admin: administrator.request });
  second = await startSite({ env: connectionTo(simulator), databaseFile: first.databaseFile });
  // Before its first check for changes by others, it caches nothing.
  await eventually(async () => (await cacheOf('/products?ids=1')) === 'HIT');
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await simulator.close();
});

const ask = (path: string) => fetchByContract(`${second.url}/api/commerce-bridge/v1`, path);
const cacheOf = async (path: string) => (await ask(path)).headers.get('x-cache');
const descriptionOf = async (slug: string) => product.parse(await (await ask(`/products/${slug}`)).json()).description;

async function twoProducts() {
  const [one, two] = productList.parse(await (await ask('/products')).json()).products;
  if (!one || !two) throw new Error('the catalog is too small');
  return { one, two };
}

async function keep(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await cacheOf(path);
    expect([path, await cacheOf(path)]).toEqual([path, 'HIT']);
  }
}

test('what one instance changes, the others serve, and keep what has not changed', async () => {
  const { one, two } = await twoProducts();
  await keep([`/products/${one.slug}`, `/products/${two.slug}`, '/products']);
  simulator.store.products.update(one.id, { description: '<p>for everybody</p>' });
  await administrator.request('POST', `/commerce-bridge/products/${one.id}/resync`);
  // The limit is a second; tests don't measure the speed of this machine.
  await eventually(async () => (await descriptionOf(one.slug)) === '<p>for everybody</p>');
  expect([await cacheOf(`/products/${two.slug}`), await cacheOf('/products')]).toEqual(['HIT', 'MISS']);

  await administrator.request('POST', '/commerce-bridge/cache/purge');
  await eventually(async () => (await cacheOf(`/products/${two.slug}`)) === 'MISS');
});

test('a price change on one instance lets the others keep lists by date, except those that show it', async () => {
  const { one, two } = await twoProducts();
  const [shown, apart, byPrice] = [
    '/products?per_page=1',
    '/products?per_page=1&page=2',
    `/products?orderby=price&order=asc&max_price=${two.price}`,
  ];
  await keep([`/products/${one.slug}`, shown, apart, byPrice]);
  simulator.store.products.update(one.id, { price: 50_000 });
  await administrator.request('POST', `/commerce-bridge/products/${one.id}/resync`);
  await eventually(async () => product.parse(await (await ask(`/products/${one.slug}`)).json()).price === 50_000);
  expect([await cacheOf(apart), await cacheOf(shown), await cacheOf(byPrice)]).toEqual(['HIT', 'MISS', 'MISS']);
});
