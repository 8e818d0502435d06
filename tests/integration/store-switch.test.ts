import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { catalogCleared, storeSwitchConflict } from '../../contracts/admin/catalog';
import { syncResponse } from '../../contracts/admin/runs';
import { productList } from '../../contracts/rest/products';
import { tables } from '../../server/src/database/tables';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { finishedRun } from '../support/sites/runs';

describe('another store', () => {
  let first: Simulator;
  let second: Simulator;
  let third: Simulator;
  let site: BootedSite;
  const folders: string[] = [];

  beforeAll(async () => {
    first = await startSimulator({ products: 30, quota: 0, storeHash: 'first' });
    second = await startSimulator({ products: 7, seed: 2, quota: 0, storeHash: 'second' });
    third = await startSimulator({ products: 8, seed: 3, quota: 0, storeHash: 'third' });
    site = await bootSite();
  });
  // The records of the first store are cached.
  beforeEach(async () => {
    first.faults.clear();
    const connection = { apiUrl: first.url, storeHash: 'first', accessToken: first.account.accessToken };
    expect((await put({ ...connection, clearCachedStore: true })).status).toBe(200);
    await call('POST', '/sync');
    expect((await finishedRun(site)).status).toBe('succeeded');
  });
  afterAll(async () => {
    await site.stop();
    await first.close();
    await second.close();
    await third.close();
    for (const folder of [site.folder, ...folders]) removeSite({ folder });
  });

  const call = (method: string, path: string, body?: unknown) => site.admin(method, `/commerce-bridge${path}`, body);
  const put = (body: unknown) => call('PUT', '/settings', body);
  const total = async () => productList.parse(await (await site.rest('/products')).json()).total;
  const storeHash = async () => (await call('GET', '/settings')).body;
  const toSecond = () => ({ apiUrl: second.url, storeHash: 'second', accessToken: second.account.accessToken });

  test('is rejected while records of the current one are cached, and nothing in the update is stored', async () => {
    const before = await total();
    const { status, body } = await put({ ...toSecond(), cacheControl: 'no-cache' });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      error: {
        message: expect.stringMatching(
          /records from the store first are cached, but the settings name the store second/,
        ),
      },
    });
    const details = storeSwitchConflict.parse(Object(Object(body).error).details);
    expect(details).toMatchObject({ cachedStore: 'first', wantedStore: 'second' });
    expect(details.records).toBeGreaterThan(30);
    expect(await storeHash()).toMatchObject({
      storeHash: 'first',
      apiUrl: first.url,
      cacheControl: expect.not.stringMatching('no-cache'),
    });
    expect(await total()).toBe(before);
  });

  test('is rejected before anything is cleared if another value in the update is invalid', async () => {
    const { status } = await put({ ...toSecond(), clearCachedStore: true, removalLimitPercent: 1000 });
    expect(status).toBe(400);
    expect(await total()).toBeGreaterThan(0);
  });

  test('whose records are gone already, but not what was stored about them, leaves nothing of it', async () => {
    const { connection } = site.strapi.db;
    const redirect = { entity: 'product', slug: 'former', upstream_id: 1 };
    await connection(tables.redirects).insert(redirect);
    for (const kind of ['products', 'categories', 'brands']) await connection(`commerce_bridge_${kind}`).delete();

    expect((await put({ ...toSecond(), clearCachedStore: true })).status).toBe(200);
    for (const table of [tables.redirects, tables.readVersions, tables.productChanges])
      expect([table, await connection(table)]).toEqual([table, []]);
  });

  test('does not block other settings, nor saving the same store again', async () => {
    expect((await put({ storeHash: 'first', removalLimitMinimum: 25 })).status).toBe(200);
  });

  test('is rejected during a run', async () => {
    first.faults.add({ kind: 'delay', milliseconds: 60_000, path: '/v3/catalog/products', times: 0 });
    await call('POST', '/sync');
    const { status, body } = await put({ ...toSecond(), clearCachedStore: true });
    expect([status, Object(Object(body).error).details]).toEqual([409, { code: 'sync_busy' }]);
    expect((await call('POST', '/catalog/clear')).status).toBe(409);
    await call('POST', '/sync/cancel');
    expect((await finishedRun(site)).status).toBe('cancelled');
  });

  test('is accepted when the administrator agrees to clear the cached records', async () => {
    expect((await put({ ...toSecond(), clearCachedStore: true })).status).toBe(200);
    expect(await storeHash()).toMatchObject({ storeHash: 'second' });
    expect(await total()).toBe(0);

    await call('POST', '/sync', { mode: 'incremental' });
    expect(await finishedRun(site)).toMatchObject({ mode: 'full', status: 'succeeded', counts: { created: 7 } });
  });

  test('has no last sync, no matter what the other store had', async () => {
    const lastSync = async () => syncResponse.parse((await call('GET', '/sync')).body).lastWriting;
    expect(await lastSync()).toMatchObject({ status: 'succeeded' });
    await put({ ...toSecond(), clearCachedStore: true });
    expect(await lastSync()).toBeNull();
    await call('POST', '/sync');
    await finishedRun(site);
    expect(await lastSync()).toMatchObject({ status: 'succeeded' });
  });

  test('that was cached before is synced completely again, by whichever run comes first', async () => {
    expect((await put({ ...toSecond(), clearCachedStore: true })).status).toBe(200);
    await call('POST', '/sync');
    await finishedRun(site);
    const back = { apiUrl: first.url, storeHash: 'first', accessToken: first.account.accessToken };
    expect((await put({ ...back, clearCachedStore: true })).status).toBe(200);

    await call('POST', '/sync', { mode: 'incremental' });
    expect(await finishedRun(site)).toMatchObject({ mode: 'full', status: 'succeeded', counts: { created: 30 } });
  });

  test('is not needed for that: after the records were cleared, the first run is a full one', async () => {
    expect((await call('POST', '/catalog/clear')).status).toBe(200);
    await call('POST', '/sync', { mode: 'sweep' });
    expect(await finishedRun(site)).toMatchObject({ mode: 'full', status: 'succeeded', counts: { created: 30 } });
  });

  test('that comes from the environment starts no run until the records are cleared', async () => {
    const { folder } = site;
    await site.stop();
    const environment = {
      COMMERCE_BRIDGE_API_URL: third.url,
      COMMERCE_BRIDGE_STORE_HASH: third.account.storeHash,
      COMMERCE_BRIDGE_ACCESS_TOKEN: third.account.accessToken,
    };
    const database = { client: 'sqlite', connection: { filename: join(folder, 'data.db') }, useNullAsDefault: true };
    site = await bootSite({ environment, database });
    folders.push(site.folder);
    try {
      expect(await total()).toBeGreaterThan(0);

      const refused = await call('POST', '/sync');
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({
          error: expect.objectContaining({ message: expect.stringMatching(/from the store first are cached/) }),
        }),
      ]);
      expect((await call('POST', '/products/1001/resync')).status).toBe(409);

      expect(catalogCleared.parse((await call('POST', '/catalog/clear')).body)).toMatchObject({ products: 30 });
      expect((await call('POST', '/sync')).status).toBe(202);
      expect(await finishedRun(site)).toMatchObject({ status: 'succeeded', counts: { created: 8 } });
    } finally {
      await site.stop();
      site = await bootSite({ folder });
    }
  });
});
