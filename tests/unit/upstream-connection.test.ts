import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testConnection } from '../../server/src/upstream/try-connection';
import type { UpstreamHttp } from '../../server/src/upstream/http/upstream-http';
import { UpstreamUnavailableError } from '../../server/src/upstream/http/upstream-errors';
import { pluginVersion, userAgent } from '../../server/src/upstream/http/user-agent';
import { createScriptedHttp, Refusal } from '../support/http/scripted-http';
import { aWirePage } from '../support/shops/wire-builders';

const storeHash = 'demo1234';
const store = {
  id: storeHash,
  name: 'Demo',
  domain: 'demo.example',
  currency: 'EUR',
  weight_units: 'KGS',
  default_channel_id: 1,
};

const tested = (responses: { store?: unknown; products?: unknown; tokens?: unknown; carts?: unknown }) => {
  const http = createScriptedHttp(({ path }) => {
    if (path === '/v2/store') return responses.store ?? store;
    if (path === '/v3/storefront/api-token-private') return responses.tokens ?? new Refusal(422);
    if (path.startsWith('/v3/carts/')) return responses.carts ?? new Refusal(404);
    return responses.products ?? aWirePage([{ id: 1 }]);
  });
  return testConnection(http, { storeHash });
};

const required = ['store_v2_products_read_only', 'store_v2_information_read_only'];
const optional = ['store_storefront_api', 'store_cart'];

describe('a connection test', () => {
  test('finds a store and every scope granted', async () => {
    await expect(tested({})).resolves.toEqual({
      kind: 'connected',
      store: { name: 'Demo', domain: 'demo.example', currency: 'EUR', weightUnit: 'KGS', defaultChannelId: 1 },
      scopes: [
        { scope: 'store_v2_products_read_only', granted: true, required: true, neededFor: expect.any(String) },
        { scope: 'store_v2_information_read_only', granted: true, required: true, neededFor: expect.any(String) },
        { scope: 'store_storefront_api', granted: true, required: false, neededFor: expect.any(String) },
        { scope: 'store_cart', granted: true, required: false, neededFor: expect.any(String) },
      ],
    });
  });

  test("names each scope that is missing, by upstream's name for it", async () => {
    const granted = async (responses: Parameters<typeof tested>[0]) => {
      const result = await tested(responses);
      return result.kind === 'connected' && result.scopes.filter((scope) => scope.granted).map((scope) => scope.scope);
    };
    await expect(granted({ products: new Refusal(403) })).resolves.toEqual([required[1], ...optional]);
    await expect(granted({ store: new Refusal(403) })).resolves.toEqual([required[0], ...optional]);
    await expect(granted({ store: new Refusal(403), products: new Refusal(403) })).resolves.toEqual(optional);
    await expect(granted({ tokens: new Refusal(403) })).resolves.toEqual([...required, 'store_cart']);
    await expect(granted({ carts: new Refusal(403) })).resolves.toEqual([...required, 'store_storefront_api']);
  });

  test('knows no store without the scope to read it', async () => {
    await expect(tested({ store: new Refusal(403) })).resolves.toMatchObject({ kind: 'connected', store: null });
  });

  test('connects to an empty store', async () => {
    await expect(tested({ products: aWirePage([], { total: 0, total_pages: 0 }) })).resolves.toMatchObject({
      kind: 'connected',
    });
  });

  test.each([
    [new Refusal(401), 'unauthorized'],
    [new Refusal(404), 'not_found'],
    [new Refusal(503), 'unavailable'],
    [new Refusal(429), 'unavailable'],
    [new Refusal(418), 'unexpected'],
    [{ hello: 'world' }, 'unexpected'],
  ])('that gets %j is rejected as %s', async (response, reason) => {
    await expect(tested({ store: response })).resolves.toMatchObject({
      kind: 'rejected',
      reason,
      message: expect.any(String),
    });
  });

  test.each([
    ['an error of a service that is not the store', new Refusal(500, { title: 'password of the database: hunter2' })],
    ['a plain text', new Refusal(418, 'hunter2')],
    ['a response in another form', { currency: 'EUR', id: storeHash, name: ['hunter2'] }],
    ['another store', { ...store, id: 'other', name: 'hunter2' }],
    ['something like a store that does not say which', { ...store, id: undefined, name: 'hunter2' }],
  ])('that reaches %s repeats none of its response', async (_, response) => {
    const result = await tested({ store: response });
    expect(result.kind).toBe('rejected');
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  test('that fails to check optional scopes says so, instead of reporting missing scopes', async () => {
    await expect(tested({ tokens: new Refusal(503) })).resolves.toMatchObject({
      kind: 'rejected',
      reason: 'unavailable',
    });
  });

  test('that gets no response is rejected as unreachable', async () => {
    const silent: UpstreamHttp = {
      request: () =>
        Promise.reject(
          new UpstreamUnavailableError('GET /v2/store got no response: ENOTFOUND', {
            method: 'GET',
            path: '/v2/store',
            reason: 'network',
          }),
        ),
    };
    await expect(testConnection(silent, { storeHash })).resolves.toEqual({
      kind: 'rejected',
      reason: 'unreachable',
      message: 'The store cannot be reached: GET /v2/store got no response: ENOTFOUND.',
    });
  });

  test('that is canceled rejects with the reason', async () => {
    const canceled: UpstreamHttp = { request: () => Promise.reject(new Error('called off')) };
    await expect(testConnection(canceled, { storeHash })).rejects.toThrow('called off');
  });
});

test('requests to upstream carry the name and version of this package', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ version: pluginVersion, name: 'strapi-plugin-commerce-bridge' });
  expect(userAgent).toMatch(/^strapi-plugin-commerce-bridge\/\d+\.\d+\.\d+ \(.+\)$/);
});
