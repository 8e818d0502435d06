import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { productList } from '../../contracts/rest/products';
import { containerOf } from '../../server/src/container';
import { type Received, ReceivingServer } from '../support/http/receiving-server';
import { keepsResponses } from '../support/instances/keeps-responses';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';
import { settledMarkets } from '../support/shops/settled-markets';
import { registered } from '../support/shops/webhook-registration';
import { eventually } from '../support/time/eventually';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' };
const london = { ...abroad, key: 'london', name: 'London', currency: 'GBP' };
// The same parts as `london`.
const staff = { ...london, key: 'staff', name: 'Staff', isPublic: false };
let shop: MarketShop;
let receiver: ReceivingServer;

beforeAll(async () => {
  receiver = await ReceivingServer.start();
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const targets = [{ key: 'next', kind: 'webhook', url: receiver.url, secret }];
  shop = await openMarketShop([abroad, london, staff], {
    environment: { COMMERCE_BRIDGE_PURGE_TARGETS: JSON.stringify(targets) },
  });
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  store.markets.currencies.create({ currency_code: 'GBP', rate: 3 });
  for (const id of store.products.ids().slice(0, 8)) store.products.assign(id, 3);
  await shop.synchronize();
  await shop.passMarkets();
  await shop.site.admin('PUT', '/commerce-bridge/settings', { publicUrl: shop.site.url });
  await registered(shop.site);
  await keepsResponses(shop.site);
});
afterAll(async () => {
  await shop.close();
  await receiver.close();
});
beforeEach(async () => {
  await settledMarkets(shop);
  await allNotified();
});

const site = () => containerOf(shop.site.strapi);
const namesOf = ({ body }: Received): string[] =>
  z.object({ data: z.object({ keys: z.array(z.string()) }) }).parse(JSON.parse(body)).data.keys;
const allNotified = () => eventually(async () => (await site().purging.state()).every(({ waiting }) => waiting === 0));

/** The names that are purged because of `work`. */
async function purgedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = receiver.received.length;
  await work();
  await allNotified();
  return [...new Set(receiver.received.slice(before).flatMap(namesOf))].sort();
}

const ask = (key: string, path = '/products?per_page=20') =>
  shop.site.rest(`${path}${path.includes('?') ? '&' : '?'}market=${key}`);
const cacheOf = async (key: string, path?: string) => (await ask(key, path)).headers.get('x-cache');
const pricesIn = async (key: string) => {
  const { products } = productList.parse(await (await ask(key)).json());
  return new Map(products.map(({ id, price }) => [id, price]));
};
/** Caches responses of both markets, and expects that they are cached. */
async function keep(): Promise<void> {
  for (const { key } of [abroad, london]) {
    await ask(key);
    expect([key, await cacheOf(key)]).toEqual([key, 'HIT']);
  }
}

test('a response has the headers of the default market, a validator, and the name of its market', async () => {
  const first = await ask('abroad');
  const again = await ask('abroad');
  expect(again.headers.get('x-cache')).toBe('HIT');
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  const plain = await shop.site.rest('/products?per_page=20');
  expect(again.headers.get('cache-control')).toBe(plain.headers.get('cache-control'));
  expect(again.headers.get('surrogate-key')?.split(' ')).toEqual(
    expect.arrayContaining(['products', 'collections', 'brands', 'market-abroad']),
  );
  const known = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } };
  expect((await shop.site.rest('/products?per_page=20&market=abroad', known)).status).toBe(304);
  expect((await shop.site.rest('/products?per_page=20&market=london', known)).status).toBe(200);
});

test('a price that an event changes is shown at once in each market, and purged by their names', async () => {
  await keep();
  const { products, markets } = shop.simulator.store;
  const [id = 0] = products.ids();
  const [euros, pounds] = ['EUR', 'GBP'].map((code) => 77 * (markets.currencies.find(code)?.rate ?? 0));
  const purged = await purgedBy(async () => {
    products.update(id, { price: 77 });
    await settledMarkets(shop);
    expect([(await pricesIn('abroad')).get(id), (await pricesIn('london')).get(id)]).toEqual([euros, pounds]);
  });
  expect(purged).toEqual([`product-${id}`, 'products', 'market-abroad', 'market-london'].sort());
});

test('a price in one market leaves what is cached of the others, and purges that market alone', async () => {
  await keep();
  const { store } = shop.simulator;
  const [, id = 0] = store.products.ids();
  const [variant] = store.products.get(id)?.variants ?? [];
  const list = store.markets.priceLists.create({ name: 'Abroad' }).id;
  store.markets.priceLists.assign({ price_list_id: list, customer_group_id: null, channel_id: 3 });
  const purged = await purgedBy(async () => {
    store.markets.priceLists.setRecord(list, { variant_id: variant?.id ?? 0, currency: 'EUR', price: 12.5 });
    await settledMarkets(shop);
    await shop.passMarkets('abroad');
    expect([await cacheOf('abroad'), await cacheOf('london')]).toEqual(['MISS', 'HIT']);
  });
  expect((await pricesIn('abroad')).get(id)).toBe(12.5);
  expect(purged).toEqual(['market-abroad']);
});

test('what a channel sells is that of each of its markets', async () => {
  await keep();
  const { store } = shop.simulator;
  const id = store.products.ids()[5] ?? 0;
  const purged = await purgedBy(async () => {
    store.products.unassign(id, 3);
    await shop.passMarkets();
  });
  expect([(await pricesIn('abroad')).has(id), (await pricesIn('london')).has(id)]).toEqual([false, false]);
  expect(purged).toEqual(expect.arrayContaining(['market-abroad', 'market-london']));
  expect(purged.join()).not.toContain('staff');
});

test('reading a market again that has not changed leaves everything cached, and purges nothing', async () => {
  await keep();
  const purged = await purgedBy(() => shop.passMarkets());
  expect(purged).toEqual([]);
  expect([await cacheOf('abroad'), await cacheOf('london')]).toEqual(['HIT', 'HIT']);
});

test('a dry run leaves cached what a reading would change', async () => {
  await keep();
  // No event announces rates.
  shop.simulator.store.markets.currencies.update('EUR', { rate: 4 });
  const purged = await purgedBy(async () => {
    const { marketParts } = await shop.synchronize({ dryRun: true });
    expect(marketParts?.some(({ counts }) => (counts?.updated ?? 0) > 0)).toBe(true);
  });
  expect(purged).toEqual([]);
  expect([await cacheOf('abroad'), await cacheOf('london')]).toEqual(['HIT', 'HIT']);
  await shop.passMarkets();
  expect([await cacheOf('abroad'), await cacheOf('london')]).toEqual(['MISS', 'HIT']);
});

test('what was dropped is no longer served, and served again once it is reread', async () => {
  await keep();
  await site().markets.deletion.abandon(['prices 3 EUR guests']);
  expect([(await ask('abroad')).status, await cacheOf('london')]).toEqual([503, 'HIT']);
  await shop.passMarkets('abroad');
  expect([(await ask('abroad')).status, await cacheOf('london')]).toEqual([200, 'HIT']);
});
