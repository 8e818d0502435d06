import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { ask, steer, type Response } from '../support/shops/simulator-client';

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ products: 3, quota: 0, localDestinations: true });
});
afterAll(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});
beforeEach(async () => {
  await steer(simulator, 'PATCH /hooks/registration', { spelling: 'plain', refused: [] });
});

async function register(scope: string): Promise<Response> {
  return ask(simulator, '/v3/hooks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scope, destination: `https://shop.example/${crypto.randomUUID()}` }),
  });
}

async function statuses(...scopes: string[]): Promise<number[]> {
  return Promise.all(scopes.map(async (scope) => (await register(scope)).status));
}

test('scopes of markets register without a slash at the end, unless the store wants one, or takes both', async () => {
  const scopes = ['store/channel/1/product/assigned', 'store/channel/1/product/assigned/'];
  expect(await statuses(...scopes)).toEqual([200, 422]);
  await steer(simulator, 'PATCH /hooks/registration', { spelling: 'slashed' });
  expect(await statuses(...scopes)).toEqual([422, 200]);
  await steer(simulator, 'PATCH /hooks/registration', { spelling: 'either' });
  expect(await statuses(...scopes)).toEqual([200, 200]);
});

test('other scopes and wildcards never take a slash', async () => {
  await steer(simulator, 'PATCH /hooks/registration', { spelling: 'slashed' });
  expect(await statuses('store/product/updated', 'store/product/updated/')).toEqual([200, 422]);
  expect(await statuses('store/channel/*', 'store/product/*')).toEqual([200, 200]);
});

test('a star inside of a scope is part of it', async () => {
  expect(await statuses('store/channel/*/inventory/product/stock_changed')).toEqual([200]);
});

test('scopes that the store does not have are refused in both spellings, others are not', async () => {
  const refused = ['store/channel/1/product/unassigned', 'store/sku/*'];
  await steer(simulator, 'PATCH /hooks/registration', { spelling: 'either', refused });
  expect(
    await statuses(
      'store/channel/1/product/unassigned',
      'store/channel/1/product/unassigned/',
      'store/sku/*',
      'store/channel/1/product/assigned',
    ),
  ).toEqual([422, 422, 422, 200]);
});
