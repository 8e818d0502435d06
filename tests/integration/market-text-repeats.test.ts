import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionList } from '../../contracts/rest/collections';
import { productList } from '../../contracts/rest/products';
import { minutes, seconds } from '../../server/src/lib/durations';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';
import { settledMarkets } from '../support/shops/settled-markets';
import { registered } from '../support/shops/webhook-registration';
import { eventually } from '../support/time/eventually';
import { ShiftedClock } from '../support/time/shifted-clock';

const french = { key: 'french', name: 'French', channelId: 3, currency: 'USD', locale: 'fr' };
const clock = new ShiftedClock();
let shop: MarketShop;
let product: number;
let category: number;

beforeAll(async () => {
  shop = await openMarketShop([french], { machine: { clock } });
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'France' });
  store.markets.locales.set(3, [{ code: 'en', isDefault: true }, { code: 'fr' }]);
  const tree = store.markets.channels.createTree('France', [3]).id;
  category = store.categories.create({ name: 'Garden', tree_id: tree }).id;
  product = store.products.create({ name: 'Stone pot', price: 10, channels: [1, 3], categories: [category] }).id;
  await shop.synchronize();
  await shop.passMarkets();
  await shop.site.admin('PUT', '/commerce-bridge/settings', { publicUrl: shop.site.url });
  await registered(shop.site);
});
afterAll(() => shop.close());

const kinds = [
  {
    kind: 'product',
    id: () => product,
    edit: (count: number) => shop.simulator.store.products.update(product, { price: 10 + count }),
    names: async () =>
      productList.parse(await shop.read(`/products?market=french&ids=${product}`)).products.map(({ name }) => name),
  },
  {
    kind: 'category',
    id: () => category,
    edit: (count: number) => shop.simulator.store.categories.rename(category, `Garden ${count}`),
    names: async () =>
      collectionList.parse(await shop.read('/collections?market=french')).collections.map(({ name }) => name),
  },
] as const;

test.each(kinds)(
  'the name of a $kind that came from the cache of the storefront is read again, 45 seconds and 11 minutes later',
  async ({ kind, id, edit, names }) => {
    const { freshness, replies } = shop.simulator.storefront;
    const translate = (name: string) =>
      shop.simulator.store.markets.locales.translate({ kind, id: id(), channelId: 3, locale: 'fr' }, { name });
    freshness.replies = minutes(1);
    translate('Un');
    edit(1);
    await settledMarkets(shop);
    translate('Deux');
    edit(2);
    await settledMarkets(shop);
    expect(await names()).toEqual(['Un']);
    // As if 30 seconds had passed.
    freshness.replies = 0;
    replies.clear();
    clock.advance(seconds(46));
    await eventually(async () => (await names()).includes('Deux'));
    // No webhook announces this, as if another cache still had the old text.
    translate('Trois');
    clock.advance(minutes(12));
    await eventually(async () => (await names()).includes('Trois'));
  },
);
