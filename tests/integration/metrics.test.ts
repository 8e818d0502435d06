import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { repository } from '../../scripts/lib/paths';
import { connectedSite, type ConnectedSite, registerHooks } from '../support/sites/connected-site';
import { processedEvents } from '../support/shops/events';
import { promtool, whenAvailable } from '../support/requirements';

const created = z.object({ data: z.object({ accessKey: z.string() }) });
const permitted = (action: string) => ({ action, subject: null, properties: {}, conditions: [] });

describe('GET /commerce-bridge/metrics', () => {
  let connected: ConnectedSite;
  let text: string;

  /** The response for an admin token with one permission. */
  async function scrape(action: string): Promise<Response> {
    const { status, body } = await connected.site.admin('POST', '/admin/admin-tokens', {
      name: action,
      description: '',
      lifespan: null,
      adminPermissions: [permitted(action)],
    });
    expect({ status, body }).toMatchObject({ status: 201 });
    const { accessKey } = created.parse(body).data;
    return fetch(`${connected.site.url}/commerce-bridge/metrics`, {
      headers: { authorization: `Bearer ${accessKey}` },
    });
  }

  beforeAll(async () => {
    connected = await connectedSite({
      simulator: { products: 30, quota: 150, quotaWindowMilliseconds: 3_600_000 },
    });
    const { site, simulator } = connected;
    registerHooks(connected);
    simulator.store.products.update(simulator.store.products.ids()[0] ?? 0, { name: 'Changed' });
    await simulator.webhooks.idle();
    await processedEvents(site);
    await site.rest('/products?orderby=price');
    await site.rest('/products?orderby=price');
    await site.rest('/graphql', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } });
    const response = await scrape('plugin::commerce-bridge.metrics.read');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    text = await response.text();
  });
  afterAll(() => connected.stop());

  const valueOf = (series: string) => {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    return line === undefined ? null : Number(line.slice(series.length + 1));
  };

  test('serves an admin token with the permission, and no other', async () => {
    expect((await scrape('plugin::commerce-bridge.health.manage')).status).toBe(403);
    expect((await fetch(`${connected.site.url}/commerce-bridge/metrics`)).status).toBe(401);
  });

  test('shows what happened since the start', () => {
    expect(valueOf('commerce_bridge_runs_total{mode="full",status="succeeded"}')).toBe(1);
    expect(valueOf('commerce_bridge_run_records_total{entity="product",outcome="created"}')).toBe(30);
    expect(valueOf('commerce_bridge_upstream_requests_total{api="rest",status="200"}')).toBeGreaterThan(3);
    expect(valueOf('commerce_bridge_event_delay_seconds_count')).toBe(1);
    expect(valueOf('commerce_bridge_responses_total{cache="memory"}')).toBe(1);
    expect(valueOf('commerce_bridge_responses_total{cache="none"}')).toBe(1);
    expect(valueOf('commerce_bridge_graphql_requests_total{outcome="invalid_json"}')).toBe(1);
  });

  test('shows the state of the site', () => {
    expect(valueOf('commerce_bridge_queue_events{status="pending"}')).toBe(0);
    expect(valueOf('commerce_bridge_queue_events{status="complete"}')).toBe(1);
    expect(valueOf('commerce_bridge_queue_oldest_event_age_seconds')).toBe(0);
    expect(valueOf('commerce_bridge_cached_records{entity="product"}')).toBe(30);
    expect(valueOf('commerce_bridge_instances{version="0.1.0"}')).toBe(1);
    expect(valueOf('commerce_bridge_upstream_quota_requests')).toBe(150);
    expect(valueOf('commerce_bridge_upstream_quota_left_requests')).toBe(connected.simulator.quota.state().left);
    expect(valueOf('commerce_bridge_run_in_progress')).toBe(0);
  });

  whenAvailable(promtool()).describe('by Prometheus’ own rules', (command) => {
    test('is well formed, and its names follow the conventions', () => {
      const checked = spawnSync(command, ['check', 'metrics'], { input: text, encoding: 'utf8' });
      expect({ status: checked.status, said: checked.stdout + checked.stderr }).toEqual({ status: 0, said: '' });
    });
  });

  test.each(['docs/grafana-dashboard.json', 'docs/metrics.md'])('%s names no metric that it does not have', (path) => {
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
    const named = readFileSync(join(repository, path), 'utf8').match(/commerce_bridge_\w+/g) ?? [];
    const unknown = named.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')));

    expect(named.length).toBeGreaterThan(20);
    expect(unknown).toEqual([]);
  });

  test('docs/metrics.md names each of them', () => {
    const document = readFileSync(join(repository, 'docs/metrics.md'), 'utf8');
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);

    expect(names.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
  });
});
