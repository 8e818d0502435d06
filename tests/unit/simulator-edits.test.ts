import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../simulator/src/catalog/changes';
import { GeneratedCatalog } from '../../simulator/src/catalog/generator';
import { SimulatedStore } from '../../simulator/src/catalog/store';
import { ManualClock } from '../../simulator/src/clock';

const NOON = Date.UTC(2026, 5, 1, 12);
let store: SimulatedStore;
let changes: Change[];

beforeEach(() => {
  store = new SimulatedStore(new GeneratedCatalog({ count: 50, seed: 1 }), {
    clock: new ManualClock(NOON),
    storeHash: 'abc123',
  });
  changes = [];
  store.onChange((change) => changes.push(change));
});

function withVariants(): number {
  return store.products.create({
    name: 'Shirt',
    price: 20,
    inventory_tracking: 'variant',
    variants: [{ options: { Size: 'S' } }, { options: { Size: 'M' } }],
  }).id;
}

describe('date_modified', () => {
  test.each([
    ['a rename', (id: number) => store.products.rename(id, 'New name')],
    [
      'hiding',
      (id: number) => store.products.update(id, { is_visible: store.products.get(id)?.fields.is_visible === false }),
    ],
    ['a price', (id: number) => store.products.update(id, { price: 1.23 })],
  ])('moves with %s', (_name, edit) => {
    edit(1001);
    expect(store.products.get(1001)?.modified).toBe(NOON / 1000);
  });

  test.each([
    ['stock', (id: number) => store.products.restock(id, 7777)],
    ['a category assignment', (id: number) => store.products.move(id, [18])],
    ['a channel assignment', (id: number) => store.products.assign(id, 9)],
    ['an image', (id: number) => store.products.addImage(id)],
    ['custom fields', (id: number) => store.products.setCustomFields(id, [{ name: 'a', value: 'b' }])],
    ['a variant', (id: number) => store.variants.create(id, { options: { Size: 'XXL' } })],
  ])('stays with %s', (_name, edit) => {
    const before = store.products.get(1001)?.modified;
    edit(1001);
    expect(changes).toHaveLength(1);
    expect(store.products.get(1001)?.modified).toBe(before);
  });
});

test('writing an unchanged value changes nothing and raises no event', () => {
  const product = store.products.get(1001);
  const revision = store.state.revision;
  store.products.update(1001, { name: product?.fields.name, price: product?.fields.price });
  const id = withVariants();
  changes = [];
  const variant = store.products.get(id)?.variants[0];
  store.variants.update(id, variant?.id ?? 0, { sku: variant?.sku });
  expect(changes).toEqual([]);
  expect(store.state.revision).toBe(revision + 1);
});

test('an edit to a variant raises a variant event, its stock a stock event', () => {
  const id = withVariants();
  changes = [];
  const variant = store.products.get(id)?.variants[0];
  store.variants.update(id, variant?.id ?? 0, { price: 25 });
  store.variants.restock(id, variant?.id ?? 0, 4);
  expect(changes).toEqual([
    { entity: 'variant', action: 'updated', productId: id, variantId: variant?.id, skuId: variant?.sku_id },
    {
      entity: 'variant stock',
      productId: id,
      variantId: variant?.id,
      skuId: variant?.sku_id,
      tracked: true,
      change: 4,
      level: 4,
      warningLevel: 0,
      cause: 'edit',
    },
  ]);
  expect(store.products.get(id)?.fields.inventory_level).toBe(4);
});

test('a new product is in no channel until it is assigned', () => {
  const { id } = store.products.create({ name: 'Fresh' });
  expect(store.products.get(id)?.channels).toEqual([]);
  expect(store.products.assign(id, 1).channels).toEqual([1]);
  expect(store.products.unassign(id, 1).channels).toEqual([]);
});

test('a deleted product is gone, and its id is not reused', () => {
  const { id } = store.products.create({ name: 'Short-lived' });
  store.products.delete(id);
  expect(store.products.get(id)).toBeUndefined();
  expect(store.products.ids()).not.toContain(id);
  expect(store.products.create({ name: 'Next' }).id).toBeGreaterThan(id);
});

test('a product can have an id near the largest that upstream can assign', () => {
  const { id } = store.products.create({ name: 'Far away', id: 2_147_483_000 });
  expect(store.products.ids().at(-1)).toBe(id);
  expect(store.products.get(id)?.fields.name).toBe('Far away');
});

test('deleting a category deletes its descendants, and products lose it, or keep naming it on request', () => {
  const parent = store.categories.create({ name: 'Parent' });
  const child = store.categories.create({ name: 'Child', parent_id: parent.id });
  const other = store.categories.create({ name: 'Other' });
  store.products.move(1001, [child.id, other.id]);
  store.categories.delete(parent.id);
  expect(store.categories.get(child.id)).toBeUndefined();
  expect(store.products.get(1001)?.fields.categories).toEqual([other.id]);
  store.categories.delete(other.id, 'keep');
  expect(store.products.get(1001)?.fields.categories).toEqual([other.id]);
});

test('deleting a brand leaves products without one', () => {
  const brand = store.brands.create({ name: 'Gone soon' });
  store.products.update(1001, { brand_id: brand.id });
  store.brands.delete(brand.id);
  expect(store.products.get(1001)?.fields.brand_id).toBe(0);
});

test('two products can swap their URLs', () => {
  const [first, second] = [1001, 1002].map((id) => store.products.get(id)?.fields.custom_url.url);
  store.products.swapUrls(1001, 1002);
  expect([1001, 1002].map((id) => store.products.get(id)?.fields.custom_url.url)).toEqual([second, first]);
});

test('deleting the last variant leaves a simple product', () => {
  const id = withVariants();
  for (const variant of store.products.get(id)?.variants ?? []) store.variants.delete(id, variant.id);
  expect(store.products.get(id)).toMatchObject({ options: [], variants: [{ sku_id: null, option_values: [] }] });
});

test('an edit to what does not exist names it', () => {
  expect(() => store.products.rename(5, 'x')).toThrow('The simulated store has no product 5.');
  expect(() => store.variants.restock(1001, 5, 1)).toThrow('The simulated store has no variant 5.');
  expect(() => store.categories.rename(5, 'x')).toThrow('The simulated store has no category 5.');
});

test('callers get copies', () => {
  const product = store.products.get(1001);
  if (product) product.fields.name = 'scribbled';
  expect(store.products.get(1001)?.fields.name).not.toBe('scribbled');
});
