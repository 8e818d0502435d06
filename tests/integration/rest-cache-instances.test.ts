import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { product, productList } from '../../contracts/rest/products';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { eventually } from '../support/eventually';
import { fetchByContract } from '../support/rest-contract';
import { finishedRun } from '../support/runs';
import { connectionTo } from '../support/shop';
import { type Administrator, createAdministrator, startSite, type TestSite } from '../support/start-site';

/*
 * Two processes of one site on one database. The first synchronises; the second only serves.
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
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await simulator.close();
});

const ask = (path: string) => fetchByContract(`${second.url}/api/commerce-bridge/v1`, path);
const cacheOf = async (path: string) => (await ask(path)).headers.get('x-cache');
const descriptionOf = async (slug: string) => product.parse(await (await ask(`/products/${slug}`)).json()).description;

test('what one instance changes, the others serve, and keep what it did not change', async () => {
  const [one, two] = productList.parse(await (await ask('/products')).json()).products;
  if (!one || !two) throw new Error('the catalog is too small');
  for (const path of [`/products/${one.slug}`, `/products/${two.slug}`, '/products']) {
    await cacheOf(path);
    expect([path, await cacheOf(path)]).toEqual([path, 'HIT']);
  }
  simulator.store.products.update(one.id, { description: '<p>for everybody</p>' });
  await administrator.request('POST', `/commerce-bridge/products/${one.id}/resync`);
  // The bound is a second; how long this machine takes is no test's business.
  await eventually(async () => (await descriptionOf(one.slug)) === '<p>for everybody</p>');
  expect([await cacheOf(`/products/${two.slug}`), await cacheOf('/products')]).toEqual(['HIT', 'MISS']);

  await administrator.request('POST', '/commerce-bridge/cache/purge');
  await eventually(async () => (await cacheOf(`/products/${two.slug}`)) === 'MISS');
});
