import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collection, collectionList } from '../../contracts/rest/collections';
import { facets } from '../../contracts/rest/facets';
import { product, productList, relatedProducts } from '../../contracts/rest/products';
import { containerOf } from '../../server/src/container';
import { expectedMembers } from '../support/shops/expected-market';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';

const abroad = { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'USD', locale: 'en' };
let shop: MarketShop;
let shirt: number;
let garments: number;

beforeAll(async () => {
  shop = await openMarketShop([abroad]);
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad', tree: 'Abroad' });
  const ofTree = { tree_id: [...store.state.trees.values()].find(({ channels }) => channels.includes(3))?.id ?? 0 };
  const secret = store.categories.create({ name: 'Secret', is_visible: false, ...ofTree }).id;
  garments = store.categories.create({ name: 'Garments', sort_order: 1, parent_id: secret, ...ofTree }).id;
  const tops = store.categories.create({ name: 'Tops', sort_order: 2, parent_id: garments, ...ofTree }).id;
  for (const id of store.products.ids().slice(0, 8)) store.products.assign(id, 3);
  const [home = 0] = store.categories.all().map(({ id }) => id);
  const categories = [home, tops, secret, garments];
  shirt = store.products.create({ name: 'Shirt', price: 20, channels: [1, 3], categories }).id;
  for (const id of store.products.ids().slice(0, 3))
    store.products.move(id, [...(store.products.get(id)?.fields.categories ?? []), garments]);
  store.products.create({ name: 'Shirt at home', price: 21, channels: [1], categories: [garments] });
  store.products.create({ name: 'Shirt for export', price: 22, channels: [3], categories: [garments] });
  await shop.synchronize();
  await shop.passMarkets();
});
afterAll(() => shop.close());

const read = async (path: string) => (await shop.site.rest(path)).json();
const list = async (query: string) => productList.parse(await read(`/products?per_page=50&${query}`));
/** The products that the channel sells, whether or not the default market does. */
const sold = () => {
  const { store } = shop.simulator;
  return expectedMembers(store, abroad).filter((id) => {
    return store.products.get(id)?.fields.is_visible;
  });
};
const slugOf = async (id: number) => {
  const [found] = await containerOf(shop.site.strapi).catalog.products.findByIds([id], 'summary');
  return found?.slug ?? expect.fail(`product ${id} is not published`);
};

describe('the categories of another channel', () => {
  test('are the ways to its products and collections, below hidden ones', async () => {
    const slug = await slugOf(shirt);
    const [ofShirt, ofTops] = [
      product.parse(await read(`/products/${slug}?market=abroad&include=breadcrumbs,related`)),
      collection.parse(await read('/collections/tops?market=abroad&include=breadcrumbs')),
    ];
    const way = [expect.objectContaining({ slug: 'garments' }), expect.objectContaining({ slug: 'tops' })];
    expect([ofShirt.breadcrumbs, ofTops.breadcrumbs]).toEqual([way, way]);
    expect(ofShirt.related?.map(({ id }) => id).every((id) => sold().includes(id))).toBe(true);
  });

  const inTree = (id: number) => shop.simulator.store.products.get(id)?.fields.categories.includes(garments) === true;

  test('are those of its own tree without hidden ones, and count what it sells', async () => {
    const soldThere = sold().filter(inTree).length;
    expect(soldThere).toBeGreaterThan(1);
    const { collections } = collectionList.parse(await read('/collections?market=abroad&include=tree'));
    expect(collections).toEqual([
      expect.objectContaining({ slug: 'garments', product_count: soldThere, parent: null, position: 1 }),
      expect.objectContaining({ slug: 'tops', product_count: 1, parent: 'garments', position: 1 }),
    ]);
    const paged = collectionList.parse(await read('/collections?market=abroad&page=2&per_page=1'));
    expect(paged).toMatchObject({ collections: [{ slug: 'tops' }], total: 2, pages: 2 });
    expect(collection.parse(await read('/collections/tops?market=abroad'))).toMatchObject({
      parent: 'garments',
      children: [],
    });
    expect(collection.parse(await read('/collections/garments?market=abroad'))).toMatchObject({
      parent: null,
      children: [{ slug: 'tops', product_count: 1 }],
    });
    for (const path of ['/collections/secret', '/collections/nothing'])
      expect([path, (await shop.site.rest(`${path}?market=abroad`)).status]).toEqual([path, 404]);
  });

  test('are those of its products, which are found by them', async () => {
    for (const depth of ['', '&include=options']) {
      const { products } = await list(`market=abroad${depth}`);
      expect(products.find(({ id }) => id === shirt)?.categories).toEqual(['tops', 'garments']);
      for (const item of products) expect(item.categories.includes('garments')).toBe(inTree(item.id));
    }
    const slug = await slugOf(shirt);
    expect(product.parse(await read(`/products/${slug}?market=abroad`)).categories).toEqual(['tops', 'garments']);
    const found = await list('market=abroad&category=garments');
    const expected = sold();
    expect(found.products.map(({ id }) => id).sort((a, b) => a - b)).toEqual(expected.filter(inTree));
    for (const category of ['secret', 'nothing'])
      expect(await list(`market=abroad&category=${category}`)).toEqual({ products: [], total: 0, pages: 0 });
    const ofGarments = facets.parse(await read('/facets?market=abroad&category=garments'));
    expect(ofGarments.total).toBe(found.total);
    expect(ofGarments.collections.map(({ slug: name, count }) => [name, count])).toEqual([
      ['garments', found.total],
      ['tops', 1],
    ]);
    expect(facets.parse(await read('/facets?market=abroad&category=secret')).total).toBe(0);
    const { products } = relatedProducts.parse(await read(`/products/${slug}/related?market=abroad&per_page=20`));
    expect(products.map(({ slug: other }) => other)).toContain('shirt-for-export');
  });

  test('are not shown in the default market', async () => {
    expect((await list('category=garments')).total).toBe(0);
    expect((await shop.site.rest('/collections/garments')).status).toBe(404);
    const one = product.parse(await read(`/products/${await slugOf(shirt)}`));
    expect(one.categories).not.toContain('garments');
  });
});
