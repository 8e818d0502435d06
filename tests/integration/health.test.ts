import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { healthRecord } from '../../contracts/admin/health';
import { noticeResponse } from '../../contracts/admin/notice';
import { overview } from '../../contracts/admin/overview';
import { runHistory } from '../../contracts/admin/runs';
import { createDatabaseClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { createKnexTallyStore } from '../../server/src/webhooks/knex-tally-store';
import { systemClock } from '../../server/src/lib/clock';
import { hours, milliseconds } from '../../server/src/lib/durations';
import { nextTime } from '../../server/src/lib/node-cron-scheduler';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { ManualClock } from '../support/time/clocks';
import { eventually } from '../support/time/eventually';
import { finishedRun } from '../support/sites/runs';

const call = (site: BootedSite, route: `${string} /${string}`, body?: unknown) => {
  const [method = '', path = ''] = route.split(' ');
  return site.admin(method, `/commerce-bridge${path}`, body);
};
const check = async (site: BootedSite) => healthRecord.parse((await call(site, 'POST /health/check')).body);
const recordOf = async (site: BootedSite) => healthRecord.nullable().parse((await call(site, 'GET /health')).body);
const noticeOf = async (site: BootedSite) => noticeResponse.parse((await call(site, 'GET /notice')).body).notice;

function environmentOf(simulator: Simulator): Record<string, string> {
  return {
    COMMERCE_BRIDGE_API_URL: simulator.url,
    COMMERCE_BRIDGE_PUBLIC_URL: 'https://shop.example.com',
    COMMERCE_BRIDGE_STORE_HASH: simulator.account.storeHash,
    COMMERCE_BRIDGE_ACCESS_TOKEN: simulator.account.accessToken,
  };
}

describe('health of a working site', () => {
  let simulator: Simulator;
  let site: BootedSite;
  const runModes = async () => runHistory.parse((await call(site, 'GET /sync/runs')).body).runs.map(({ mode }) => mode);

  beforeAll(async () => {
    simulator = await startSimulator({ products: 3, quota: 0 });
    site = await bootSite({ environment: environmentOf(simulator) });
    await call(site, 'POST /webhooks/register');
    await call(site, 'POST /sync', { mode: 'full' });
    await finishedRun(site);
  });

  beforeEach(async () => {
    await call(site, 'POST /webhooks/register');
    await call(site, 'DELETE /health');
  });

  afterAll(async () => {
    await site.stop();
    await simulator.close();
    removeSite(site);
  });

  test('is recorded in its documented form, and raises no notice', async () => {
    const before = Math.floor(Date.now() / 1000);
    const record = await check(site);
    expect(record).toEqual({ healthy: true, errors: [], checked_at: expect.any(Number) });
    expect(record.checked_at).toBeGreaterThanOrEqual(before);
    expect(record.checked_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000));
    expect(await recordOf(site)).toEqual(record);
    expect(await noticeOf(site)).toBeNull();
  });

  test('has no record before a check', async () => {
    expect(await recordOf(site)).toBeNull();
  });

  test('reports a webhook that upstream disabled, re-enables it, and starts a catch-up sync', async () => {
    const [hook] = simulator.webhooks.registry.all();
    if (!hook) throw new Error('nothing is registered');
    simulator.webhooks.registry.deactivate(hook.id);
    const runsBefore = (await runModes()).length;

    expect(await check(site)).toMatchObject({
      healthy: false,
      errors: [expect.stringContaining(`BigCommerce had disabled the webhook ${hook.scope}`)],
    });
    expect(await noticeOf(site)).toMatchObject({
      message: 'Webhook delivery issues detected',
      errors: [expect.stringContaining(hook.scope)],
    });
    expect(simulator.webhooks.registry.find(hook.id)?.is_active).toBe(true);
    expect(await eventually(async () => (await runModes()).length > runsBefore && runModes())).toEqual([
      'incremental',
      ...Array(runsBefore).fill(expect.anything()),
    ]);
    const view = await call(site, 'GET /webhooks');
    expect(view.body).toMatchObject({
      hooks: expect.arrayContaining([
        expect.objectContaining({
          id: hook.id,
          isActive: true,
          lastAction: { action: 'revived', at: expect.any(String) },
        }),
      ]),
    });

    await finishedRun(site);
    // A sweep finds what was deleted while no deliveries arrived.
    await call(site, 'POST /sync', { mode: 'sweep' });
    await finishedRun(site);
    expect(await check(site)).toMatchObject({ healthy: true });
    expect(await noticeOf(site)).toBeNull();
  });

  test('shows no notice once the record is cleared', async () => {
    simulator.faults.add({ kind: 'status', status: 401, path: '/v3/hooks' });
    await check(site);
    expect(await noticeOf(site)).not.toBeNull();
    expect((await call(site, 'DELETE /health')).status).toBe(204);
    expect(await noticeOf(site)).toBeNull();
    expect(await recordOf(site)).toBeNull();
  });

  test('treats a failed check as an error', async () => {
    simulator.faults.add({ kind: 'status', status: 500, path: '/v3/hooks', times: 2 });
    expect(await check(site)).toMatchObject({
      healthy: false,
      errors: [expect.stringContaining('The webhooks could not be checked: GET /v3/hooks returned 500')],
      issues: [{ code: 'unchecked', values: { subject: 'webhooks' }, causes: [{ code: 'upstream_http_error' }] }],
    });
  });

  test('treats credentials that stopped working as an error', async () => {
    simulator.faults.add({ kind: 'status', status: 401, times: 0 });
    const { errors } = await check(site);
    simulator.faults.clear();
    expect(errors).toContain('The store does not accept this access token. Check the token and the store hash.');
  });

  test('reports wrong signatures since the last check once, and dropped events until they are settled', async () => {
    await check(site);
    const now = new Date();
    await site.strapi.db.connection('commerce_bridge_events').insert({
      scope: 'store/product/updated',
      entity: 'product',
      entity_id: 77,
      entity_key: 'product:77',
      status: 'dropped',
      claims: 6,
      deliveries: 1,
      received_at: now.getTime(),
      last_received_at: now.getTime(),
      finished_at: now.getTime(),
      last_error: 'no luck',
    });
    const database = site.strapi.db.connection;
    await createKnexTallyStore({ database, clock: createDatabaseClock({ database, clock: systemClock }) }).add([
      { name: 'doubtful:mismatch', count: 2, detail: null, age: milliseconds(0) },
    ]);
    expect(overview.parse((await call(site, 'GET /overview')).body).events).toMatchObject({ dropped: 1 });
    expect((await check(site)).errors).toEqual([
      expect.stringContaining('an invalid signature'),
      expect.stringContaining('1 webhook event failed permanently'),
    ]);
    // The event still needs attention; of the deliveries, only those since the last check do.
    expect((await check(site)).errors).toEqual([expect.stringContaining('1 webhook event failed permanently')]);
    for (const table of [tables.events, tables.deliveryTallies]) await database(table).delete();
  });

  test('appears on the overview next to runs, counts, and events', async () => {
    const record = await check(site);
    const { body } = await call(site, 'GET /overview');
    expect(overview.parse(body)).toMatchObject({
      health: record,
      sync: { current: null, last: { status: 'succeeded' } },
      counts: { products: 3, publishedProducts: expect.any(Number) },
      events: { pending: 0, failed: 0, complete: 0, dropped: 0 },
    });
  });
});

describe('the daily check', () => {
  test('runs automatically at 04:30, and not before', async () => {
    const clock = new ManualClock();
    const simulator = await startSimulator({ products: 1, quota: 0 });
    const site = await bootSite({ environment: environmentOf(simulator), machine: { clock } });
    try {
      const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const due = nextTime({ expression: '30 4 * * *', timeZone }, clock.now());
      if (!due) throw new Error('the daily check has no time');
      await eventually(async () => clock.waiting > 0);
      await clock.advance(milliseconds(due.getTime() - clock.now().getTime() - 5_000));
      expect(await recordOf(site)).toBeNull();

      const record = await eventually(async () => {
        // In small steps, since checks have a time limit on this clock.
        await clock.advance(milliseconds(200));
        return recordOf(site);
      });
      expect(record).toMatchObject({
        healthy: false,
        errors: expect.arrayContaining([expect.stringContaining("This server's clock is")]),
      });
      expect(record.checked_at * 1000).toBeGreaterThanOrEqual(due.getTime());
      expect(record.checked_at * 1000).toBeLessThan(due.getTime() + hours(1));
    } finally {
      await site.stop();
      await simulator.close();
      removeSite(site);
    }
  });
});

describe('a site whose encryption key changed', () => {
  test('says which secrets to enter again', async () => {
    const simulator = await startSimulator({ products: 1, quota: 0 });
    const environment = {
      COMMERCE_BRIDGE_API_URL: simulator.url,
      COMMERCE_BRIDGE_STORE_HASH: simulator.account.storeHash,
    };
    const before = await bootSite({ environment, encryptionKey: 'the-key-of-before' });
    await call(before, 'PUT /settings', { accessToken: simulator.account.accessToken });
    const rows = await before.strapi.db.connection('commerce_bridge_settings').select();
    await before.stop();

    const after = await bootSite({ environment, encryptionKey: 'another-key' });
    try {
      await after.strapi.db.connection('commerce_bridge_settings').insert(rows).onConflict('name').merge();
      expect((await check(after)).errors).toContainEqual(
        expect.stringContaining("The stored access token can't be decrypted: the site's admin.secrets.encryptionKey"),
      );
    } finally {
      await after.stop();
      await simulator.close();
      [before, after].forEach(removeSite);
    }
  });
});
