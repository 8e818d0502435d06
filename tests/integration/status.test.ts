import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { healthRecord } from '../../contracts/admin/health';
import { noticeResponse } from '../../contracts/admin/notice';
import { overview } from '../../contracts/admin/overview';
import { tables } from '../../server/src/database/tables';
import { startSimulator } from '../../simulator/src/server';
import { bootSite, removeSite } from '../support/sites/boot-site';
import { eventually } from '../support/time/eventually';
import { openShop, type Shop } from '../support/shops/shop';

const upToDate = { kind: 'up_to_date', reasons: [] };

const openStatusShop = () =>
  openShop({
    simulator: { products: 30 },
    site: { environment: { COMMERCE_BRIDGE_PUBLIC_URL: 'https://shop.example.com' } },
  });

/** Reads the status of a shop through the admin API. */
function readerOf(shop: () => Shop) {
  const call = (method: string, path: string, body?: unknown) =>
    shop().site.admin(method, `/commerce-bridge${path}`, body);
  const status = async () => overview.parse((await call('GET', '/overview')).body).status;
  return {
    call,
    status,
    codes: async () => {
      const { kind, reasons } = await status();
      return { kind, reasons: reasons.map(({ code }) => code) };
    },
    record: async () => healthRecord.nullable().parse((await call('GET', '/health')).body),
    notice: async () => noticeResponse.parse((await call('GET', '/notice')).body).notice,
  };
}

describe('the status of a new site', () => {
  let shop: Shop;
  const { call, codes, notice } = readerOf(() => shop);
  beforeEach(async () => {
    shop = await openStatusShop();
  });
  afterEach(() => shop.close());

  test('is: not set up before the first sync, and behind after an administrator stopped that, since nothing failed', async () => {
    expect(await codes()).toEqual({ kind: 'not_set_up', reasons: ['sync_not_started'] });
    shop.simulator.faults.add({ kind: 'delay', milliseconds: 60_000, path: '/v3/catalog/products' });
    await call('POST', '/sync', { mode: 'full' });
    expect(await codes()).toEqual({ kind: 'behind', reasons: ['first_sync_running'] });
    await call('POST', '/sync/cancel');
    shop.simulator.faults.clear();
    expect(await codes()).toEqual({ kind: 'behind', reasons: ['first_sync_stopped'] });
  });

  test('is: failing, once its webhooks are missing, until they are registered again, without another check', async () => {
    await call('POST', '/webhooks/register', {});
    await shop.synchronize();
    const { registry } = shop.simulator.webhooks;
    for (const hook of registry.all()) registry.delete(hook.id, hook.client_id);
    await call('POST', '/health/check');
    expect(await codes()).toEqual({ kind: 'failing', reasons: ['hooks_none'] });
    expect(await notice()).toMatchObject({ message: 'Webhook delivery issues detected' });
    await call('POST', '/webhooks/register', {});
    expect(await codes()).toEqual(upToDate);
    expect(await notice()).toBeNull();
  });
});

describe('the status of a site that was synced', () => {
  let shop: Shop;
  const { call, status, codes, record, notice } = readerOf(() => shop);
  beforeAll(async () => {
    shop = await openStatusShop();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shop.simulator.faults.clear();
    const run = await shop.synchronize();
    expect(run.status).toBe('succeeded');
    await call('DELETE', '/health');
    expect(await codes()).toEqual(upToDate);
  });

  test('is up to date as of the start of that sync; that webhooks were skipped is a hint', async () => {
    const { lastWriting } = overview.parse((await call('GET', '/overview')).body).sync;
    expect(await status()).toMatchObject({ asOf: lastWriting?.startedAt, hints: [{ code: 'webhooks_skipped' }] });
    expect(healthRecord.parse((await call('POST', '/health/check')).body)).toMatchObject({
      healthy: true,
      errors: [],
    });
    expect(await notice()).toBeNull();
  });

  test('is: behind, when a sync of changes alone passed by a product that is gone', async () => {
    const [gone = 0] = shop.simulator.store.products.ids();
    shop.simulator.store.products.delete(gone);
    const before = (await status()).asOf;
    await shop.synchronize({ mode: 'incremental' });
    expect(await codes()).toEqual({ kind: 'behind', reasons: ['deletions_unchecked'] });
    expect((await status()).asOf).toBe(before);
    await shop.synchronize({ mode: 'sweep' });
    expect(await codes()).toEqual(upToDate);
  });

  test('is: failing, as soon as a sync failed, for the health record, too; a later stop changes nothing', async () => {
    expect(healthRecord.parse((await call('POST', '/health/check')).body).healthy).toBe(true);
    shop.simulator.faults.add({ kind: 'status', status: 401, times: 0 });
    await shop.synchronize();
    const failing = { kind: 'failing', reasons: ['sync_failed'] };
    expect(await codes()).toEqual(failing);
    expect((await status()).reasons[0]).toMatchObject({ fix: 'connection' });
    expect(await record()).toMatchObject({ healthy: false, issues: [{ code: 'sync_failed' }] });
    // This is not an issue of webhooks.
    expect(await notice()).toBeNull();

    shop.simulator.faults.clear();
    shop.simulator.faults.add({ kind: 'delay', milliseconds: 60_000, path: '/v3/catalog/products' });
    await call('POST', '/sync', { mode: 'full' });
    await call('POST', '/sync/cancel');
    shop.simulator.faults.clear();
    expect(await codes()).toEqual(failing);
  });

  test('does not repeat that the token was refused, once a full sync succeeded', async () => {
    shop.simulator.faults.add({ kind: 'status', status: 401, times: 0 });
    await call('POST', '/health/check');
    expect((await codes()).reasons).toContain('credentials_rejected');
    shop.simulator.faults.clear();
    await shop.synchronize();
    expect(await codes()).toEqual(upToDate);
    expect(await record()).toMatchObject({ healthy: true, errors: [] });
    expect(await notice()).toBeNull();
  });

  test('a stopped sync is no failure', async () => {
    shop.simulator.faults.add({ kind: 'delay', milliseconds: 60_000, path: '/v3/catalog/products' });
    await call('POST', '/sync', { mode: 'full' });
    await call('POST', '/sync/cancel');
    expect(await codes()).toEqual(upToDate);
    expect(overview.parse((await call('GET', '/overview')).body).sync).toMatchObject({
      lastWriting: { status: 'cancelled' },
      hasSynced: true,
    });
  });

  test('is: behind, while an event waits for its retry or has failed for good', async () => {
    const database = shop.site.strapi.db.connection;
    const now = Date.now();
    const event = {
      scope: 'store/product/updated',
      entity: 'product',
      entity_id: 77,
      entity_key: 'product:77',
      claims: 6,
      deliveries: 1,
      received_at: now,
      last_received_at: now,
    };
    await database(tables.events).insert({ ...event, status: 'dropped', finished_at: now, last_error: 'no luck' });
    expect(await codes()).toEqual({ kind: 'behind', reasons: ['events_dropped'] });
    // A later full sync fetched the product as well.
    await shop.synchronize();
    expect(await codes()).toEqual(upToDate);
    await database(tables.events).delete();
    await database(tables.events).insert({
      ...event,
      status: 'failed',
      due_at: now + 3_600_000,
      last_error: 'no luck',
    });
    expect(await codes()).toEqual({ kind: 'behind', reasons: ['events_retrying'] });
    await database(tables.events).delete();
  });
});

describe('the status of a site whose credentials are entered in the admin', () => {
  test('learns of a wrong token when it is saved, and of the right one, without a check', async () => {
    const simulator = await startSimulator({ products: 1, quota: 0 });
    const site = await bootSite({ environment: { COMMERCE_BRIDGE_API_URL: simulator.url } });
    const codes = async () => {
      const { body } = await site.admin('GET', '/commerce-bridge/overview');
      const { kind, reasons } = overview.parse(body).status;
      return [kind, ...reasons.map(({ code }) => code)].join(' ');
    };
    const save = (body: object) => site.admin('PUT', '/commerce-bridge/settings', body);
    try {
      expect(await codes()).toBe('not_set_up not_connected');
      const { storeHash, accessToken } = simulator.account;
      await save({ storeHash, accessToken: 'a-token-of-nobody' });
      await eventually(async () => (await codes()) === 'failing credentials_rejected sync_not_started');
      await save({ accessToken });
      await eventually(async () => (await codes()) === 'not_set_up sync_not_started');
    } finally {
      await site.stop();
      await simulator.close();
      removeSite(site);
    }
  });
});
