import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { standardSignature } from '../../simulator/src/hooks/signature';
import { RETRY_DELAYS } from '../../simulator/src/hooks/dispatcher';
import { ManualClock, startSimulator, type Simulator } from '../../simulator/src/server';
import { OpenApiDocument } from '../support/openapi-document';
import { ReceivingServer } from '../support/receiving-server';
import { upstreamReference, whenAvailable } from '../support/requirements';
import { ask, at, listAt, steer, type Answer } from '../support/simulator-client';

let clock: ManualClock;
let simulator: Simulator;
let receiver: ReceivingServer;

beforeEach(async () => {
  clock = new ManualClock();
  simulator = await startSimulator({ products: 250, quota: 0, clock, localDestinations: true });
  receiver = await ReceivingServer.start();
});
afterEach(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
  await receiver.close();
});

async function send(method: string, path: string, body: unknown): Promise<Answer> {
  return ask(simulator, path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

async function register(scope = 'store/product/*', headers: Record<string, string> | null = null): Promise<number> {
  const { body } = await send('POST', '/v3/hooks', { scope, destination: receiver.url, is_active: true, headers });
  return Number(at(body, 'data', 'id'));
}

/** Waits until the first attempts of everything raised so far have ended. */
async function settle(): Promise<void> {
  await simulator.webhooks.idle();
}

describe('registration', () => {
  test('creates, lists, changes and deletes', async () => {
    const id = await register('store/product/*', { 'x-token': 'abc' });
    const listed = await ask(simulator, '/v3/hooks?scope=store/product/*&is_active=true');
    expect(listAt(listed.body, 'data')).toEqual([{
      id, client_id: simulator.account.clientId, store_hash: 'demostore1', scope: 'store/product/*', destination: receiver.url,
      headers: { 'x-token': 'abc' }, is_active: true, created_at: clock.now() / 1000, updated_at: clock.now() / 1000,
    }]);
    clock.advance(5_000);
    const changed = await send('PUT', `/v3/hooks/${id}`, { is_active: false });
    expect(at(changed.body, 'data')).toMatchObject({ id, is_active: false, updated_at: clock.now() / 1000 });
    const deleted = await ask(simulator, `/v3/hooks/${id}`, { method: 'DELETE' });
    expect(deleted).toMatchObject({ status: 200, body: { data: { id } } });
    expect(await ask(simulator, `/v3/hooks/${id}`)).toMatchObject({ status: 404, body: { title: `Webhook with id [${id}] not found` } });
  });

  test('needs no scope of the account', async () => {
    simulator.account.scopes.clear();
    expect((await ask(simulator, '/v3/hooks')).status).toBe(200);
  });

  test('there is one hook per scope and destination, and ten per scope', async () => {
    await register();
    const again = await send('POST', '/v3/hooks', { scope: 'store/product/*', destination: receiver.url });
    expect(again.status).toBe(422);
    for (let place = 1; place < 10; place += 1) {
      expect((await send('POST', '/v3/hooks', { scope: 'store/product/*', destination: `${receiver.url}/${place}` })).status).toBe(200);
    }
    expect((await send('POST', '/v3/hooks', { scope: 'store/product/*', destination: `${receiver.url}/10` })).status).toBe(422);
    expect((await send('POST', '/v3/hooks', { scope: 'store/sku/*', destination: receiver.url })).status).toBe(200);
  });

  test.each([
    [{ destination: 'https://example.com/hook' }, 'scope'],
    [{ scope: 'store/product/*' }, 'destination'],
    [{ scope: 'products', destination: 'https://example.com/hook' }, 'scope'],
    [{ scope: 'store/product/*', destination: 'https://example.com:8443/hook' }, 'destination'],
    [{ scope: 'store/product/*', destination: 'http://example.com/hook' }, 'destination'],
    [{ scope: 'store/product/*', destination: 'https://example.com/hook', headers: { a: 1 } }, 'headers.a'],
  ])('%j is refused for its %s', async (body, field) => {
    const answer = await send('POST', '/v3/hooks', body);
    expect(answer).toMatchObject({ status: 422, body: { title: 'JSON data is missing or invalid' } });
    expect(Object.keys(Object(at(answer.body, 'errors')))).toEqual([field]);
  });

  test('an address of this machine is refused unless the simulator was told otherwise', async () => {
    const strict = await startSimulator({ products: 1 });
    const answer = await ask(strict, '/v3/hooks', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ scope: 'store/product/*', destination: receiver.url }),
    });
    await strict.close();
    expect(answer.status).toBe(422);
  });

  test('an empty change is refused', async () => {
    const id = await register();
    expect((await send('PUT', `/v3/hooks/${id}`, {})).status).toBe(422);
  });

  test('hooks of another account are invisible and count for nobody else', async () => {
    await steer(simulator, 'POST', '/hooks', { scope: 'store/product/*', destination: receiver.url });
    expect(listAt((await ask(simulator, '/v3/hooks')).body, 'data')).toEqual([]);
    expect(await register()).toBeGreaterThan(0);
  });

  test('ninety quiet days switch a hook off', async () => {
    const id = await register();
    clock.advance(91 * 24 * 3600 * 1000);
    const { body } = await ask(simulator, '/v3/hooks/admin');
    expect(at(body, 'data', 'hooks_list', 0)).toMatchObject({ id, is_active: false, status: 'deactivated' });
  });
});

describe('deliveries', () => {
  test('carry the measured body and headers, a valid signature and the registered headers', async () => {
    await register('store/product/*', { 'X-Token': 'secret of the receiver' });
    simulator.store.products.rename(1001, 'Renamed');
    await settle();
    expect(receiver.received).toHaveLength(1);
    const [delivery] = receiver.received;
    const body = JSON.parse(delivery?.body ?? '');
    expect(Object.keys(body)).toEqual(['producer', 'hash', 'created_at', 'store_id', 'scope', 'data']);
    expect(body).toMatchObject({
      producer: 'stores/demostore1', created_at: clock.now() / 1000, store_id: String(simulator.store.information.store_id),
      scope: 'store/product/updated', data: { type: 'product', id: 1001 },
    });
    expect(delivery?.headers).toMatchObject({
      'content-type': 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'pekko-http/1.3.0', 'x-token': 'secret of the receiver',
      'webhook-id': body.hash, 'webhook-timestamp': String(clock.now() / 1000),
      'webhook-signature': standardSignature({
        body: delivery?.body ?? '', id: body.hash, timestamp: clock.now() / 1000, clientSecret: simulator.account.clientSecret,
      }),
    });
  });

  test('go to active hooks that want the scope, and to no others', async () => {
    await register('store/sku/*');
    const inactive = await register('store/product/*');
    await send('PUT', `/v3/hooks/${inactive}`, { is_active: false });
    simulator.store.products.rename(1001, 'Renamed');
    await settle();
    expect(receiver.received).toEqual([]);
  });

  test('are repeated after 60, 180, … seconds, then the hook is switched off until it is revived', async () => {
    receiver.answer = () => 500;
    const id = await register();
    simulator.store.products.rename(1001, 'Renamed');
    await settle();
    for (const [place, delay] of RETRY_DELAYS.entries()) {
      clock.advance(delay * 1000 - 1);
      expect(receiver.received).toHaveLength(place + 1);
      clock.advance(1);
      await attempts(place + 2);
    }
    expect(RETRY_DELAYS).toHaveLength(11);
    expect(new Set(receiver.received.map((received) => received.headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map((received) => received.headers['webhook-timestamp'])).size).toBe(12);
    const { body } = await ask(simulator, '/v3/hooks/admin');
    expect(at(body, 'data', 'hooks_list', 0)).toMatchObject({ id, is_active: false, status: 'deactivated' });
    receiver.answer = () => 200;
    await send('PUT', `/v3/hooks/${id}`, { is_active: true });
    simulator.store.products.rename(1001, 'Renamed again');
    await settle();
    expect(receiver.received).toHaveLength(13);
  });

  test('end with the first 2xx', async () => {
    receiver.answer = (_received, place) => (place === 1 ? 503 : 204);
    await register();
    simulator.store.products.rename(1001, 'Renamed');
    await settle();
    clock.advance(60_000);
    await attempts(2);
    clock.advance(10 * 24 * 3600 * 1000);
    expect(receiver.received).toHaveLength(2);
  });

  test('that are not answered within nine seconds count as failed', async () => {
    receiver.answer = (_received, place) => (place === 1 ? 'silence' : 200);
    await register();
    simulator.store.products.rename(1001, 'Renamed');
    await receiver.count(1);
    clock.advance(8_999);
    expect(simulator.webhooks.attempts).toEqual([]);
    clock.advance(1);
    await settle();
    expect(simulator.webhooks.attempts).toMatchObject([{ attempt: 1, outcome: 'timeout' }]);
    clock.advance(60_000);
    await receiver.count(2);
  });

  test('to a domain that fails too often are blocked for three minutes and then come', async () => {
    receiver.answer = (_received, place) => (place > 80 ? 500 : 200);
    await register();
    for (const id of simulator.store.products.ids().slice(0, 100)) simulator.store.products.update(id, { warranty: 'one' });
    await settle();
    const { body } = await ask(simulator, '/v3/hooks/admin');
    expect(at(body, 'data', 'blocked_domains', 0)).toMatchObject({ time_left: 180 });
    const before = receiver.received.length;
    receiver.answer = () => 200;
    simulator.store.products.update(1001, { warranty: 'two' });
    await settle();
    clock.advance(179_000);
    expect(receiver.received).toHaveLength(before);
    clock.advance(1_000);
    await receiver.count(before + 1);
  });
});

describe('disturbances', () => {
  test('a duplicate arrives with the same hash', async () => {
    await register();
    simulator.webhooks.disturb({ duplicate: 1 });
    simulator.store.products.rename(1001, 'Renamed');
    await settle();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[0]?.headers['webhook-id']).toBe(receiver.received[1]?.headers['webhook-id']);
  });

  test('a lost one never arrives', async () => {
    await register();
    simulator.webhooks.disturb({ lose: 1 });
    simulator.store.products.rename(1001, 'Renamed');
    await settle();
    clock.advance(24 * 3600 * 1000);
    expect(receiver.received).toEqual([]);
    expect(simulator.webhooks.attempts).toMatchObject([{ outcome: 'lost' }]);
  });

  test('held-back ones leave in another order, all of them', async () => {
    await register();
    simulator.webhooks.disturb({ reorder: 10 });
    const ids = simulator.store.products.ids().slice(0, 40);
    for (const id of ids) simulator.store.products.update(id, { warranty: 'new' });
    await settle();
    const order = simulator.webhooks.attempts.map((attempt) => attempt.hash);
    const arrived = receiver.received.map((received) => Number(JSON.parse(received.body).data.id));
    expect(order).toHaveLength(40);
    expect([...arrived].sort((left, right) => left - right)).toEqual(ids);
    expect(arrived).not.toEqual(ids);
  });

  test('a late one comes when its time has come', async () => {
    await register();
    simulator.webhooks.disturb({ delay: { from: 5_000, to: 5_000 } });
    simulator.store.products.rename(1001, 'Renamed');
    clock.advance(4_999);
    expect(receiver.received).toEqual([]);
    clock.advance(1);
    await settle();
    expect(receiver.received).toHaveLength(1);
    expect(Number(receiver.received[0]?.headers['webhook-timestamp'])).toBe(Math.floor(clock.now() / 1000));
  });

  test('a pause holds deliveries until it ends, also by HTTP', async () => {
    await register();
    await steer(simulator, 'POST', '/deliveries/pause');
    simulator.store.products.rename(1001, 'Renamed');
    await settle();
    expect(receiver.received).toEqual([]);
    await steer(simulator, 'POST', '/deliveries/resume');
    await steer(simulator, 'POST', '/deliveries/idle');
    const { body } = await steer(simulator, 'GET', '/deliveries');
    expect(listAt(body, 'deliveries')).toMatchObject([{ scope: 'store/product/updated', attempt: 1, outcome: 200 }]);
  });

  test('any event can be raised', async () => {
    await register('store/order/*');
    await steer(simulator, 'POST', '/events', { scope: 'store/order/created', data: { type: 'order', id: 7 } });
    await settle();
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ scope: 'store/order/created', data: { type: 'order', id: 7 } });
  });
});

/** Waits until so many attempts have ended. */
async function attempts(count: number): Promise<void> {
  await receiver.count(count);
  while (simulator.webhooks.attempts.length < count) await new Promise((resolve) => setImmediate(resolve));
}

whenAvailable(upstreamReference()).describe("replies about hooks validate against upstream's document", (reference) => {
  test('create, list, read, change, delete, and the overview', async () => {
    const document = new OpenApiDocument(join(reference, 'openapi', 'webhooks.v3.yml'));
    const id = await register('store/product/*', { 'x-token': 'abc' });
    await register('store/sku/*');
    const checks: [string, string, Answer][] = [
      ['/hooks', 'get', await ask(simulator, '/v3/hooks')],
      ['/hooks/{webhook_id}', 'get', await ask(simulator, `/v3/hooks/${id}`)],
      ['/hooks/{webhook_id}', 'put', await send('PUT', `/v3/hooks/${id}`, { is_active: true })],
      ['/hooks/admin', 'get', await ask(simulator, '/v3/hooks/admin')],
      ['/hooks', 'post', await send('POST', '/v3/hooks', { scope: 'store/category/*', destination: receiver.url })],
      ['/hooks', 'post', await send('POST', '/v3/hooks', { scope: 'store/category/*', destination: receiver.url })],
      ['/hooks/{webhook_id}', 'delete', await ask(simulator, `/v3/hooks/${id}`, { method: 'DELETE' })],
      ['/hooks/{webhook_id}', 'get', await ask(simulator, `/v3/hooks/${id}`)],
    ];
    expect(checks.map(([, , answer]) => answer.status)).toEqual([200, 200, 200, 200, 200, 422, 200, 404]);
    for (const [path, method, answer] of checks) {
      expect(document.errors({ path, method, status: answer.status }, answer.body)).toEqual([]);
    }
  });
});
