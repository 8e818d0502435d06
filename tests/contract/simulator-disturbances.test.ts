import { expect, test } from 'vitest';
import { deliveringShop } from '../support/shops/delivering-shop';
import { listAt, steer } from '../support/shops/simulator-client';

const shop = deliveringShop();

test('a duplicate delivery has the same hash', async () => {
  await shop.register();
  shop.simulator.webhooks.disturb({ duplicate: 1 });
  shop.simulator.store.products.rename(1001, 'Renamed');
  await shop.settle();
  expect(shop.receiver.received).toHaveLength(2);
  expect(shop.receiver.received[0]?.headers['webhook-id']).toBe(shop.receiver.received[1]?.headers['webhook-id']);
});

test('a lost delivery never arrives', async () => {
  await shop.register();
  shop.simulator.webhooks.disturb({ lose: 1 });
  shop.simulator.store.products.rename(1001, 'Renamed');
  await shop.settle();
  shop.clock.advance(24 * 3600 * 1000);
  expect(shop.receiver.received).toEqual([]);
  expect(shop.simulator.webhooks.attempts).toMatchObject([{ outcome: 'lost' }]);
});

test('held-back deliveries are all sent, in another order', async () => {
  await shop.register();
  shop.simulator.webhooks.disturb({ reorder: 10 });
  const ids = shop.simulator.store.products.ids().slice(0, 40);
  for (const id of ids) shop.simulator.store.products.update(id, { warranty: 'new' });
  await shop.settle();
  const order = shop.simulator.webhooks.attempts.map((attempt) => attempt.hash);
  const arrived = shop.receiver.received.map((received) => Number(JSON.parse(received.body).data.id));
  expect(order).toHaveLength(40);
  expect([...arrived].sort((left, right) => left - right)).toEqual(ids);
  expect(arrived).not.toEqual(ids);
});

test('a late delivery arrives after its delay', async () => {
  await shop.register();
  shop.simulator.webhooks.disturb({ delay: { from: 5_000, to: 5_000 } });
  shop.simulator.store.products.rename(1001, 'Renamed');
  shop.clock.advance(4_999);
  expect(shop.receiver.received).toEqual([]);
  shop.clock.advance(1);
  await shop.settle();
  expect(shop.receiver.received).toHaveLength(1);
  expect(Number(shop.receiver.received[0]?.headers['webhook-timestamp'])).toBe(Math.floor(shop.clock.now() / 1000));
});

test('a pause holds deliveries until it ends, also over HTTP', async () => {
  await shop.register();
  await steer(shop.simulator, 'POST /deliveries/pause');
  shop.simulator.store.products.rename(1001, 'Renamed');
  await shop.settle();
  expect(shop.receiver.received).toEqual([]);
  await steer(shop.simulator, 'POST /deliveries/resume');
  await steer(shop.simulator, 'POST /deliveries/idle');
  const { body } = await steer(shop.simulator, 'GET /deliveries');
  expect(listAt(body, 'deliveries')).toMatchObject([{ scope: 'store/product/updated', attempt: 1, outcome: 200 }]);
});

test('any event can be raised', async () => {
  await shop.register('store/order/*');
  await steer(shop.simulator, 'POST /events', { scope: 'store/order/created', data: { type: 'order', id: 7 } });
  await shop.settle();
  expect(JSON.parse(shop.receiver.received[0]?.body ?? '')).toMatchObject({
    scope: 'store/order/created',
    data: { type: 'order', id: 7 },
  });
});
