import { afterAll, beforeAll, expect, test } from 'vitest';
import { brandList } from '../../contracts/rest/brands';
import { collectionList } from '../../contracts/rest/collections';
import { productList } from '../../contracts/rest/products';
import { containerOf } from '../../server/src/container';
import { tables } from '../../server/src/database/tables';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';
import { listEvents } from '../support/shops/events';
import { settledMarkets } from '../support/shops/settled-markets';
import { registered } from '../support/shops/webhook-registration';

const french = { key: 'french', name: 'French', channelId: 3, currency: 'USD', locale: 'fr' };
let shop: MarketShop;
let pot: number;

beforeAll(async () => {
  shop = await openMarketShop([french]);
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'France' });
  store.markets.locales.set(3, [{ code: 'en', isDefault: true }, { code: 'fr' }]);
  pot = store.products.create({ name: 'Stone pot', price: 10, channels: [1, 3], is_visible: true }).id;
  store.products.create({ name: 'Iron pan', price: 10, channels: [1, 3], is_visible: true });
  rename('Pot');
  await shop.synchronize();
  await shop.passMarkets();
  await shop.site.admin('PUT', '/commerce-bridge/settings', { publicUrl: shop.site.url });
  await registered(shop.site);
});
afterAll(() => shop.close());

const rename = (name: string) =>
  shop.simulator.store.markets.locales.translate({ kind: 'product', id: pot, channelId: 3, locale: 'fr' }, { name });

const settled = () => settledMarkets(shop);

async function titles(): Promise<string[]> {
  const { markets } = containerOf(shop.site.strapi);
  const partId = await markets.passes.idOf({ kind: 'texts', channelId: 3, locale: 'fr' });
  return (await markets.texts.read(partId, [pot])).map(({ title }) => title);
}

test('an event brings the texts of a product along, and has them read again after 45 seconds', async () => {
  rename('Marmite');
  shop.simulator.store.products.update(pot, { price: 11 });
  await settled();
  expect(await titles()).toEqual(['Marmite']);
  const { connection } = shop.site.strapi.db;
  const rows = await connection(tables.marketStaleProducts).where({ product_id: pot }).select('step');
  expect(rows).toEqual([{ step: 1 }]);
});

test('a product that the channel sells again has its texts', async () => {
  rename('Terrine');
  shop.simulator.store.products.unassign(pot, 3);
  await settled();
  expect(await titles()).toEqual([]);
  shop.simulator.store.products.assign(pot, 3);
  await settled();
  expect(await titles()).toEqual(['Terrine']);
});

const shown = async () =>
  productList.parse(await shop.read(`/products?market=french&ids=${pot}&include=calculated_price`)).products[0];

test('a tree that the channel gets, what changes in it, and what is placed in it are followed', async () => {
  const { categories, products, markets } = shop.simulator.store;
  const collections = async () => {
    const { collections: all } = collectionList.parse(await shop.read('/collections?market=french&include=tree'));
    return all.map(({ name, parent, product_count }) => [name, parent, product_count]);
  };
  expect(await collections()).toEqual([]);
  const tree = markets.channels.createTree('France', [3]).id;
  const ofTree = { tree_id: tree };
  const kitchen = categories.create({ name: 'Cuisine', ...ofTree }).id;
  await settled();
  expect(await collections()).toEqual([['Cuisine', null, 0]]);

  const pots = categories.create({ name: 'Pots', ...ofTree }).id;
  await settled();
  categories.move(pots, kitchen);
  categories.rename(kitchen, 'Grande cuisine');
  await settled();
  expect(await collections()).toEqual([
    ['Grande cuisine', null, 0],
    ['Pots', 'cuisine', 0],
  ]);

  products.move(pot, [...(products.get(pot)?.fields.categories ?? []), kitchen]);
  await settled();
  expect(await collections()).toContainEqual(['Grande cuisine', null, 1]);
  expect((await shown())?.categories).toEqual(['cuisine']);
  categories.update(kitchen, { url: { path: '/grande-cuisine/', is_customized: true } });
  await settled();
  const moved = await shop.site.rest('/collections/cuisine?market=french', { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([
    301,
    expect.stringMatching(/\/collections\/grande-cuisine\?market=french$/),
  ]);

  categories.delete(pots);
  await settled();
  expect(await collections()).toEqual([['Grande cuisine', null, 1]]);
  const { events } = await listEvents(shop.site, '&entity_id=3');
  const scopes = ['categoryTree/updated', 'category/created', 'category/updated', 'category/deleted'];
  for (const scope of scopes)
    expect(events).toContainEqual(
      expect.objectContaining({ scope: `store/channel/3/${scope}`, entity: 'market', name: null, status: 'complete' }),
    );
});

test('a language that changes has all texts of its market read again', async () => {
  const { brands, markets } = shop.simulator.store;
  const [brand] = brands.all();
  // No webhook announces this.
  markets.locales.translate({ kind: 'brand', id: brand?.id ?? 0, channelId: 3, locale: 'fr' }, { name: 'Marque' });
  const names = async () => brandList.parse(await shop.read('/brands?market=french')).brands.map(({ name }) => name);
  await settled();
  expect(await names()).not.toContain('Marque');
  markets.locales.set(3, [
    { code: 'en', isDefault: true },
    { code: 'fr', path: '/fr' },
  ]);
  await settled();
  expect(await names()).toContain('Marque');
});

test('another group of the channel’s guests has their prices read again', async () => {
  const { groups } = shop.simulator.store.markets;
  const rule = { type: 'all', method: 'percent', amount: 50 } as const;
  // No webhook announces this.
  const { id } = groups.create({ name: 'Guests', discount_rules: [rule] });
  const [before, half] = [10, 5];
  shop.simulator.store.products.update(pot, { price: before });
  await settled();
  expect((await shown())?.calculated_price).toBe(before);
  groups.configure(3, { guest_customer_group_id: id });
  await settled();
  expect((await shown())?.calculated_price).toBe(half);
  groups.configure(3, { guest_customer_group_id: null });
  await settled();
  expect((await shown())?.calculated_price).toBe(before);
});
