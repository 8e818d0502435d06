import { afterAll, beforeAll, expect, test } from 'vitest';
import { productDetail } from '../../contracts/admin/products';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';

const markets = [
  { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' },
  // The same prices under another name.
  { key: 'island', name: 'Island', channelId: 3, currency: 'EUR', locale: 'en' },
  { key: 'wholesale', name: 'Wholesale', channelId: 1, currency: 'USD', locale: 'en', customerGroupId: 1 },
];

let shop: MarketShop;
let shirt: number;
let mug: number;
let cap: number;
let lamp: number;
let list: number;

beforeAll(async () => {
  shop = await openMarketShop(markets);
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({ currency_code: 'EUR', rate: 2 });
  store.markets.groups.create({ name: 'Wholesale', discount_rules: [{ type: 'all', method: 'fixed', amount: 2 }] });
  const variants = [{ options: { Size: 'S' } }, { options: { Size: 'L' }, price: 30 }];
  shirt = store.products.create({ name: 'Shirt', price: 20, channels: [1, 3], variants }).id;
  mug = store.products.create({ name: 'Mug', price: 10, channels: [1, 3] }).id;
  cap = store.products.create({ name: 'Cap', price: 10, channels: [1, 3] }).id;
  lamp = store.products.create({ name: 'Lamp', price: 10, channels: [1, 3] }).id;
  list = store.markets.priceLists.create({ name: 'Abroad' }).id;
  store.markets.priceLists.assign({ price_list_id: list, channel_id: 3, customer_group_id: null });
  await shop.synchronize();
  await shop.passMarkets();
});
afterAll(() => shop.close());

const history = async (id: number) => {
  const { body } = await shop.site.admin('GET', `/commerce-bridge/products/${id}`);
  return productDetail.parse(body).history;
};
type Entry = Awaited<ReturnType<typeof history>>[number];
const channelOf = (entry: Entry) => entry.market?.channelId ?? 0;
const inMarkets = async (id: number) => (await history(id)).filter(({ kind }) => kind === 'market');

test('the first prices of a market are no change, nor is a pass that finds the same', async () => {
  await shop.passMarkets();
  expect(await inMarkets(lamp)).toEqual([]);
});

test('a price that changed is listed with its markets and their currency, next to the changes of the product', async () => {
  shop.simulator.store.products.update(mug, { price: 12 });
  await shop.synchronize();
  await shop.passMarkets();
  // Which of them was read first depends on what was read longest ago.
  const entries = (await inMarkets(mug)).sort((one, other) => channelOf(one) - channelOf(other));
  expect(entries).toMatchObject([
    {
      market: { names: ['Wholesale'], channelId: 1, currency: 'USD' },
      changes: [
        { field: 'price', from: 10, to: 12 },
        { field: 'calculatedPrice', from: 8, to: 10 },
      ],
      more: 0,
    },
    {
      market: { names: ['Abroad', 'Island'], channelId: 3, currency: 'EUR' },
      changes: [
        { field: 'price', from: 20, to: 24 },
        { field: 'calculatedPrice', from: 20, to: 24 },
      ],
    },
  ]);
  expect((await history(mug)).filter(({ kind }) => kind === 'updated')).toMatchObject([
    { changes: expect.arrayContaining([expect.objectContaining({ field: 'price', from: 10, to: 12 })]) },
  ]);
  // After another pass, nothing is listed twice.
  await shop.passMarkets();
  expect(await inMarkets(mug)).toHaveLength(2);
});

test('a variant is listed by its name', async () => {
  const { products, variants } = shop.simulator.store;
  const large = products.get(shirt)?.variants[1];
  variants.update(shirt, large?.id ?? 0, { price: 33 });
  await shop.synchronize();
  await shop.passMarkets('abroad');
  const abroad = (await inMarkets(shirt)).find(({ market }) => market?.channelId === 3);
  expect(abroad?.changes).toContainEqual({ field: 'variants', item: 'L', part: 'price', from: 60, to: 66 });
});

test('of many changes the newest twenty are kept, and they push out none of the product itself', async () => {
  const [variant] = shop.simulator.store.products.get(cap)?.variants ?? [];
  const { priceLists } = shop.simulator.store.markets;
  shop.simulator.store.products.update(cap, { price: 11 });
  await shop.synchronize();
  const own = (await history(cap)).filter(({ kind }) => kind === 'updated');
  expect(own).toHaveLength(1);
  for (let price = 50; price < 72; price += 1) {
    priceLists.setRecord(list, { variant_id: variant?.id ?? 0, currency: 'EUR', price });
    await shop.passMarkets('abroad');
  }
  const all = await history(cap);
  expect(all.filter(({ kind }) => kind === 'market')).toHaveLength(20);
  expect(all[0]).toMatchObject({
    changes: [
      { field: 'price', from: 70, to: 71 },
      { field: 'calculatedPrice', from: 70, to: 71 },
    ],
  });
  expect(all.filter(({ kind }) => kind === 'updated')).toEqual(own);
}, 120_000);
