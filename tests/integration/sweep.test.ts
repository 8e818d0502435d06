import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { product, productList } from '../../contracts/rest/products';
import { ManualClock } from '../../simulator/src/clock';
import { countWrites } from '../support/databases/count-writes';
import { openShop, type Shop } from '../support/shops/shop';

const size = 260;

describe('a sweep', () => {
  let shop: Shop;
  let store: Shop['simulator']['store'];
  let hardest: number;

  beforeAll(async () => {
    // Upstream's clock is years behind: modifications are never recent, so only comparing can find them.
    shop = await openShop({ simulator: { products: size, clock: new ManualClock(Date.UTC(2021, 0, 1)) } });
    ({ store } = shop.simulator);
    const variants = Array.from({ length: 300 }, (_, place) => ({
      inventory_level: 2,
      options: { Number: String(place) },
    }));
    hardest = store.products.create({
      name: 'Hardest',
      channels: [1],
      inventory_tracking: 'variant',
      variants,
      images: Array.from({ length: 50 }, () => ({})),
    }).id;
    await shop.synchronize();
  });
  // The cache contains what the store has.
  beforeEach(async () => {
    expect((await sweep()).status).toBe('succeeded');
  });
  afterAll(() => shop.close());

  const sweep = async () => {
    shop.simulator.requests.clear();
    return shop.synchronize({ mode: 'sweep' });
  };
  const requested = () => shop.simulator.requests.all().length;
  const shown = async (id: number) => {
    const { products: found } = productList.parse(await shop.read(`/products?ids=${id}`));
    return found[0];
  };
  const published = () =>
    store.products.ids().filter((id) => {
      const found = store.products.get(id);
      return found?.fields.is_visible && found.channels.includes(1) && id !== hardest;
    });

  test('with nothing to do makes one request per 250 products and at most six more, and writes no product', async () => {
    const writes = countWrites(shop.site.strapi, 'plugin::commerce-bridge.product');
    const run = await sweep();
    writes.stop();

    expect(run).toMatchObject({ mode: 'sweep', status: 'succeeded', total: size + 1, failures: [], error: null });
    expect(run.counts).toEqual({
      fetched: size + 1,
      created: 0,
      updated: 0,
      unchanged: size + 1,
      removed: 0,
      failed: 0,
    });
    expect(requested()).toBeLessThanOrEqual(Math.ceil((size + 1) / 250) + 6);
    expect(run.requests).toBe(requested());
    expect(writes.statements).toEqual([]);
  });

  test('notices a write that the count of writes would otherwise miss', async () => {
    const writes = countWrites(shop.site.strapi, 'plugin::commerce-bridge.product');
    store.products.rename(published()[0] ?? 0, 'Renamed for the counter');
    await sweep();
    writes.stop();
    expect(writes.statements).toEqual([expect.stringMatching(/^update/)]);
  });

  test('finds changed stock, images, custom fields, categories, and channels that did not change the date', async () => {
    const [restocked = 0, pictured = 0, described = 0, moved = 0, unassigned = 0] = published();
    store.products.update(restocked, { inventory_tracking: 'product', inventory_level: 5 });
    await sweep();
    const category = store.categories.create({
      name: 'Moved here',
      url: { path: '/moved-here/', is_customized: false },
    });
    await sweep();
    const before = store.products.get(restocked)?.modified;

    store.products.restock(restocked, 0);
    store.products.addImage(pictured, { description: 'Added in silence' });
    store.products.setCustomFields(described, [{ name: 'Quiet', value: 'yes' }]);
    store.products.move(moved, [category.id]);
    store.products.unassign(unassigned, 1);
    expect(store.products.get(restocked)?.modified).toBe(before);

    const run = await sweep();
    expect(run).toMatchObject({ status: 'succeeded', counts: { updated: 5, created: 0, removed: 0 } });
    expect(run.counts.fetched).toBe(size + 1);
    expect((await shown(restocked))?.in_stock).toBe(false);
    expect((await shown(pictured))?.images.map(({ alt }) => alt)).toContain('Added in silence');
    expect((await shown(moved))?.categories).toEqual(['moved-here']);
    expect(await shown(unassigned)).toBeUndefined();
  });

  test('fetches what differs with one request per 50 products', async () => {
    const changed = published().slice(10, 80);
    for (const id of changed) store.products.setCustomFields(id, [{ name: 'Touched', value: String(id) }]);
    const run = await sweep();
    expect(run.counts).toMatchObject({ updated: changed.length });
    expect(
      shop.simulator.requests.all(({ query }) => /id(:|%3A)in=/.test(query) && !/channel_id|tree_id/.test(query)),
    ).toHaveLength(2);
  });

  test('finds changed prices and stock of variants, even beyond those that a listing embeds', async () => {
    const variants = store.products.get(hardest)?.variants ?? [];
    const [first, last] = [variants[0]?.id ?? 0, variants.at(-1)?.id ?? 0];
    store.variants.update(hardest, first, { price: 77 });
    expect((await sweep()).counts).toMatchObject({ updated: 1 });
    expect(product.parse(await shop.read('/products/hardest')).variants[0]?.price).toBe(77);

    store.variants.restock(hardest, last, 0);
    expect((await sweep()).counts).toMatchObject({ updated: 1 });
    expect(product.parse(await shop.read('/products/hardest')).variants.at(-1)?.in_stock).toBe(false);
    expect((await sweep()).counts).toMatchObject({ updated: 0 });
  });

  test('finds what is new and what is gone, without a modification date to go by', async () => {
    const [doomed = 0] = published();
    store.products.delete(doomed);
    const created = store.products.create({ name: 'Created long ago', channels: [1], created: 1_600_000_000 });
    const run = await sweep();
    expect(run.counts).toMatchObject({ created: 1, removed: 1, updated: 0 });
    expect(await shown(doomed)).toBeUndefined();
    expect((await shown(created.id))?.name).toBe('Created long ago');
  });

  test('removes categories and brands that are gone, and updates their products', async () => {
    const category = store.categories.all().find(({ tree_id: tree }) => tree === 1);
    const [brand] = store.brands.all();
    store.categories.delete(category?.id ?? 0);
    store.brands.delete(brand?.id ?? 0);
    const run = await sweep();
    expect(run.status).toBe('succeeded');
    expect(run.countsByEntity.category.removed).toBeGreaterThan(0);
    expect(run.countsByEntity.brand.removed).toBe(1);
    expect((await sweep()).counts).toMatchObject({ updated: 0, removed: 0 });
  });

  test('reads smaller pages where a full one exceeds the size limit', async () => {
    shop.simulator.faults.add({
      kind: 'status',
      status: 200,
      path: '/v3/catalog/products',
      skip: 1,
      times: 1,
      body: `"${' '.repeat(65 * 1024 * 1024)}"`,
    });
    const run = await sweep();
    shop.simulator.faults.clear();
    expect(run).toMatchObject({ status: 'succeeded', counts: { fetched: size + 1, unchanged: size + 1 } });
    expect(
      shop.simulator.requests.all(({ query }) => query.includes('include_fields') && query.includes('limit=50')),
    ).toHaveLength(5);
  });

  test('reports an unusable product once, even if it is encountered twice', async () => {
    const [, broken = 0] = published();
    const price = store.products.get(broken)?.fields.price;
    store.products.update(broken, { price: 1e30 });
    const run = await sweep();
    expect(run).toMatchObject({ status: 'partial', counts: { failed: 1, fetched: size + 1 } });
    expect(run.failures).toEqual([expect.objectContaining({ entity: 'product', id: broken })]);
    store.products.update(broken, { price });
  });
});
