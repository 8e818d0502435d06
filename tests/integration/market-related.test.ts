import { afterAll, beforeAll, expect, test } from 'vitest';
import { product, relatedProducts } from '../../contracts/rest/products';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';

const market = { name: 'Small', currency: 'USD', locale: 'en' };
// More products than are examined before the search is limited to products that the market sells.
const others = 120;

let shop: MarketShop;
let sameCategory: number[];
let sameBrand: number;

beforeAll(async () => {
  shop = await openMarketShop([
    { ...market, key: 'own-tree', channelId: 3 },
    { ...market, key: 'same-tree', channelId: 1, customerGroupId: 1, isPublic: true },
    { ...market, key: 'no-tree', channelId: 4 },
  ]);
  const { store } = shop.simulator;
  store.markets.groups.create({ name: 'Anybody' });
  store.markets.channels.create({ id: 3, name: 'Small' });
  const { id: tree } = store.markets.channels.createTree('Small', [3]);
  store.markets.channels.create({ id: 4, name: 'Smaller' });
  const categories = [
    store.categories.create({ name: 'Pots' }),
    store.categories.create({ name: 'Pots', tree_id: tree }),
  ];
  const brand = store.brands.create({ name: 'Potter' }).id;
  const pot = { categories: categories.map(({ id }) => id), brand_id: brand };
  const sold = { ...pot, channels: [1, 3, 4] };
  store.products.create({ ...sold, name: 'Pot' });
  sameCategory = [1, 2].map((number) => store.products.create({ ...sold, name: `Old pot ${number}`, brand_id: 0 }).id);
  sameBrand = store.products.create({ ...sold, name: 'Old pan', categories: [] }).id;
  // Newer and more similar products, which the market does not sell.
  for (let number = 0; number < others; number += 1)
    store.products.create({ ...pot, name: `Pot ${number}`, channels: [1] });
  await shop.synchronize();
  await shop.passMarkets();
});
afterAll(() => shop.close());

async function related(key: string, limit: number): Promise<number[]> {
  const { slug } = product.parse(await shop.read(`/products/pot?market=${key}`));
  const list = await shop.read(`/products/${slug}/related?market=${key}&per_page=${limit}`);
  return relatedProducts.parse(list).products.map(({ id }) => id);
}

test('where a market sells little of much that is related, all of that is shown, in the usual order', async () => {
  const newestFirst = [...sameCategory].reverse();
  expect(await related('own-tree', 4)).toEqual([...newestFirst, sameBrand]);
  expect(await related('own-tree', 1)).toEqual(newestFirst.slice(0, 1));
  expect(await related('no-tree', 4)).toEqual([sameBrand]);
});

test('where a market sells enough of it, the newest that are most alike come first', async () => {
  const shown = await related('same-tree', 20);
  expect(shown).toHaveLength(20);
  expect(shown.filter((id) => sameCategory.includes(id))).toEqual([]);
});
