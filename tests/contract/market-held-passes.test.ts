import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { EmptyChannelError, MassUnassignmentError } from '../../server/src/markets/market-errors';
import type { Market } from '../../server/src/markets/market-parts';
import { PassTakenOverError } from '../../server/src/markets/part-pass';
import { createUpstreamAccess } from '../../server/src/upstream/upstream-access';
import { UpstreamResponseError } from '../../server/src/upstream/http/upstream-errors';
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

const create = (count: number) =>
  Array.from(
    { length: count },
    (_, place) => bench.simulator.store.products.create({ name: `P ${place}`, price: 10, channels: [1, 3] }).id,
  );
const unassign = (ids: readonly number[]) => {
  for (const id of ids) bench.simulator.store.products.unassign(id, 3);
};
const drawVersion = () => createReadVersions(bench.database).draw();
const membership = async () => {
  const states = await bench.markets.partStates.list();
  return states.find(({ name }) => name === 'membership 3');
};
const membershipSince = async () => (await membership())?.completeSince;

test('a pass whose removals are held reads everything the next time, and is complete once that is confirmed', async () => {
  const ids = create(60);
  await bench.copyCatalog();
  await bench.pass([abroad]);
  unassign(ids.slice(0, 31));
  await expect(bench.pass([abroad])).rejects.toBeInstanceOf(MassUnassignmentError);
  const added = create(1);
  await expect(bench.pass([abroad])).rejects.toBeInstanceOf(MassUnassignmentError);
  expect(await bench.membersOf(abroad)).toEqual([...ids, ...added]);
  // So that the prices of what was added are read.
  expect((await membership())?.begunSince).toBeGreaterThan((await membership())?.completeSince ?? Infinity);

  const confirmedAt = await drawVersion();
  await bench.pass([abroad], { trust: 'everything' });
  expect(await bench.membersOf(abroad)).toEqual([...ids.slice(31), ...added]);
  expect(await membershipSince()).toBeGreaterThan(confirmedAt);
});

test('a pass that found the channel empty begins anew once that is confirmed', async () => {
  const ids = create(2);
  await bench.copyCatalog();
  await bench.pass([abroad]);
  unassign(ids);
  await expect(bench.pass([abroad])).rejects.toBeInstanceOf(EmptyChannelError);
  const confirmedAt = await drawVersion();
  await bench.pass([abroad], { trust: 'everything' });
  expect(await membershipSince()).toBeGreaterThan(confirmedAt);
});

test('a pass whose second look showed nothing at all lists the channel again', async () => {
  const ids = create(3);
  await bench.copyCatalog();
  await bench.pass([abroad]);
  unassign(ids.slice(0, 1));
  bench.clock.whileWaiting = async () => unassign(ids);
  await expect(bench.pass([abroad])).rejects.toBeInstanceOf(UpstreamResponseError);
  await expect(bench.pass([abroad])).rejects.toBeInstanceOf(EmptyChannelError);
});

test('a pass whose removals are held ends when another instance continues it', async () => {
  const ids = create(60);
  await bench.copyCatalog();
  await bench.pass([abroad]);
  unassign(ids.slice(0, 31));
  const part = { kind: 'membership', channelId: 3 } as const;
  bench.clock.whileWaiting = async () => void (await bench.markets.passes.carry(part));
  await expect(bench.pass([abroad])).rejects.toBeInstanceOf(PassTakenOverError);
  const states = await bench.markets.partStates.list();
  expect(states.find(({ name }) => name === 'membership 3')?.isUnderWay).toBe(true);
});

test('while an administrator has to confirm that most of a channel is gone, prices of the rest are read', async () => {
  const { products } = bench.simulator.store;
  const [remaining = 0, ...gone] = create(61).reverse();
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
