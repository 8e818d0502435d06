import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManualClock, startSimulator, type Simulator } from '../../simulator/src/server';
import { ask, at, listAt, type Json } from '../support/shops/simulator-client';

const clock = new ManualClock(Date.UTC(2026, 5, 1, 12, 0, 0));
let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ products: 300, quota: 0, clock });
});
afterAll(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});

async function ids(query: string): Promise<Json[]> {
  const { body } = await ask(simulator, `/v3/catalog/products?include_fields=id&limit=250&${query}`);
  return listAt(body, 'data').map((product) => at(product, 'id'));
}

describe('paging of products', () => {
  test('a page has 50 products by default, and never more than 250', async () => {
    const plain = await ask(simulator, '/v3/catalog/products');
    const large = await ask(simulator, '/v3/catalog/products?limit=1000');
    expect(at(plain.body, 'meta', 'pagination')).toMatchObject({
      total: 300,
      count: 50,
      per_page: 50,
      current_page: 1,
      total_pages: 6,
      too_many: false,
    });
    expect(at(large.body, 'meta', 'pagination')).toMatchObject({ count: 250, per_page: 250, total_pages: 2 });
  });

  test('links are query strings, and missing at the ends', async () => {
    const first = await ask(simulator, '/v3/catalog/products?limit=100');
    const last = await ask(simulator, '/v3/catalog/products?limit=100&page=3');
    expect(at(first.body, 'meta', 'pagination', 'links')).toEqual({
      current: '?page=1&limit=100',
      next: '?page=2&limit=100',
    });
    expect(at(last.body, 'meta', 'pagination', 'links')).toEqual({
      previous: '?page=2&limit=100',
      current: '?page=3&limit=100',
    });
  });

  test.each(['options', 'modifiers', 'variants,options'])(
    'include=%s shrinks the page to 10 and the page count follows',
    async (include) => {
      const { body } = await ask(simulator, `/v3/catalog/products?limit=50&include=${include}`);
      expect(at(body, 'meta', 'pagination')).toMatchObject({ count: 10, per_page: 10, total_pages: 30 });
    },
  );

  test('a page past the end is empty and has the true total', async () => {
    const { body } = await ask(simulator, '/v3/catalog/products?page=99');
    expect(at(body, 'data')).toEqual([]);
    expect(at(body, 'meta', 'pagination')).toMatchObject({ total: 300, count: 0, current_page: 99, total_pages: 6 });
  });
});

describe('filters of products', () => {
  test('ids can be given by list, by range, and by exclusion', async () => {
    expect(await ids('id:in=1003,1001,9999')).toEqual([1001, 1003]);
    expect(await ids('id=1002')).toEqual([1002]);
    expect(await ids('id:min=1298')).toEqual([1298, 1299, 1300]);
    expect(await ids('id:greater=1298')).toEqual([1299, 1300]);
    expect(await ids('id:max=1002')).toEqual([1001, 1002]);
    expect(await ids('id:less=1002')).toEqual([1001]);
    expect(await ids('id:max=1004&id:not_in=1001,1003')).toEqual([1002, 1004]);
  });

  test('a colon can be percent-encoded', async () => {
    expect(await ids('id%3Ain=1003')).toEqual([1003]);
  });

  test('a very long id list is rejected', async () => {
    const list = Array.from({ length: 251 }, (_, place) => place + 1).join(',');
    const { status, body } = await ask(simulator, `/v3/catalog/products?id:in=${list}`);
    expect(status).toBe(422);
    expect(at(body, 'errors')).toEqual({ 'id:in': 'id:in accepts at most 250 values, 251 were given.' });
  });

  test('channel_id:in keeps what is assigned, is_visible what is shown', async () => {
    const assigned = await ids('channel_id:in=1');
    const expected = simulator.store.products
      .ids()
      .filter((id) => simulator.store.products.get(id)?.channels.includes(1));
    expect(assigned).toEqual(expected.slice(0, 250));
    const hidden = await ids('is_visible=false');
    expect(hidden.length).toBeGreaterThan(0);
    expect(hidden.every((id) => simulator.store.products.get(Number(id))?.fields.is_visible === false)).toBe(true);
  });

  test('categories= misses products in several categories, categories:in does not', async () => {
    const several =
      simulator.store.products
        .ids()
        .find((id) => (simulator.store.products.get(id)?.fields.categories.length ?? 0) > 1) ?? 0;
    const category = simulator.store.products.get(several)?.fields.categories[0] ?? 0;
    expect(await ids(`categories=${category}`)).not.toContain(several);
    expect(await ids(`categories:in=${category}`)).toContain(several);
  });

  test('date_modified:min takes ISO 8601 and unix seconds alike', async () => {
    const byDate = await ids('date_modified:min=2023-06-01T00:00:00Z');
    expect(byDate.length).toBeGreaterThan(0);
    expect(byDate.length).toBeLessThan(250);
    expect(await ids('date_modified:min=2023-06-01T02:00:00%2B02:00')).toEqual(byDate);
    expect(await ids(`date_modified:min=${Date.UTC(2023, 5, 1) / 1000}`)).toEqual(byDate);
  });

  test('a bare date gets the current time of day appended', async () => {
    simulator.store.products.update(1001, { warranty: 'changed at noon' });
    expect(await ids('date_modified:min=2026-06-01')).toEqual([1001]);
    clock.advance(3_600_000);
    expect(await ids('date_modified:min=2026-06-01')).toEqual([]);
    expect(await ids('date_modified:min=2026-06-01T00:00:00Z')).toEqual([1001]);
  });

  test("an unknown filter is a 422 with upstream's message", async () => {
    const { status, body } = await ask(simulator, '/v3/catalog/categories?date_modified:min=2026-01-01T00:00:00Z');
    expect(status).toBe(422);
    expect(at(body, 'title')).toBe('The filter(s): date_modified:min are not valid filter parameter(s).');
  });

  test.each([
    'date_modified:min=yesterday',
    'id:in=1,two',
    'page=x',
    'sort=colour',
    'include=pictures',
    'include_fields=colour',
  ])('%s is a 422', async (query) => {
    expect((await ask(simulator, `/v3/catalog/products?${query}`)).status).toBe(422);
  });

  test('products can be sorted by a field with a direction', async () => {
    const { body } = await ask(
      simulator,
      '/v3/catalog/products?sort=price&direction=desc&limit=250&include_fields=price',
    );
    const prices = listAt(body, 'data').map((product) => Number(at(product, 'price')));
    expect(prices).toEqual([...prices].sort((left, right) => right - left));
  });
});

describe('the fields of a product', () => {
  test('include_fields returns the id, the named fields, and the gift wrapping, exclude_fields keeps the id', async () => {
    const only = await ask(simulator, '/v3/catalog/products/1001?include_fields=name');
    expect(Object.keys(Object(at(only.body, 'data')))).toEqual([
      'id',
      'name',
      'gift_wrapping_options_type',
      'gift_wrapping_options_list',
    ]);
    const without = await ask(simulator, '/v3/catalog/products/1001?exclude_fields=id,description');
    expect(Object(at(without.body, 'data'))).toHaveProperty('id', 1001);
    expect(Object(at(without.body, 'data'))).not.toHaveProperty('description');
  });

  test('channels, images, and variants are returned only on request', async () => {
    const { body } = await ask(simulator, '/v3/catalog/products/1001');
    for (const key of ['channels', 'images', 'variants', 'custom_fields'])
      expect(Object(at(body, 'data'))).not.toHaveProperty(key);
  });

  test('the thumbnail comes last and images are not in sort_order', async () => {
    const { body } = await ask(simulator, '/v3/catalog/products?include=images&limit=250');
    const lists = listAt(body, 'data')
      .map((product) => listAt(product, 'images'))
      .filter((images) => images.length > 1);
    expect(lists.length).toBeGreaterThan(10);
    for (const images of lists) {
      expect(images.map((image) => at(image, 'is_thumbnail'))).toEqual(
        images.map((_, place) => place === images.length - 1),
      );
      expect(at(images.at(-1), 'sort_order')).toBe(0);
    }
  });

  test('base_variant_id is null for products with options, and the base variant repeats the product', async () => {
    const simple = simulator.store.products.create({ name: 'Simple', price: 12.5, sku: 'S1' });
    const rich = simulator.store.products.create({
      name: 'Rich',
      price: 10,
      sale_price: 8,
      variants: [{ options: { Size: 'M' } }, { options: { Size: 'L' }, price: 11 }],
    });
    const first = await ask(simulator, `/v3/catalog/products/${simple.id}?include=variants`);
    expect(at(first.body, 'data', 'base_variant_id')).toBe(at(first.body, 'data', 'variants', 0, 'id'));
    expect(at(first.body, 'data', 'variants', 0)).toMatchObject({
      sku: 'S1',
      sku_id: null,
      price: 12.5,
      sale_price: 0,
      calculated_price: 12.5,
      option_values: [],
    });
    const second = await ask(simulator, `/v3/catalog/products/${rich.id}?include=variants`);
    expect(at(second.body, 'data', 'base_variant_id')).toBeNull();
    expect(at(second.body, 'data', 'variants', 0)).toMatchObject({ price: null, calculated_price: 8 });
    // A variant's own price overrides the product's sale.
    expect(at(second.body, 'data', 'variants', 1)).toMatchObject({ price: 11, calculated_price: 11 });
    simulator.store.products.delete(simple.id);
    simulator.store.products.delete(rich.id);
  });

  test('more variants than upstream embeds are paged to the last one', async () => {
    const variants = Array.from({ length: 600 }, (_, place) => ({ options: { Number: String(place) } }));
    const product = simulator.store.products.create({ name: 'Six hundred', variants });
    const embedded = await ask(simulator, `/v3/catalog/products/${product.id}?include=variants`);
    expect(listAt(embedded.body, 'data', 'variants')).toHaveLength(250);
    const last = await ask(simulator, `/v3/catalog/products/${product.id}/variants?limit=250&page=3`);
    expect(listAt(last.body, 'data')).toHaveLength(100);
    expect(at(last.body, 'meta', 'pagination', 'total')).toBe(600);
    simulator.store.products.delete(product.id);
  });
});

describe('variants of the whole store', () => {
  test('all pages together contain every variant once', async () => {
    const seen: Json[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { body } = await ask(simulator, `/v3/catalog/variants?limit=250&page=${page}&include_fields=product_id`);
      seen.push(...listAt(body, 'data').map((variant) => at(variant, 'id')));
      pages = Number(at(body, 'meta', 'pagination', 'total_pages'));
    }
    const expected = simulator.store.products
      .ids()
      .flatMap((id) => simulator.store.products.get(id)?.variants.map((variant) => variant.id) ?? []);
    expect(seen).toEqual(expected);
  });

  test('can be filtered by product, id, and sku', async () => {
    const product = simulator.store.products
      .ids()
      .map((id) => simulator.store.products.get(id))
      .find((each) => (each?.variants.length ?? 0) > 2);
    const variant = product?.variants[1];
    const byProduct = await ask(simulator, `/v3/catalog/variants?product_id:in=${product?.id}`);
    expect(listAt(byProduct.body, 'data')).toHaveLength(product?.variants.length ?? 0);
    const bySku = await ask(simulator, `/v3/catalog/variants?sku=${variant?.sku}`);
    expect(listAt(bySku.body, 'data').map((each) => at(each, 'id'))).toEqual([variant?.id]);
    const byId = await ask(simulator, `/v3/catalog/variants?id=${variant?.id}`);
    expect(at(byId.body, 'data', 0, 'sku')).toBe(variant?.sku);
  });
});
