import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { milliseconds } from '../../server/src/lib/durations';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { dumpDatabase } from '../support/databases/database-dump';
import { deliveryBody, signedDelivery } from '../support/shops/deliveries';
import { eventually } from '../support/time/eventually';
import { finishedRun } from '../support/sites/runs';
import { json, startScriptedServer, type ScriptedServer, type SeenRequest } from '../support/http/scripted-server';
import { ShiftedClock } from '../support/time/shifted-clock';

const secrets = {
  COMMERCE_BRIDGE_ACCESS_TOKEN: 'access+9Zq/token="1"',
  COMMERCE_BRIDGE_CLIENT_SECRET: 'client-secret-0123456789abcdef&<x>',
  COMMERCE_BRIDGE_WEBHOOK_SECRET:
    'webhook secret of more than sixty-four bytes, which an operator has made up for a service',
  COMMERCE_BRIDGE_TRUSTED_PROXY_SECRET: 'trusted-proxy-secret-77',
};
const storefrontToken = 'eyJ0eXAiOiJKV1QifQ.storefront+/77.signature';

const logLine = z.object({ message: z.string() });

const clock = new ShiftedClock();
const lines: string[] = [];
const shown: string[] = [];
let store: ScriptedServer;
let site: BootedSite;
let headerToken = '';

/** Every secret, in every form in which sent data might be written down. */
function echoes(): string[] {
  const digest = createHash('sha256').update(secrets.COMMERCE_BRIDGE_WEBHOOK_SECRET).digest();
  const known = [
    ...Object.values(secrets),
    storefrontToken,
    digest.toString('hex'),
    ...(headerToken === '' ? [] : [headerToken]),
  ];
  return known.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...['', 'a', 'ab'].map((user) => Buffer.from(`${user}:${secret}:x`).toString('base64')),
    Buffer.from(secret).toString('base64url'),
  ]);
}

/** What in it would reveal a secret. */
function leaksIn(text: string): string[] {
  const inner = (encoded: string) => encoded.slice(6, -8);
  return echoes().filter((echo) => text.includes(echo) || (echo.length > 30 && text.includes(inner(echo))));
}

function respond(response: Parameters<ReturnType<typeof json>>[0], request: SeenRequest): void {
  const isRead = request.method === 'GET' && request.url.includes('/v3/hooks');
  if (isRead)
    return json({
      data: [],
      meta: { pagination: { total: 0, count: 0, per_page: 250, current_page: 1, total_pages: 1 } },
    })(response, request);
  if (request.url.endsWith('/api-token-private'))
    return json({ data: { token: storefrontToken }, meta: {} })(response, request);
  const sent: { headers?: Record<string, string> } = request.url.includes('/v3/hooks') ? JSON.parse(request.body) : {};
  headerToken = Object.values(sent.headers ?? {})[0] ?? headerToken;
  const words = echoes();
  // Also one at a time: little of upstream's text is stored.
  const title = words[store.seen.length % words.length] ?? '';
  json(
    { title, errors: Object.fromEntries(words.map((word, index) => [`field ${index}`, word])) },
    {
      status: request.url.includes('/graphql') ? 500 : 422,
      headers: {
        'x-rate-limit-requests-left': '1000',
        'x-rate-limit-requests-quota': '2000',
        'x-rate-limit-time-reset-ms': '1000',
        'x-rate-limit-time-window-ms': '30000',
      },
    },
  )(response, request);
}

beforeAll(async () => {
  store = await startScriptedServer();
  store.script(respond);
  site = await bootSite({
    environment: {
      ...secrets,
      COMMERCE_BRIDGE_STORE_HASH: 'abc123',
      COMMERCE_BRIDGE_CHANNEL_ID: '1',
      COMMERCE_BRIDGE_API_URL: store.url,
      COMMERCE_BRIDGE_GRAPHQL_URL: store.url,
      COMMERCE_BRIDGE_PUBLIC_URL: 'https://shop.example.com',
    },
    machine: { clock },
  });
  site.strapi.log.level = 'debug';
  site.strapi.log.on('data', (line: unknown) => lines.push(logLine.parse(line).message));
});
afterAll(async () => {
  await site.stop();
  await store.close();
  removeSite(site);
});

async function asAdmin(method: string, path: string, body?: unknown): Promise<void> {
  const response = await site.admin(method, `/commerce-bridge${path}`, body);
  shown.push(`${method} ${path} ${response.status} ${JSON.stringify(response.body)}`);
}

test('no secret that the store echoes is stored, logged, or shown, whichever request it responds to', async () => {
  for (let round = 0; round < 3; round += 1) {
    await asAdmin('POST', '/webhooks/register');
    await asAdmin('POST', '/settings/test-connection', {});
    await asAdmin('POST', '/sync', { mode: 'full' });
    const run = await finishedRun(site);
    expect(run.status).toBe('failed');
    for (const part of ['report', 'log', 'failures']) await asAdmin('GET', `/sync/runs/${run.id}/${part}`);
    await asAdmin('GET', '/products/77/upstream');
    await asAdmin('POST', '/products/77/resync');
    const asked = await site.rest('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ site { a } }' }),
    });
    shown.push(await asked.text());
    clock.advance(milliseconds(61_000));
  }
  const { body, headers } = signedDelivery(secrets.COMMERCE_BRIDGE_WEBHOOK_SECRET, deliveryBody());
  expect((await site.rest('/webhook', { method: 'POST', body: new Uint8Array(body), headers })).status).toBe(200);
  await eventually(
    async () => (await site.strapi.db.connection('commerce_bridge_events').whereNotNull('last_error')).length > 0,
  );
  await asAdmin('POST', '/health/check');
  for (const path of [
    '/settings',
    '/sync',
    '/sync/runs',
    '/events',
    '/health',
    '/overview',
    '/webhooks',
    '/diagnostics',
  ])
    await asAdmin('GET', path);

  expect(headerToken).toMatch(/^[\w-]{43}$/);
  expect([...lines, ...shown].join()).toContain('[redacted]');
  expect(lines.filter((line) => leaksIn(line).length > 0)).toEqual([]);
  expect(shown.filter((responded) => leaksIn(responded).length > 0)).toEqual([]);
  const stored = await dumpDatabase(site.strapi, { except: [] });
  expect([...stored].filter(([, rows]) => leaksIn(rows).length > 0).map(([table]) => table)).toEqual([]);
  expect([...stored.values()].join()).toContain('[redacted]');
});
