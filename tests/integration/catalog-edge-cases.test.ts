import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collection } from '../../contracts/rest/collections';
import { brand, brandList } from '../../contracts/rest/brands';
import { product, productList, relatedProducts } from '../../contracts/rest/products';
import type { NewProduct } from '../../simulator/src/catalog/product-edits';
import { largestId } from '../../server/src/catalog/model/upstream-ids';
import { openShop, type Shop } from '../support/shops/shop';

describe('a sync of an awkward catalog', () => {
  let shop: Shop;
  let store: Shop['simulator']['store'];

  beforeAll(async () => {
    shop = await openShop({ simulator: { products: 3 } });
    ({ store } = shop.simulator);
    await shop.synchronize();
  });
  afterAll(() => shop.close());

  const createProduct = (fields: NewProduct) => store.products.create({ channels: [1], ...fields });
  const readProduct = async (slug: string) => product.parse(await shop.read(`/products/${encodeURIComponent(slug)}`));
  const statusOf = async (path: string) => (await shop.site.rest(path)).status;
  const synchronize = async () => {
    const run = await shop.synchronize();
    expect(run).toMatchObject({ status: 'succeeded', failures: [] });
    return run;
  };

  test('copies all 600 variants of one product, and later a change in the last one', async () => {
    const variants = Array.from({ length: 600 }, (_, place) => ({
      sku: `MANY-${place}`,
      price: 10 + place,
      inventory_level: 1,
      options: { Number: `No. ${place}` },
    }));
    const { id, variants: created } = createProduct({ name: 'Many variants', inventory_tracking: 'variant', variants });
    await synchronize();

    const shown = await readProduct('many-variants');
    expect(shown.variants.map((variant) => variant.id)).toEqual(created.map((variant) => variant.id));
    expect(shown.variants.at(-1)).toMatchObject({ name: 'No. 599', price: 609, in_stock: true });

    store.variants.restock(id, created.at(-1)?.id ?? 0, 0);
    expect((await synchronize()).counts).toMatchObject({ updated: 1, created: 0 });
    expect((await readProduct('many-variants')).variants.at(-1)).toMatchObject({ in_stock: false });
    expect((await readProduct('many-variants')).variants.at(-2)).toMatchObject({ in_stock: true });
  });

  test('copies all 1,000 images of one product, the thumbnail first, then in order', async () => {
    const images = Array.from({ length: 1000 }, (_, place) => ({
      description: `Picture ${place}`,
      sort_order: 1000 - place,
      is_thumbnail: place === 500,
    }));
    createProduct({ name: 'Many images', images });
    await synchronize();

    const shown = (await readProduct('many-images')).images.map(({ alt }) => alt);
    expect(shown).toHaveLength(1000);
    expect(shown[0]).toBe('Picture 500');
    expect(shown.slice(1, 3)).toEqual(['Picture 999', 'Picture 998']);
    expect(new Set(shown).size).toBe(1000);
  });

  test('follows categories eight levels deep through renaming, moving and deleting', async () => {
    const levels: number[] = [];
    for (let depth = 1; depth <= 8; depth += 1) {
      const { id } = store.categories.create({
        name: `Level ${depth}`,
        parent_id: levels.at(-1) ?? 0,
        url: { path: `/level-${depth}/`, is_customized: false },
      });
      levels.push(id);
    }
    const [first = 0, , , fourth = 0, , sixth = 0, , eighth = 0] = levels;
    createProduct({ name: 'Deep down', categories: [eighth, fourth] });
    await synchronize();
    expect(collection.parse(await shop.read('/collections/level-8'))).toMatchObject({
      parent: 'level-7',
      product_count: 1,
    });
    expect((await readProduct('deep-down')).categories).toEqual(['level-8', 'level-4']);

    store.categories.update(fourth, { name: 'Fourth', url: { path: '/fourth/', is_customized: true } });
    store.categories.move(sixth, first);
    await synchronize();
    expect(await statusOf('/collections/level-4')).toBe(301);
    expect(collection.parse(await shop.read('/collections/level-6'))).toMatchObject({ parent: 'level-1' });
    expect((await readProduct('deep-down')).categories).toEqual(['level-8', 'fourth']);

    store.categories.delete(sixth);
    const run = await synchronize();
    expect(run.countsByEntity.category.removed).toBe(3);
    expect(await statusOf('/collections/level-8')).toBe(404);
    expect((await readProduct('deep-down')).categories).toEqual(['fourth']);
  });

  test('gives a slug claimed by two products to the lower id, and swaps the slugs of two products in one run', async () => {
    const address = (slug: string) => ({ custom_url: { url: `/shop/${slug}/`, is_customized: true } });
    const one = createProduct({ name: 'Slug one', ...address('one') });
    const two = createProduct({ name: 'Slug two', ...address('two') });
    await synchronize();
    expect([(await readProduct('one')).id, (await readProduct('two')).id]).toEqual([one.id, two.id]);

    store.products.swapUrls(one.id, two.id);
    await synchronize();
    expect([(await readProduct('one')).id, (await readProduct('two')).id]).toEqual([two.id, one.id]);

    store.products.update(one.id, { custom_url: { url: '/other/one/', is_customized: true } });
    await synchronize();
    expect((await readProduct('one')).id).toBe(one.id);
    expect((await readProduct(`one-${two.id}`)).id).toBe(two.id);
    const moved = await shop.site.rest('/products/two');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, expect.stringMatching(/\/products\/one$/)]);
  });

  test('shows and hides a product by its visibility and channel, however often they change', async () => {
    const { id } = createProduct({ name: 'Now and then' });
    const steps: [() => void, number][] = [
      [() => {}, 200],
      [() => store.products.hide(id), 404],
      [() => store.products.show(id), 200],
      [() => store.products.unassign(id, 1), 404],
      [() => store.products.assign(id, 2), 404],
      [() => store.products.assign(id, 1), 200],
    ];
    for (const [step, status] of steps) {
      step();
      await synchronize();
      expect(await statusOf('/products/now-and-then')).toBe(status);
    }
  });

  test('removes a brand even if a product still names it, and relates the product again when the brand is back', async () => {
    const { id } = store.brands.create({ name: 'Vanishing', custom_url: { url: '/vanishing/', is_customized: false } });
    createProduct({ name: 'Branded', brand_id: id });
    await synchronize();
    expect(brand.parse(await shop.read(`/brands/${id}`)).products.map(({ name }) => name)).toEqual(['Branded']);

    const kept = store.brands.get(id);
    store.brands.delete(id, 'keep');
    await synchronize();
    expect(await statusOf(`/brands/${id}`)).toBe(404);
    expect(brandList.parse(await shop.read('/brands')).brands.map((each) => each.id)).not.toContain(id);
    expect(product.parse(await shop.read('/products/branded?include=brand')).brand).toBeNull();

    store.brands.create({ ...kept, name: 'Vanishing' });
    await synchronize();
    expect(product.parse(await shop.read('/products/branded?include=brand')).brand).toEqual({
      id,
      name: 'Vanishing',
      slug: 'vanishing',
    });
  });

  test('keeps a product whose category disappeared, and relates it again when the category is back', async () => {
    const { id } = store.categories.create({ name: 'Seasonal', url: { path: '/seasonal/', is_customized: false } });
    const { id: other } = store.categories.create({
      name: 'Evergreen',
      url: { path: '/evergreen/', is_customized: false },
    });
    createProduct({ name: 'Lantern', categories: [id, other] });
    await synchronize();
    const kept = store.categories.get(id);
    store.categories.delete(id, 'keep');
    await synchronize();
    expect((await readProduct('lantern')).categories).toEqual(['evergreen']);

    store.categories.create({ ...kept, name: 'Seasonal' });
    // The product itself is not listed by an incremental run: the category finds it.
    await shop.synchronize({ mode: 'incremental' });
    expect((await readProduct('lantern')).categories).toEqual(['seasonal', 'evergreen']);
    expect(productList.parse(await shop.read('/products?category=seasonal')).total).toBe(1);
  });

  test('shows a price of 0 as 0, and no sale price where upstream says 0', async () => {
    createProduct({ name: 'Free sample', price: 0, sale_price: 0 });
    await synchronize();
    const { products } = productList.parse(await shop.read('/products?search=Free%20sample'));
    expect(products).toEqual([expect.objectContaining({ price: 0, sale_price: null, in_stock: true })]);
    expect((await readProduct('free-sample')).variants).toEqual([expect.objectContaining({ price: 0 })]);
  });

  test('keeps a name of 250 characters from all over Unicode unchanged', async () => {
    const name = '🧵 Ünïcode ｗｉｄｅ שלום 日本語 e\u0301 '.repeat(12).slice(0, 250).trim();
    createProduct({ name, custom_url: { url: '/unicode/', is_customized: true } });
    await synchronize();
    expect((await readProduct('unicode')).name).toBe(name);
    expect(productList.parse(await shop.read(`/products?search=${encodeURIComponent('שלום 日本語 É')}`)).total).toBe(1);
  });

  test('keeps a description of 1 MB with scripts unchanged, and searches only its text', async () => {
    const script = '<script>var hidden = "needle-in-script";</script>';
    const description = `<p>needle-in-text</p>${`${script}<p>Some <b>bold</b> words &amp; more</p>`.repeat(12_000)}`;
    expect(description.length).toBeGreaterThan(1_000_000);
    createProduct({ name: 'Long story', description });
    await synchronize();

    expect((await readProduct('long-story')).description).toBe(description);
    expect(productList.parse(await shop.read('/products?search=needle-in-text')).total).toBe(1);
    expect(productList.parse(await shop.read('/products?search=needle-in-script')).total).toBe(0);
  });
});

// The store continues from the largest id that it assigned, so it assigns no usable one after these.
describe('a sync of a catalog with the largest ids', () => {
  let shop: Shop;
  let store: Shop['simulator']['store'];

  beforeAll(async () => {
    shop = await openShop({ simulator: { products: 3 } });
    ({ store } = shop.simulator);
    await shop.synchronize();
  });
  afterAll(() => shop.close());

  test('accepts ids up to the largest 31-bit number', async () => {
    const { id: categoryId } = store.categories.create({
      id: largestId,
      name: 'Last category',
      url: { path: '/last/', is_customized: false },
    });
    const { id: brandId } = store.brands.create({ id: largestId, name: 'Last brand' });
    store.products.create({ id: largestId, name: 'Last', channels: [1], categories: [categoryId], brand_id: brandId });
    store.products.create({
      id: largestId - 1,
      name: 'Last but one',
      channels: [1],
      related_products: [largestId],
    });
    expect(await shop.synchronize()).toMatchObject({ status: 'succeeded', failures: [] });

    expect(product.parse(await shop.read('/products/last?include=brand'))).toMatchObject({
      id: largestId,
      categories: ['last'],
      brand: { id: brandId },
    });
    expect(relatedProducts.parse(await shop.read('/products/last-but-one/related')).products[0]?.id).toBe(largestId);
  });

  test('reports a product whose id is not an exact number, and keeps the others', async () => {
    store.products.create({ id: largestId + 1, name: 'Too far', channels: [1] });
    const run = await shop.synchronize();
    expect(run).toMatchObject({ status: 'partial', counts: { failed: 1, removed: 0 } });
    expect(run.failures).toEqual([
      {
        entity: 'product',
        id: null,
        name: 'Too far',
        reason: expect.stringMatching(/id must be an id between 1 and 9007199254740991/),
      },
    ]);
    store.products.delete(largestId + 1);
    expect(await shop.synchronize()).toMatchObject({ status: 'succeeded', failures: [] });
  });
});
