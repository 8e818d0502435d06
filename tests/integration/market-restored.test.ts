import { afterAll, beforeAll, expect, test } from 'vitest';
import { containerOf } from '../../server/src/container';
import { expectedMembers, expectedPrices } from '../support/shops/expected-market';
import { openShop, type Shop } from '../support/shops/shop';
import { eventually } from '../support/time/eventually';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ simulator: { products: 12 } });
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  store.markets.currencies.create({ currency_code: 'GBP', rate: 3 });
  for (const id of store.products.ids().slice(0, 8)) store.products.assign(id, 3);
  await shop.synchronize();
});
afterAll(() => shop.close());

const site = () => containerOf(shop.site.strapi);
const untilIdle = () => eventually(async () => site().marketPasses.isIdle());
const save = async (markets: readonly (typeof abroad)[]) => {
  const { status } = await shop.site.admin('PUT', '/commerce-bridge/settings', { markets });
  expect(status).toBe(200);
  site().marketPasses.wake();
};
const euros = async () => {
  const { markets } = site();
  const of = { key: '', locale: 'en', channelId: 3, currency: 'EUR', customerGroupId: null };
  const partId = await markets.passes.idOf({ kind: 'prices', ...of });
  return {
    stored: await markets.prices.read(partId, expectedMembers(shop.simulator.store, of)),
    expected: expectedPrices(shop.simulator.store, of),
  };
};

test('a market that is changed and changed back while it is being read is read again', async () => {
  const { faults, store } = shop.simulator;
  await save([abroad]);
  await untilIdle();
  const before = await euros();
  expect(before.stored).toEqual(before.expected);

  const fault = faults.add({ kind: 'delay', milliseconds: 60_000, path: '/v3/pricing/products', times: 0 });
  await save([{ ...abroad, currency: 'GBP' }]);
  await eventually(async () => fault.hits > 0);
  const [first = 0] = store.products.ids();
  // No webhook is registered, as when it was removed since no market needed it.
  store.products.update(first, { price: 99 });
  await save([abroad]);
  faults.clear();
  await untilIdle();
  const { stored, expected } = await euros();
  expect(stored).not.toEqual(before.stored);
  expect(stored).toEqual(expected);
});
