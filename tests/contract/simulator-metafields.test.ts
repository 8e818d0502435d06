import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock, startSimulator, type Simulator } from '../../simulator/src/server';
import type { NewMetafield } from '../../simulator/src/markets/metafield-edits';
import { mintToken, StorefrontClient } from '../support/http/storefront-client';
import { ask, at, listAt, type Json } from '../support/shops/simulator-client';

let simulator: Simulator;
const clock = new ManualClock();

beforeAll(async () => {
  simulator = await startSimulator({ products: 2, quota: 0, clock });
});
afterAll(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});

function aProduct(): number {
  return simulator.store.products.create({ name: 'Mug', channels: [1] }).id;
}

function create(productId: number, fields: Partial<NewMetafield> = {}): number {
  return simulator.store.markets.metafields.create({
    resource_type: 'product',
    resource_id: productId,
    namespace: 'care',
    key: 'wash',
    value: '30 degrees',
    ...fields,
  }).id;
}

async function keysAt(path: string): Promise<Json[]> {
  return listAt((await ask(simulator, path)).body, 'data').map((metafield) => at(metafield, 'key'));
}

async function onStorefront(productId: number, namespace: string, keys: string[] = []): Promise<Json[]> {
  const client = new StorefrontClient(simulator, await mintToken(simulator));
  const edges = await client.data(
    `query ($id: Int!, $namespace: String!, $keys: [String!]) { site { product(entityId: $id) {
      metafields(namespace: $namespace, keys: $keys, first: 50) { edges { node { key value } } } } } }`,
    { id: productId, namespace, keys },
    'site',
    'product',
    'metafields',
    'edges',
  );
  return listAt(edges).map((edge) => at(edge, 'node', 'key'));
}

test("those of a product are paged, and filtered by key and namespace, without another account's private ones", async () => {
  const id = aProduct();
  create(id);
  create(id, { key: 'iron' });
  create(id, { namespace: 'origin', key: 'country' });
  create(id, { key: 'secret', permission_set: 'app_only' });
  create(id, { key: 'own', permission_set: 'app_only', owner_client_id: simulator.account.clientId });
  const path = `/v3/catalog/products/${id}/metafields`;
  expect(await keysAt(path)).toEqual(['wash', 'iron', 'country', 'own']);
  expect(await keysAt(`${path}?limit=2&page=2`)).toEqual(['country', 'own']);
  expect(await keysAt(`${path}?namespace=origin`)).toEqual(['country']);
  expect(await keysAt(`${path}?key=iron`)).toEqual(['iron']);
});

test('the storefront shows those of one namespace that are meant for it, others are missing without an error', async () => {
  const id = aProduct();
  for (const set of ['app_only', 'read', 'write', 'read_and_sf_access', 'write_and_sf_access'] as const)
    create(id, { key: set, permission_set: set });
  expect(await onStorefront(id, 'care')).toEqual(['read_and_sf_access', 'write_and_sf_access']);
  expect(await onStorefront(id, 'care', ['write_and_sf_access', 'read'])).toEqual(['write_and_sf_access']);
  expect(await onStorefront(id, 'origin')).toEqual([]);
});

test('those of all products are listed by namespace, key and date, not by product, and paged by cursor', async () => {
  const [first, second] = [aProduct(), aProduct()];
  create(first, { namespace: 'swept', key: 'one' });
  clock.advance(60_000);
  const since = new Date(clock.now()).toISOString();
  create(second, { namespace: 'swept', key: 'two' });
  create(second, { namespace: 'swept', key: 'three' });
  const path = '/v3/catalog/products/metafields?namespace:in=swept,other';
  expect(await keysAt(path)).toEqual(['one', 'two', 'three']);
  expect(await keysAt(`${path}&date_modified:min=${since}&key:in=one,two`)).toEqual(['two']);
  const page = await ask(simulator, `${path}&limit=2`);
  const cursor = at(page.body, 'meta', 'cursor_pagination', 'end_cursor');
  expect(await keysAt(`${path}&limit=2&after=${String(cursor)}`)).toEqual(['three']);
  expect((await ask(simulator, `${path}&resource_id:in=${first}`)).status).toBe(422);
});

test('variants, categories and brands have their own', async () => {
  const { products, categories, brands } = simulator.store;
  const product = products.create({ name: 'Shirt', variants: [{}] });
  const variant = product.variants[0]?.id ?? 0;
  create(variant, { resource_type: 'variant', key: 'of a variant' });
  create(categories.create({ name: 'Shirts' }).id, { resource_type: 'category', key: 'of a category' });
  create(brands.create({ name: 'Shirtmaker' }).id, { resource_type: 'brand', key: 'of a brand' });
  expect(await keysAt(`/v3/catalog/products/${product.id}/variants/${variant}/metafields`)).toEqual(['of a variant']);
  expect(await keysAt('/v3/catalog/variants/metafields')).toEqual(['of a variant']);
  expect(await keysAt('/v3/catalog/categories/metafields')).toEqual(['of a category']);
  expect(await keysAt('/v3/catalog/brands/metafields')).toEqual(['of a brand']);
});
