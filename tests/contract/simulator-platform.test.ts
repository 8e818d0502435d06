import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gunzipSync } from 'node:zlib';
import { get } from 'node:http';
import { ManualClock, startSimulator, type Simulator } from '../../simulator/src/server';
import { eventually } from '../support/time/eventually';
import { ask, at, listAt, steer } from '../support/shops/simulator-client';

let clock: ManualClock;
let simulator: Simulator;

beforeEach(async () => {
  clock = new ManualClock();
  simulator = await startSimulator({ products: 60, quota: 5, clock });
});
afterEach(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});

describe('access', () => {
  test('without a token, with a wrong one, and for another store the response is 401', async () => {
    const missing = await fetch(`${simulator.url}/stores/demostore1/v2/time`);
    expect(missing.status).toBe(401);
    expect(await missing.json()).toMatchObject({ status: 401, title: 'X-Auth-Token header is required' });
    expect((await ask(simulator, '/v2/time', { headers: { 'x-auth-token': 'wrong' } })).status).toBe(401);
    const elsewhere = await fetch(`${simulator.url}/stores/other/v2/time`, {
      headers: { 'x-auth-token': simulator.account.accessToken },
    });
    expect(elsewhere.status).toBe(401);
  });

  test("a missing scope is upstream's 403 to the letter", async () => {
    simulator.account.scopes.delete('store_v2_products_read_only');
    const { status, body } = await ask(simulator, '/v3/catalog/products');
    expect(status).toBe(403);
    expect(body).toEqual({
      status: 403,
      title: "You don't have a required scope to access the endpoint",
      type: 'https://developer.bigcommerce.com/api-docs/getting-started/api-status-codes',
      errors: {},
    });
    expect((await ask(simulator, '/v2/store')).status).toBe(200);
  });

  test('a scope that can modify can also read', async () => {
    simulator.account.scopes.delete('store_v2_products_read_only');
    simulator.account.scopes.add('store_v2_products');
    expect((await ask(simulator, '/v3/catalog/brands')).status).toBe(200);
  });

  test("what does not exist is a 404 in upstream's shape", async () => {
    const product = await ask(simulator, '/v3/catalog/products/77');
    expect(product).toMatchObject({
      status: 404,
      body: { status: 404, instance: '/stores/demostore1/v3/catalog/products/77' },
    });
    expect((await ask(simulator, '/v3/catalog/nothing')).body).toMatchObject({ status: 404 });
  });
});

describe('the request quota', () => {
  test('every response has the remaining quota, even errors', async () => {
    const first = await ask(simulator, '/v2/time');
    clock.advance(1_000);
    const second = await ask(simulator, '/v3/catalog/products/77');
    const read = (headers: Headers): (string | null)[] =>
      ['window-ms', 'reset-ms'].map((name) => headers.get(`x-rate-limit-time-${name}`));
    expect(first.headers.get('x-rate-limit-requests-quota')).toBe('5');
    expect(first.headers.get('x-rate-limit-requests-left')).toBe('4');
    expect(read(first.headers)).toEqual(['30000', '30000']);
    expect(second.headers.get('x-rate-limit-requests-left')).toBe('3');
    expect(read(second.headers)).toEqual(['30000', '29000']);
  });

  test('an exhausted window returns 429 with headers until it ends', async () => {
    simulator.quota.spend(5);
    clock.advance(10_000);
    const refused = await ask(simulator, '/v2/time');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('x-rate-limit-requests-left')).toBe('0');
    expect(refused.headers.get('x-rate-limit-time-reset-ms')).toBe('20000');
    clock.advance(20_000);
    expect((await ask(simulator, '/v2/time')).status).toBe(200);
  });

  test('0 disables it', async () => {
    simulator.quota.limit = 0;
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await ask(simulator, '/v2/time')).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('the nested tree allows one request at a time, the others get 429 with headers', async () => {
    simulator.quota.limit = 0;
    simulator.latency = 100;
    const responses = await Promise.all([1, 2, 3].map(async () => ask(simulator, '/v3/catalog/trees/1/categories')));
    expect(responses.map((response) => response.status).sort()).toEqual([200, 429, 429]);
    expect(responses.every((response) => response.headers.has('x-rate-limit-requests-left'))).toBe(true);
    expect((await ask(simulator, '/v3/catalog/trees/1/categories')).status).toBe(200);
  });
});

describe('faults on demand', () => {
  test('a status for the next two requests to a route lets others pass', async () => {
    simulator.faults.add({ kind: 'status', status: 503, path: '/v3/catalog/products*', method: 'GET', times: 2 });
    expect((await ask(simulator, '/v2/time')).status).toBe(200);
    expect((await ask(simulator, '/v3/catalog/products?limit=1')).status).toBe(503);
    expect((await ask(simulator, '/v3/catalog/products/1001')).status).toBe(503);
    expect((await ask(simulator, '/v3/catalog/products?limit=1')).status).toBe(200);
  });

  test('a delay lasts until its end, or until the faults are cleared', async () => {
    simulator.faults.add({ kind: 'delay', milliseconds: 3_600_000 });
    const response = ask(simulator, '/v2/time');
    await eventually(async () => simulator.requests.inFlight === 1);
    simulator.faults.clear();
    expect((await response).status).toBe(200);
  });

  test('skip lets the first requests pass', async () => {
    simulator.faults.add({ kind: 'status', status: 500, skip: 1 });
    const statuses = [
      (await ask(simulator, '/v2/time')).status,
      (await ask(simulator, '/v2/time')).status,
      (await ask(simulator, '/v2/time')).status,
    ];
    expect(statuses).toEqual([200, 500, 200]);
  });

  test('overload is a 429 without rate-limit headers, rate-limit one with them', async () => {
    simulator.faults.add({ kind: 'overload' });
    const overloaded = await ask(simulator, '/v2/time');
    expect(overloaded.status).toBe(429);
    expect([...overloaded.headers.keys()].filter((name) => name.startsWith('x-rate-limit'))).toEqual([]);
    simulator.faults.add({ kind: 'rate-limit', resetMilliseconds: 1234 });
    const limited = await ask(simulator, '/v2/time');
    expect(limited.status).toBe(429);
    expect(limited.headers.get('x-rate-limit-time-reset-ms')).toBe('1234');
  });

  test('a reset ends the connection without a response', async () => {
    simulator.faults.add({ kind: 'reset' });
    await expect(ask(simulator, '/v2/time')).rejects.toThrow('fetch failed');
    expect((await ask(simulator, '/v2/time')).status).toBe(200);
    expect(simulator.requests.all()[0]?.status).toBe(0);
  });

  test('truncated JSON comes in a well-formed response, or breaks off', async () => {
    simulator.faults.add({ kind: 'truncate' });
    const intact = await fetch(`${simulator.url}/stores/demostore1/v3/catalog/products`, {
      headers: { 'x-auth-token': simulator.account.accessToken },
    });
    const text = await intact.text();
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    simulator.faults.add({ kind: 'truncate', framing: 'broken' });
    const broken = await fetch(`${simulator.url}/stores/demostore1/v3/catalog/products`, {
      headers: { 'x-auth-token': simulator.account.accessToken },
    });
    await expect(broken.text()).rejects.toThrow('terminated');
  });

  test('a status after processing still does the work', async () => {
    simulator.faults.add({ kind: 'status', status: 504, when: 'after', body: '<html>Gateway Timeout</html>' });
    const response = await fetch(`${simulator.url}/stores/demostore1/v2/time`, {
      headers: { 'x-auth-token': simulator.account.accessToken },
    });
    expect(response.status).toBe(504);
    expect(await response.text()).toBe('<html>Gateway Timeout</html>');
  });

  test('a rate fails its share of requests, the same ones for the same seed', async () => {
    const hits = async (): Promise<boolean[]> => {
      const other = await startSimulator({ products: 1, quota: 0, seed: 'share' });
      other.faults.add({ kind: 'status', status: 500, rate: 0.4, times: 0 });
      const seen: boolean[] = [];
      for (let count = 0; count < 50; count += 1) seen.push((await ask(other, '/v2/time')).status === 500);
      await other.close();
      return seen;
    };
    const first = await hits();
    expect(await hits()).toEqual(first);
    expect(first.filter(Boolean).length).toBeGreaterThan(8);
    expect(first.filter(Boolean).length).toBeLessThan(35);
  });

  test('an invalid fault is rejected with the reason', async () => {
    const refused = await steer(simulator, 'POST /faults', { kind: 'status', status: 99 });
    expect(refused.status).toBe(400);
    expect(at(refused.body, 'title')).toContain('status');
  });
});

describe('responses', () => {
  test('are compressed for clients that accept it', async () => {
    const { headers, bytes } = await raw('/v3/catalog/products?limit=10', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(listAt(JSON.parse(gunzipSync(bytes).toString('utf8')), 'data')).toHaveLength(10);
    expect((await raw('/v3/catalog/products?limit=10', {})).headers['content-encoding']).toBeUndefined();
  });

  test('are a bare object in v2', async () => {
    expect((await ask(simulator, '/v2/time')).body).toEqual({ time: Math.floor(clock.now() / 1000) });
    const { body } = await ask(simulator, '/v2/store');
    expect(body).toMatchObject({ id: 'demostore1', weight_units: 'KGS', logo: [], default_channel_id: 1 });
  });

  test('include images without a token, which differ from product to product', async () => {
    const { body } = await ask(simulator, '/v3/catalog/products?include=images&limit=60');
    const withImages = listAt(body, 'data').filter((product) => listAt(product, 'images').length > 0);
    const pictures = await Promise.all(
      withImages.slice(0, 2).map(async (product) => {
        const response = await fetch(String(at(product, 'images', 0, 'url_standard')));
        expect(response.headers.get('content-type')).toBe('image/svg+xml');
        return response.text();
      }),
    );
    expect(pictures[0]).toContain('width="386" height="513"');
    expect(pictures[0]).not.toBe(pictures[1]);
  });
});

describe('the control API', () => {
  test('edits over HTTP show in the API', async () => {
    simulator.quota.limit = 0;
    const created = await steer(simulator, 'POST /products', {
      name: 'Made by curl',
      price: 9.5,
      channels: [1],
      images: [{}],
    });
    const id = Number(at(created.body, 'id'));
    await steer(simulator, `PATCH /products/${id}`, { sale_price: 8 });
    await steer(simulator, `POST /products/${id}/hide`);
    const { body } = await ask(simulator, `/v3/catalog/products/${id}?include=channels,images`);
    expect(at(body, 'data')).toMatchObject({
      name: 'Made by curl',
      sale_price: 8,
      calculated_price: 8,
      is_visible: false,
      channels: [1],
    });
    await steer(simulator, `DELETE /products/${id}`);
    expect((await ask(simulator, `/v3/catalog/products/${id}`)).status).toBe(404);
  });

  test('an unknown field or product is rejected', async () => {
    expect((await steer(simulator, 'PATCH /products/1001', { prize: 3 })).status).toBe(400);
    expect((await steer(simulator, 'PATCH /products/4', { price: 3 })).status).toBe(404);
  });

  test('the log shows requests, without secrets', async () => {
    await ask(simulator, '/v3/catalog/products?limit=1');
    const { body } = await steer(simulator, 'GET /requests');
    expect(listAt(body, 'requests')).toHaveLength(1);
    expect(at(body, 'requests', 0)).toMatchObject({
      method: 'GET',
      path: '/stores/demostore1/v3/catalog/products',
      query: 'limit=1',
      status: 200,
      inFlight: 1,
    });
    expect(JSON.stringify(body)).not.toContain(simulator.account.accessToken);
  });

  test('quota, latency, and scopes can be changed at runtime', async () => {
    await steer(simulator, 'PATCH /settings', { quota: 1, scopes: [] });
    await steer(simulator, 'POST /quota/reset');
    expect((await ask(simulator, '/v2/store')).status).toBe(403);
    expect((await ask(simulator, '/v2/store')).status).toBe(429);
  });
});

async function raw(
  path: string,
  headers: Record<string, string>,
): Promise<{ headers: NodeJS.Dict<string | string[]>; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    get(
      `${simulator.url}/stores/demostore1${path}`,
      { headers: { 'x-auth-token': simulator.account.accessToken, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
      },
    ).on('error', reject);
  });
}
