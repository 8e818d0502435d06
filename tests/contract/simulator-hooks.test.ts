import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSimulator } from '../../simulator/src/server';
import { deliveringShop } from '../support/shops/delivering-shop';
import { OpenApiDocument } from '../support/http/openapi-document';
import { upstreamReference, whenAvailable } from '../support/requirements';
import { ask, at, listAt, steer, type Response } from '../support/shops/simulator-client';

const shop = deliveringShop();

test('a hook is created, listed, changed and deleted', async () => {
  const id = await shop.register('store/product/*', { 'x-token': 'abc' });
  const listed = await ask(shop.simulator, '/v3/hooks?scope=store/product/*&is_active=true');
  expect(listAt(listed.body, 'data')).toEqual([
    {
      id,
      client_id: shop.simulator.account.clientId,
      store_hash: 'demostore1',
      scope: 'store/product/*',
      destination: shop.receiver.url,
      headers: { 'x-token': 'abc' },
      is_active: true,
      created_at: shop.clock.now() / 1000,
      updated_at: shop.clock.now() / 1000,
    },
  ]);
  shop.clock.advance(5_000);
  const changed = await shop.send('PUT', `/v3/hooks/${id}`, { is_active: false });
  expect(at(changed.body, 'data')).toMatchObject({ id, is_active: false, updated_at: shop.clock.now() / 1000 });
  const deleted = await ask(shop.simulator, `/v3/hooks/${id}`, { method: 'DELETE' });
  expect(deleted).toMatchObject({ status: 200, body: { data: { id } } });
  expect(await ask(shop.simulator, `/v3/hooks/${id}`)).toMatchObject({
    status: 404,
    body: { title: `Webhook with id [${id}] not found` },
  });
});

test('hooks require no scope of the account', async () => {
  shop.simulator.account.scopes.clear();
  expect((await ask(shop.simulator, '/v3/hooks')).status).toBe(200);
});

test('there is one hook per scope and destination, and ten per scope', async () => {
  await shop.register();
  const again = await shop.send('POST', '/v3/hooks', { scope: 'store/product/*', destination: shop.receiver.url });
  expect(again.status).toBe(422);
  for (let place = 1; place < 10; place += 1) {
    expect(
      (await shop.send('POST', '/v3/hooks', { scope: 'store/product/*', destination: `${shop.receiver.url}/${place}` }))
        .status,
    ).toBe(200);
  }
  expect(
    (await shop.send('POST', '/v3/hooks', { scope: 'store/product/*', destination: `${shop.receiver.url}/10` })).status,
  ).toBe(422);
  expect((await shop.send('POST', '/v3/hooks', { scope: 'store/sku/*', destination: shop.receiver.url })).status).toBe(
    200,
  );
});

test.each([
  [{ destination: 'https://example.com/hook' }, 'scope'],
  [{ scope: 'store/product/*' }, 'destination'],
  [{ scope: 'products', destination: 'https://example.com/hook' }, 'scope'],
  [{ scope: 'store/product/*', destination: 'https://example.com:8443/hook' }, 'destination'],
  [{ scope: 'store/product/*', destination: 'http://example.com/hook' }, 'destination'],
  [{ scope: 'store/product/*', destination: 'https://example.com/hook', headers: { a: 1 } }, 'headers.a'],
])('a hook %j is rejected for its %s', async (body, field) => {
  const response = await shop.send('POST', '/v3/hooks', body);
  expect(response).toMatchObject({ status: 422, body: { title: 'JSON data is missing or invalid' } });
  expect(Object.keys(Object(at(response.body, 'errors')))).toEqual([field]);
});

test('a local address is rejected unless the simulator is configured to allow it', async () => {
  const strict = await startSimulator({ products: 1 });
  const response = await ask(strict, '/v3/hooks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'store/product/*', destination: shop.receiver.url }),
  });
  await strict.close();
  expect(response.status).toBe(422);
});

test('an empty update of a hook is rejected', async () => {
  const id = await shop.register();
  expect((await shop.send('PUT', `/v3/hooks/${id}`, {})).status).toBe(422);
});

test('hooks of another account are invisible and do not count', async () => {
  await steer(shop.simulator, 'POST /hooks', { scope: 'store/product/*', destination: shop.receiver.url });
  expect(listAt((await ask(shop.simulator, '/v3/hooks')).body, 'data')).toEqual([]);
  expect(await shop.register()).toBeGreaterThan(0);
});

test('ninety days without events disable a hook', async () => {
  const id = await shop.register();
  shop.clock.advance(91 * 24 * 3600 * 1000);
  const { body } = await ask(shop.simulator, '/v3/hooks/admin');
  expect(at(body, 'data', 'hooks_list', 0)).toMatchObject({ id, is_active: false, status: 'deactivated' });
});

whenAvailable(upstreamReference()).describe("replies about hooks validate against upstream's document", (reference) => {
  test('create, list, read, change, delete, and the overview', async () => {
    const document = new OpenApiDocument(join(reference, 'openapi', 'webhooks.v3.yml'));
    const id = await shop.register('store/product/*', { 'x-token': 'abc' });
    await shop.register('store/sku/*');
    const checks: [string, string, Response][] = [
      ['/hooks', 'get', await ask(shop.simulator, '/v3/hooks')],
      ['/hooks/{webhook_id}', 'get', await ask(shop.simulator, `/v3/hooks/${id}`)],
      ['/hooks/{webhook_id}', 'put', await shop.send('PUT', `/v3/hooks/${id}`, { is_active: true })],
      ['/hooks/admin', 'get', await ask(shop.simulator, '/v3/hooks/admin')],
      [
        '/hooks',
        'post',
        await shop.send('POST', '/v3/hooks', { scope: 'store/category/*', destination: shop.receiver.url }),
      ],
      [
        '/hooks',
        'post',
        await shop.send('POST', '/v3/hooks', { scope: 'store/category/*', destination: shop.receiver.url }),
      ],
      ['/hooks/{webhook_id}', 'delete', await ask(shop.simulator, `/v3/hooks/${id}`, { method: 'DELETE' })],
      ['/hooks/{webhook_id}', 'get', await ask(shop.simulator, `/v3/hooks/${id}`)],
    ];
    expect(checks.map(([, , response]) => response.status)).toEqual([200, 200, 200, 200, 200, 422, 200, 404]);
    for (const [path, method, response] of checks) {
      expect(document.errors({ path, method, status: response.status }, response.body)).toEqual([]);
    }
  });
});
