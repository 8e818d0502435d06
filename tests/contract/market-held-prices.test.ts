import { afterEach, beforeEach, expect, test } from 'vitest';
import { MassUnassignmentError } from '../../server/src/markets/market-errors';
import type { Market } from '../../server/src/markets/market-parts';
import { createUpstreamAccess } from '../../server/src/upstream/upstream-access';
import { createQuietLogger } from '../support/quiet-logger';
import { type MarketBench, openMarketBench } from '../support/shops/market-bench';

const abroad: Market = { key: 'abroad', channelId: 3, currency: 'EUR', locale: null, customerGroupId: null };
let bench: MarketBench;

beforeEach(async () => {
  bench = await openMarketBench();
  bench.simulator.store.markets.channels.create({ id: 3, name: 'Abroad' });
  bench.simulator.store.markets.currencies.create({ currency_code: 'EUR', rate: 0.5 });
});
afterEach(async () => {
  expect(bench.simulator.defects).toEqual([]);
  await bench.close();
});

test('while an administrator has to confirm that most of a channel is gone, prices of the rest are read', async () => {
  const { products } = bench.simulator.store;
  const [remaining = 0, ...gone] = Array.from(
    { length: 61 },
    (_, place) => products.create({ name: `P ${place}`, price: 10, channels: [1, 3] }).id,
  ).reverse();
  await bench.copyCatalog();
  await bench.pass([abroad]);
  for (const id of gone) products.delete(id);
  products.update(remaining, { price: 99 });
  await expect(bench.pass([abroad])).rejects.toBeInstanceOf(MassUnassignmentError);

  const access = createUpstreamAccess({ clock: bench.clock, random: () => 0, logger: createQuietLogger() });
  const { url: apiUrl, account } = bench.simulator;
  const http = access.http({ apiUrl, storeHash: account.storeHash, accessToken: account.accessToken });
  const prices = { kind: 'prices' as const, channelId: 3, currency: 'EUR', customerGroupId: null };
  try {
    await bench.markets.passPart(prices, { http, signal: new AbortController().signal });
  } finally {
    await access.close();
  }
  expect(await bench.pricesOf(abroad)).toContainEqual(expect.objectContaining({ productId: remaining, price: 49.5 }));
  expect(await bench.pricesOf(abroad)).toHaveLength(61);
});
