import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { startSimulator } from '../../simulator/src/server';
import { upstreamReference, whenAvailable } from '../support/requirements';
import { ask, at, listAt, type Json } from '../support/shops/simulator-client';

test('the built-in sample is served without any options', async () => {
  const simulator = await startSimulator();
  const { body } = await ask(simulator, '/v3/catalog/products?include=variants,images,channels&limit=250');
  await simulator.close();
  const products = listAt(body, 'data');
  expect(products).toHaveLength(12);
  for (const product of products) {
    expect(at(product, 'is_visible')).toBe(true);
    expect(at(product, 'channels')).toEqual([1]);
    expect(listAt(product, 'images').length).toBeGreaterThan(1);
    expect(listAt(product, 'images').filter((image) => at(image, 'is_thumbnail') === true)).toHaveLength(1);
  }
});

whenAvailable(upstreamReference()).describe('the official sample store, from its export', (reference) => {
  const file = join(reference, 'sample-catalog', 'bigcommerce-sample-store.csv');

  test('loads completely: 13 products, 57 variants, 48 images', async () => {
    const simulator = await startSimulator({ catalogFile: file });
    const { body } = await ask(
      simulator,
      '/v3/catalog/products?include=variants,images,custom_fields,channels&limit=250',
    );
    await simulator.close();
    const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true, bom: true });
    const products = listAt(body, 'data');
    const variants = products.flatMap((product) => listAt(product, 'variants'));
    const images = products.flatMap((product) => listAt(product, 'images'));
    const ids = (items: Json[]): number[] => items.map((item) => Number(at(item, 'id')));
    const idsOf = (kind: string): number[] =>
      rows.filter((row) => row['Item'] === kind).map((row) => Number(row['ID']));
    expect(ids(products)).toEqual(idsOf('Product'));
    expect(ids(products)).toHaveLength(13);
    // Eleven products are simple: an export does not list their base variants, but upstream has them.
    const named = variants.filter((variant) => listAt(variant, 'option_values').length > 0);
    expect(ids(named)).toEqual(idsOf('Variant'));
    expect(named).toHaveLength(57);
    expect(variants).toHaveLength(68);
    expect(new Set(ids(images))).toEqual(new Set(idsOf('Image')));
    expect(images).toHaveLength(48);
  });

  test('every value of a product row is served', async () => {
    const simulator = await startSimulator({ catalogFile: file });
    const { body } = await ask(simulator, '/v3/catalog/products?include=channels&limit=250');
    await simulator.close();
    const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true, bom: true });
    const expected = rows
      .filter((row) => row['Item'] === 'Product')
      .map((row) => ({
        id: Number(row['ID']),
        name: row['Name'],
        type: row['Type'],
        sku: row['SKU'],
        description: row['Description'],
        inventory_tracking: row['Inventory Tracking'],
        inventory_level: Number(row['Current Stock']),
        price: Number(row['Price']),
        cost_price: Number(row['Cost Price']),
        retail_price: Number(row['Retail Price']),
        sale_price: Number(row['Sale Price']),
        brand_id: Number(row['Brand ID']),
        channels: row['Channels']?.split(';').map(Number),
        categories: row['Categories']?.split(';').map(Number),
        custom_url: { url: row['Product URL'], is_customized: false },
        search_keywords: row['Search Keywords'],
        weight: Number(row['Weight']),
        width: Number(row['Width']),
        height: Number(row['Height']),
        depth: Number(row['Depth']),
        is_visible: row['Is Visible'] === 'TRUE',
        is_featured: row['Is Featured'] === 'TRUE',
        is_free_shipping: row['Free Shipping'] === 'TRUE',
        condition: row['Product Condition'],
        bin_picking_number: row['Bin Picking Number'],
      }));
    expect(body).toMatchObject({ data: expected });
  });
});
