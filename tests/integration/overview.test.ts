import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diagnostics } from '../../contracts/admin/diagnostics';
import { eventList } from '../../contracts/admin/events';
import { overview, overviewHistory } from '../../contracts/admin/overview';
import { connectedSite, registerHooks, type ConnectedSite } from '../support/sites/connected-site';
import { webhookSecret } from '../support/shops/deliveries';
import { listEvents, processedEvents } from '../support/shops/events';
import { eventually } from '../support/time/eventually';
import { finishedRun } from '../support/sites/runs';

const proxySecret = 'a-trusted-proxy-secret-nobody-may-see';
const purgeSecret = 'a-purge-secret-nobody-may-see-WXYZ';

describe('the overview', () => {
  let shop: ConnectedSite;
  const read = async () => overview.parse((await shop.site.admin('GET', '/commerce-bridge/overview')).body);
  const history = async () =>
    overviewHistory.parse((await shop.site.admin('GET', '/commerce-bridge/overview/history')).body);

  beforeAll(async () => {
    shop = await connectedSite({
      simulator: { products: 60, quota: 150, quotaWindowMilliseconds: 3_600_000 },
      boot: {
        environment: {
          COMMERCE_BRIDGE_WEBHOOK_SECRET: webhookSecret,
          COMMERCE_BRIDGE_TRUSTED_PROXY_SECRET: proxySecret,
        },
      },
    });
  });
  afterAll(() => shop.stop());

  /** The product whose change the site has processed before all tests. */
  let changed: number;
  beforeAll(async () => {
    const { store, webhooks } = shop.simulator;
    changed = store.products.ids().at(-1) ?? 0;
    registerHooks(shop);
    store.products.update(changed, { name: 'Changed' });
    await eventually(async () => (await listEvents(shop.site, '&status=complete')).total > 0);
    // From here on, the site only learns of changes through runs.
    await webhooks.idle();
    await processedEvents(shop.site);
    for (const { id } of webhooks.registry.all()) webhooks.registry.deactivate(id);
  });

  test('names the process that runs the site', async () => {
    expect((await read()).instances).toMatchObject([{ isThis: true, pid: process.pid }]);
  });

  test("shows the store's remaining request quota, from its last response", async () => {
    const { left } = shop.simulator.quota.state();
    expect(left).toBeLessThan(150);
    expect((await read()).quota).toEqual({ limit: 150, left, inFlight: 0, waiting: 0, pausedUntil: null });
  });

  test('shows the last runs in order, without dry runs', async () => {
    const start = async (body: object) => {
      await shop.site.admin('POST', '/commerce-bridge/sync', body);
      return finishedRun(shop.site);
    };
    const dry = await start({ mode: 'full', dryRun: true });
    const [doomed = 0] = shop.simulator.store.products.ids();
    shop.simulator.store.products.delete(doomed);
    const last = await start({ mode: 'full' });
    const { runs } = await history();
    expect(runs.map(({ id }) => id)).not.toContain(dry.id);
    expect(runs).toHaveLength(2);
    expect(runs[0]).toMatchObject({ mode: 'full', status: 'succeeded', failed: 0, seconds: expect.any(Number) });
    expect(runs[1]).toMatchObject({ id: last.id, changed: 1 });
  });

  test('shows how long events took in each of the last 24 hours', async () => {
    const last = await eventually(async () => {
      const { eventDelays } = await history();
      expect(eventDelays).toHaveLength(24);
      // It may have been processed at the very end of the hour before.
      return eventDelays.slice(-2).find(({ completed }) => completed > 0) ?? null;
    });
    expect(last.longestMs).toBeGreaterThanOrEqual(Math.floor(last.averageMs ?? -1));
    expect(last.averageMs).toBeGreaterThan(0);
  });

  test('finds events by product name, and shows it', async () => {
    const sku = shop.simulator.store.products.get(changed)?.fields.sku ?? '';
    const found = async (search: string) =>
      eventList.parse(
        (await shop.site.admin('GET', `/commerce-bridge/events?search=${encodeURIComponent(search)}`)).body,
      ).events;
    expect(await found('changed')).toMatchObject([{ entity: 'product', entity_id: changed, name: 'Changed' }]);
    expect(await found(sku)).toMatchObject([{ entity_id: changed }]);
    expect(await found('no product is called like this')).toEqual([]);
    expect(await found('%')).toEqual([]);
  });

  test('has a report for support tickets with versions, settings, webhooks, runs, queue, and health, without secrets', async () => {
    const { account } = shop.simulator;
    await shop.site.admin('PUT', '/commerce-bridge/settings', {
      productPageAddress: 'https://user:the-password@shop.example.com/p/{slug}',
    });
    const saved = await shop.site.admin('PUT', '/commerce-bridge/settings', {
      purgeTargets: [{ key: 'cdn', kind: 'fastly', serviceId: 'abc', secret: purgeSecret }],
    });
    expect(saved).toMatchObject({ status: 200, body: { purgeTargets: [{ key: 'cdn' }] } });
    await shop.site.admin('POST', '/commerce-bridge/health/check');
    // Upstream echoes what it was sent, like error pages do.
    shop.simulator.faults.add({
      kind: 'status',
      status: 400,
      path: '/v3/hooks',
      times: 0,
      body: { title: `bad token ${account.accessToken} of ${account.clientSecret}` },
    });
    const { status, body, headers } = await shop.site.admin('GET', '/commerce-bridge/diagnostics');
    shop.simulator.faults.clear();
    await shop.site.admin('PUT', '/commerce-bridge/settings', { purgeTargets: [] });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    const report = diagnostics.parse(body);
    expect(report.versions).toMatchObject({
      plugin: expect.stringMatching(/^\d/),
      strapi: expect.stringMatching(/^5\./),
      database: expect.stringMatching(/sqlite/),
    });
    expect(report.settings.plain.storeHash).toBe(account.storeHash);
    expect(report.settings.secrets).toEqual({
      accessToken: { isSet: true, enterAgain: false },
      clientSecret: { isSet: true, enterAgain: false },
      webhookSecret: { isSet: true, enterAgain: false },
      trustedProxySecret: { isSet: true, enterAgain: false },
      'purgeTargets.cdn': { isSet: true, enterAgain: false },
    });
    expect(report.settings.plain.purgeTargets).toMatchObject([{ key: 'cdn', kind: 'fastly', serviceId: 'abc' }]);
    expect(report.runs[0]).toMatchObject({ status: 'succeeded' });
    expect(report.catalog.products).toBe(shop.simulator.store.products.ids().length);
    expect(report.queue.counts.complete).toBeGreaterThan(0);
    expect(report.health).not.toBeNull();
    expect(report.webhooks.problem?.message).toMatch(/\[redacted\]/);
    const text = JSON.stringify(body);
    expect(text).not.toContain(purgeSecret.slice(-4));
    for (const secret of [
      account.accessToken,
      account.clientSecret,
      webhookSecret,
      proxySecret,
      'the-password',
      'test-encryption-key',
      purgeSecret,
    ]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(secret.slice(-8));
    }
  });
});
