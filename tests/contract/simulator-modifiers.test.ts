import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { mintToken, StorefrontClient } from '../support/http/storefront-client';
import { ask, at, listAt, type Json } from '../support/shops/simulator-client';

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({ products: 2, quota: 0 });
});
afterAll(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});

/** A mug that can be engraved, wrapped, and have a motto. */
function aMug(): { id: number; wrapping: number; path: string } {
  const { products, modifiers } = simulator.store;
  const { id } = products.create({ name: 'Mug', price: 10, channels: [1] });
  const wrapping = modifiers.create(id, {
    display_name: 'Wrapping',
    type: 'dropdown',
    required: true,
    option_values: [
      { label: 'None', is_default: true },
      { label: 'Box', adjusters: { price: { adjuster: 'relative', adjuster_value: 2.5 } } },
    ],
  });
  modifiers.create(id, { display_name: 'Motto', type: 'text', config: { text_max_length: 20 } });
  return { id, wrapping: wrapping.id, path: `/v3/catalog/products/${id}/modifiers` };
}

async function data(path: string): Promise<Json> {
  return at((await ask(simulator, path)).body, 'data');
}

test('modifiers have limits, and values with adjusters, where what is not set is an empty object', async () => {
  const mug = aMug();
  const [wrapping, motto] = listAt(await data(mug.path));
  expect(wrapping).toMatchObject({ product_id: mug.id, display_name: 'Wrapping', type: 'dropdown', required: true });
  expect(at(wrapping, 'option_values', 0)).toMatchObject({ label: 'None', adjusters: { price: {}, weight: {} } });
  expect(at(wrapping, 'option_values', 1, 'adjusters', 'price')).toEqual({
    adjuster: 'relative',
    adjuster_value: 2.5,
  });
  expect(motto).toMatchObject({ type: 'text', config: { text_max_length: 20 }, option_values: [] });
});

test('modifiers and their values are paged', async () => {
  const mug = aMug();
  const { body } = await ask(simulator, `${mug.path}?limit=1&page=2`);
  expect(listAt(body, 'data').map((modifier) => at(modifier, 'display_name'))).toEqual(['Motto']);
  expect(at(body, 'meta', 'pagination')).toMatchObject({ total: 2, total_pages: 2, per_page: 1 });
  const values = await ask(simulator, `${mug.path}/${mug.wrapping}/values?limit=1&include_fields=label`);
  expect(at(values.body, 'data')).toMatchObject([{ label: 'None' }]);
  expect(at(values.body, 'meta', 'pagination', 'total')).toBe(2);
});

test('one modifier and one value have their own paths, unknown ones are not found', async () => {
  const mug = aMug();
  const path = `${mug.path}/${mug.wrapping}`;
  const [, box] = listAt(await data(`${path}/values`));
  expect(await data(`${path}/values/${String(at(box, 'id'))}`)).toEqual(box);
  expect(at(await data(path), 'display_name')).toBe('Wrapping');
  expect((await ask(simulator, `${mug.path}/999999`)).status).toBe(404);
  expect((await ask(simulator, `${path}/values/999999`)).status).toBe(404);
});

test('the storefront has modifiers among the options, without their adjusters', async () => {
  const mug = aMug();
  const client = new StorefrontClient(simulator, await mintToken(simulator));
  const edges = await client.data(
    `query ($id: Int!) { site { product(entityId: $id) { productOptions(first: 10) { edges { node {
      displayName isRequired isVariantOption } } } } } }`,
    { id: mug.id },
    'site',
    'product',
    'productOptions',
    'edges',
  );
  expect(listAt(edges).map((edge) => at(edge, 'node'))).toEqual([
    { displayName: 'Wrapping', isRequired: true, isVariantOption: false },
    { displayName: 'Motto', isRequired: false, isVariantOption: false },
  ]);
});
