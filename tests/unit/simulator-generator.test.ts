import { expect, test } from 'vitest';
import { GeneratedCatalog } from '../../simulator/src/catalog/generator';
import type { Product } from '../../simulator/src/catalog/product-model';

function productsOf(catalog: GeneratedCatalog): Product[] {
  return [...catalog.productIds].flatMap((id) => catalog.product(id) ?? []);
}

const catalog = new GeneratedCatalog({ count: 2000, seed: 'unit' });
const products = productsOf(catalog);

test('a product depends on the seed and its position, not on the others', () => {
  const larger = new GeneratedCatalog({ count: 2000, seed: 'unit' });
  expect(larger.product(1500)).toEqual(catalog.product(1500));
  expect(new GeneratedCatalog({ count: 2000, seed: 'another' }).product(1500)).not.toEqual(catalog.product(1500));
});

test('a summary matches its product', () => {
  for (const product of products) {
    const summary = catalog.summary(product.id);
    expect(product).toMatchObject({ ...summary, fields: { ...summary?.fields } });
    expect(catalog.variantCount(product.id)).toBe(product.variants.length);
  }
});

test('a later revision has other prices, stock, and descriptions, and everything else unchanged', () => {
  const later = productsOf(new GeneratedCatalog({ count: 2000, seed: 'unit', revision: 1 }));
  const changed = { price: 0, sale_price: 0, description: '', inventory_level: 0, cost_price: 0, retail_price: 0 };
  const rest = ({ fields, variants, ...others }: Product) => ({
    ...others,
    modified: 0,
    fields: { ...fields, ...changed },
    variants: variants.map((variant) => ({ ...variant, price: null, sale_price: null, inventory_level: 0 })),
  });
  const differing = (holds: (before: Product, after: Product) => boolean) =>
    products.filter((product, place) => holds(product, later[place] ?? product)).length;
  const stockOf = ({ fields, variants }: Product) =>
    [fields.inventory_level, ...variants.map(({ inventory_level: level }) => level)].join(' ');

  expect(later.map(rest)).toEqual(products.map(rest));
  expect(
    differing(
      (before, after) => before.fields.description !== after.fields.description && before.modified < after.modified,
    ),
  ).toBe(2000);
  expect(differing((before, after) => before.fields.price !== after.fields.price)).toBeGreaterThan(1980);
  expect(differing((before, after) => stockOf(before) !== stockOf(after))).toBeGreaterThan(900);
});

test('names and URLs are unique in the store', () => {
  expect(new Set(products.map((product) => product.fields.name)).size).toBe(2000);
  expect(new Set(products.map((product) => product.fields.custom_url.url)).size).toBe(2000);
});

test('the last segment of a URL clashes now and then', () => {
  const slugs = products.map((product) => product.fields.custom_url.url.split('/').at(-2));
  const clashes = slugs.length - new Set(slugs).size;
  expect(clashes).toBeGreaterThan(5);
  expect(clashes).toBeLessThan(60);
});

test('ids of variants, images, custom fields, options and values are unique in the store', () => {
  for (const idsOf of [
    (product: Product) => product.variants,
    (product: Product) => product.images,
    (product: Product) => product.customFields,
    (product: Product) => product.options,
    (product: Product) => product.options.flatMap((option) => option.option_values),
  ]) {
    const ids = products.flatMap((product) => idsOf(product).map((each) => each.id));
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('it contains every case that a plugin has to handle', () => {
  const share = (holds: (product: Product) => boolean): number => products.filter(holds).length / products.length;
  const cases: [string, (product: Product) => boolean][] = [
    ['hidden', (product) => !product.fields.is_visible],
    ['in no channel or another one', (product) => !product.channels.includes(1)],
    ['on sale', (product) => product.fields.sale_price > 0],
    ['free', (product) => product.fields.price === 0],
    ['without a brand', (product) => product.fields.brand_id === 0],
    ['without a category', (product) => product.fields.categories.length === 0],
    ['without images', (product) => product.images.length === 0],
    ['without a sku', (product) => product.fields.sku === ''],
    ['simple', (product) => product.options.length === 0],
    ['with three options', (product) => product.options.length === 3],
    ['tracked by product', (product) => product.fields.inventory_tracking === 'product'],
    ['tracked by variant', (product) => product.fields.inventory_tracking === 'variant'],
    ['sold out', (product) => product.fields.inventory_tracking === 'product' && product.fields.inventory_level === 0],
    ['disabled', (product) => product.fields.availability === 'disabled'],
    ['preorder', (product) => product.fields.availability === 'preorder'],
    [
      'a variant with its own price',
      (product) => product.variants.some((variant) => variant.sku_id !== null && variant.price !== null),
    ],
    ['its own related products', (product) => product.fields.related_products[0] !== -1],
    ['a name beyond Latin', (product) => /[^\u0000-\u024f]/u.test(product.fields.name)],
    ['a description of more than 10,000 characters', (product) => product.fields.description.length > 10_000],
    ['[""] as meta keywords', (product) => product.fields.meta_keywords[0] === ''],
    ['"0" as a preorder message', (product) => product.fields.preorder_message === '0'],
  ];
  const absent = cases.filter(([, holds]) => share(holds) === 0).map(([name]) => name);
  expect(absent).toEqual([]);
});

test('most products are ordinary', () => {
  const ordinary = products.filter(
    (product) => product.fields.is_visible && product.channels.includes(1) && product.fields.price > 0,
  );
  expect(ordinary.length / products.length).toBeGreaterThan(0.85);
});

test('categories have some depth, some are hidden, and those of the second tree contain no product of the first', () => {
  const byId = new Map(catalog.categories.map((category) => [category.id, category]));
  const depthOf = (id: number): number => {
    const parent = byId.get(id)?.parent_id ?? 0;
    return parent === 0 ? 1 : 1 + depthOf(parent);
  };
  expect(Math.max(...catalog.categories.map((category) => depthOf(category.id)))).toBeGreaterThanOrEqual(4);
  expect(catalog.categories.some((category) => !category.is_visible)).toBe(true);
  const second = new Set(
    catalog.categories.filter((category) => category.tree_id === 2).map((category) => category.id),
  );
  expect(products.some((product) => product.fields.categories.some((id) => second.has(id)))).toBe(false);
});

test('one hundred thousand products take memory only for ids', () => {
  const large = new GeneratedCatalog({ count: 100_000, seed: 1 });
  expect([...large.productIds]).toHaveLength(100_000);
  expect(large.product(101_000)?.id).toBe(101_000);
  expect(large.product(101_001)).toBeUndefined();
});
