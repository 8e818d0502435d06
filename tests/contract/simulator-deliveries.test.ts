import { expect, test } from 'vitest';
import { RETRY_DELAYS } from '../../simulator/src/hooks/dispatcher';
import { standardSignature } from '../../simulator/src/hooks/signature';
import { deliveringShop } from '../support/shops/delivering-shop';
import { ask, at } from '../support/shops/simulator-client';

const shop = deliveringShop();

test('deliveries carry the measured body and headers, a valid signature and the registered headers', async () => {
  await shop.register('store/product/*', { 'X-Token': 'secret of the receiver' });
  shop.simulator.store.products.rename(1001, 'Renamed');
  await shop.settle();
  expect(shop.receiver.received).toHaveLength(1);
  const [delivery] = shop.receiver.received;
  const body = JSON.parse(delivery?.body ?? '');
  expect(Object.keys(body)).toEqual(['producer', 'hash', 'created_at', 'store_id', 'scope', 'data']);
  expect(body).toMatchObject({
    producer: 'stores/demostore1',
    created_at: shop.clock.now() / 1000,
    store_id: String(shop.simulator.store.information.store_id),
    scope: 'store/product/updated',
    data: { type: 'product', id: 1001 },
  });
  expect(delivery?.headers).toMatchObject({
    'content-type': 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'pekko-http/1.3.0',
    'x-token': 'secret of the receiver',
    'webhook-id': body.hash,
    'webhook-timestamp': String(shop.clock.now() / 1000),
    'webhook-signature': standardSignature({
      body: delivery?.body ?? '',
      id: body.hash,
      timestamp: shop.clock.now() / 1000,
      clientSecret: shop.simulator.account.clientSecret,
    }),
  });
});

test('deliveries go to active hooks that want the scope, and to no others', async () => {
  await shop.register('store/sku/*');
  const inactive = await shop.register('store/product/*');
  await shop.send('PUT', `/v3/hooks/${inactive}`, { is_active: false });
  shop.simulator.store.products.rename(1001, 'Renamed');
  await shop.settle();
  expect(shop.receiver.received).toEqual([]);
});

test('deliveries are repeated after 60, 180, … seconds, then the hook is disabled until it is re-enabled', async () => {
  shop.receiver.response = () => 500;
  const id = await shop.register();
  shop.simulator.store.products.rename(1001, 'Renamed');
  await shop.settle();
  for (const [place, delay] of RETRY_DELAYS.entries()) {
    shop.clock.advance(delay * 1000 - 1);
    expect(shop.receiver.received).toHaveLength(place + 1);
    shop.clock.advance(1);
    await attempts(place + 2);
  }
  expect(RETRY_DELAYS).toHaveLength(11);
  expect(new Set(shop.receiver.received.map((received) => received.headers['webhook-id'])).size).toBe(1);
  expect(new Set(shop.receiver.received.map((received) => received.headers['webhook-timestamp'])).size).toBe(12);
  const { body } = await ask(shop.simulator, '/v3/hooks/admin');
  expect(at(body, 'data', 'hooks_list', 0)).toMatchObject({ id, is_active: false, status: 'deactivated' });
  shop.receiver.response = () => 200;
  await shop.send('PUT', `/v3/hooks/${id}`, { is_active: true });
  shop.simulator.store.products.rename(1001, 'Renamed again');
  await shop.settle();
  expect(shop.receiver.received).toHaveLength(13);
});

test('attempts end with the first 2xx', async () => {
  shop.receiver.response = (_received, place) => (place === 1 ? 503 : 204);
  await shop.register();
  shop.simulator.store.products.rename(1001, 'Renamed');
  await shop.settle();
  shop.clock.advance(60_000);
  await attempts(2);
  shop.clock.advance(10 * 24 * 3600 * 1000);
  expect(shop.receiver.received).toHaveLength(2);
});

test('deliveries without a response within nine seconds count as failed', async () => {
  shop.receiver.response = (_received, place) => (place === 1 ? 'silence' : 200);
  await shop.register();
  shop.simulator.store.products.rename(1001, 'Renamed');
  await shop.receiver.count(1);
  shop.clock.advance(8_999);
  expect(shop.simulator.webhooks.attempts).toEqual([]);
  shop.clock.advance(1);
  await shop.settle();
  expect(shop.simulator.webhooks.attempts).toMatchObject([{ attempt: 1, outcome: 'timeout' }]);
  shop.clock.advance(60_000);
  await shop.receiver.count(2);
});

test('deliveries to a domain that fails too often are blocked for three minutes and then sent', async () => {
  shop.receiver.response = (_received, place) => (place > 80 ? 500 : 200);
  await shop.register();
  for (const id of shop.simulator.store.products.ids().slice(0, 100))
    shop.simulator.store.products.update(id, { warranty: 'one' });
  await shop.settle();
  const { body } = await ask(shop.simulator, '/v3/hooks/admin');
  expect(at(body, 'data', 'blocked_domains', 0)).toMatchObject({ time_left: 180 });
  const before = shop.receiver.received.length;
  shop.receiver.response = () => 200;
  shop.simulator.store.products.update(1001, { warranty: 'two' });
  await shop.settle();
  shop.clock.advance(179_000);
  expect(shop.receiver.received).toHaveLength(before);
  shop.clock.advance(1_000);
  await shop.receiver.count(before + 1);
});

/** Waits until that many attempts have ended. */
async function attempts(count: number): Promise<void> {
  await shop.receiver.count(count);
  while (shop.simulator.webhooks.attempts.length < count) await new Promise((resolve) => setImmediate(resolve));
}
