import { beforeEach, describe, expect, test } from 'vitest';
import { GeneratedCatalog } from '../../simulator/src/catalog/generator';
import { SimulatedStore } from '../../simulator/src/catalog/store';
import { ManualClock } from '../../simulator/src/clock';
import { covers, eventsOf, type WebhookEvent } from '../../simulator/src/hooks/events';
import { hashOf, signDelivery, writeBody } from '../../simulator/src/hooks/signature';

let store: SimulatedStore;
let events: WebhookEvent[];

beforeEach(() => {
  store = new SimulatedStore(new GeneratedCatalog({ count: 20, seed: 1 }), {
    clock: new ManualClock(),
    storeHash: 'abc123',
  });
  events = [];
  store.onChange((change) => events.push(...eventsOf(change, store.state)));
});

describe('what an edit raises', () => {
  test('a product created, changed, deleted', () => {
    const { id } = store.products.create({ name: 'New' });
    store.products.rename(id, 'Newer');
    store.products.delete(id);
    expect(events).toEqual(
      ['created', 'updated', 'deleted'].map((action) => ({
        scope: `store/product/${action}`,
        data: { type: 'product', id },
      })),
    );
  });

  test.each([
    ['mpn', { mpn: 'X' }],
    ['gtin', { gtin: '4' }],
    ['product_tax_code', { product_tax_code: 'T' }],
  ])('%s raises nothing', (_name, change) => {
    store.products.update(1001, change);
    expect(store.products.get(1001)?.fields).toMatchObject(change);
    expect(events).toEqual([]);
  });

  test('images, custom fields and brands raise nothing', () => {
    const image = store.products.addImage(1001);
    store.products.updateImage(1001, image.id, { is_thumbnail: true });
    store.products.deleteImage(1001, image.id);
    store.products.setCustomFields(1001, [{ name: 'a', value: 'b' }]);
    store.brands.rename(35, 'Renamed');
    store.brands.delete(35);
    expect(events).toEqual([]);
  });

  test("a product's stock event has the change, not the level", () => {
    store.products.restock(1001, 5);
    store.products.restock(1001, 3);
    expect(events.at(-1)).toEqual({
      scope: 'store/product/inventory/updated',
      data: { type: 'product', id: 1001, inventory: { product_id: 1001, method: 'absolute', value: -2 } },
    });
  });

  test('a variant raises sku events with its sku id and no product event', () => {
    const { id } = store.products.create({ name: 'Shirt', variants: [{ options: { Size: 'S' } }] });
    events = [];
    const variant = store.variants.create(id, { options: { Size: 'M' } });
    store.variants.update(id, variant.id, { price: 9 });
    store.variants.update(id, variant.id, { price: 9 });
    store.variants.delete(id, variant.id);
    const data = { type: 'sku', id: variant.sku_id, sku: { product_id: id, variant_id: variant.id } };
    expect(events).toEqual(['created', 'updated', 'deleted'].map((action) => ({ scope: `store/sku/${action}`, data })));
    expect(variant.sku_id).not.toBe(variant.id);
  });

  test("a variant's stock raises an event only with tracking by variant", () => {
    const untracked = store.products.create({ name: 'Untracked', variants: [{ options: { Size: 'S' } }] });
    const tracked = store.products.create({
      name: 'Tracked',
      inventory_tracking: 'variant',
      variants: [{ options: { Size: 'S' } }],
    });
    events = [];
    const [first, second] = [untracked, tracked].map((product) => product.variants[0]);
    store.variants.restock(untracked.id, first?.id ?? 0, 4);
    store.variants.restock(tracked.id, second?.id ?? 0, 4);
    expect(events).toEqual([
      {
        scope: 'store/sku/inventory/updated',
        data: {
          type: 'sku',
          id: second?.sku_id,
          inventory: { product_id: tracked.id, method: 'absolute', value: 4, variant_id: second?.id },
        },
      },
    ]);
  });

  test('categories raise store and channel events, but not for visibility', () => {
    store.categories.rename(18, 'Renamed');
    store.categories.update(18, { is_visible: false });
    expect(events).toEqual([
      { scope: 'store/category/updated', data: { type: 'category', id: 18 } },
      { scope: 'store/channel/1/category/updated', data: { category_id: 18, tree_id: 1 } },
    ]);
  });

  test('a channel assignment raises a channel event and no product event', () => {
    store.products.assign(1001, 7);
    expect(events).toEqual([{ scope: 'store/channel/7/product/assigned', data: { product_id: 1001 } }]);
  });

  test('store settings raise an event', () => {
    store.updateInformation({ weight_units: 'LBS' });
    expect(events).toEqual([{ scope: 'store/information/updated', data: { type: 'store' } }]);
  });
});

test('a wildcard covers everything below it and nothing else', () => {
  expect(covers('store/product/*', 'store/product/updated')).toBe(true);
  expect(covers('store/product/*', 'store/product/inventory/updated')).toBe(true);
  expect(covers('store/product/*', 'store/products/updated')).toBe(false);
  expect(covers('store/product/updated', 'store/product/inventory/updated')).toBe(false);
});

test('the published test vector is signed exactly', () => {
  const id = '64d346b71e4c02453da81c5d97cec8063a6e7a4d';
  const body = writeBody({
    storeHash: 'abc123',
    storeId: 1_003_502_318,
    hash: id,
    createdAt: 1_786_447_828,
    scope: 'store/product/updated',
    data: { type: 'product', id: 180 },
  });
  expect(body).toBe(
    '{"producer":"stores/abc123","hash":"64d346b71e4c02453da81c5d97cec8063a6e7a4d","created_at":1786447828,"store_id":"1003502318","scope":"store/product/updated","data":{"type":"product","id":180}}',
  );
  const { headers } = signDelivery({
    body,
    id,
    timestamp: 1_786_447_831,
    clientSecret: '0123456789abcdef'.repeat(4),
    registered: {},
  });
  expect(headers['webhook-signature']).toBe('v1,LDG/V8w/KcB2gBe8Whbj+itgZ/qyb3dkGMhV10IsQwE=');
});

test('a hash is 40 hex digits and differs from event to event', () => {
  const event = { scope: 'store/product/updated', data: { type: 'product', id: 1 } };
  expect(hashOf(event, 1)).toMatch(/^[0-9a-f]{40}$/);
  expect(hashOf(event, 1)).not.toBe(hashOf(event, 2));
});
