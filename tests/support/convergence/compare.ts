import { expect } from 'vitest';
import { z } from 'zod';
import { brandList } from '../../../contracts/rest/brands';
import { collection, collectionList } from '../../../contracts/rest/collections';
import { product, productList } from '../../../contracts/rest/products';
import { expectedCatalog } from '../shops/expected-catalog';
import type { StormyShop } from './stormy-shop';

const groups = ['calculated_price', 'inventory', 'brand', 'custom_fields'] as const;

/**
 * Compares everything the public API returns with what upstream's state maps to, by a second implementation of
 * docs/behavior.md.
 */
export async function expectConverged({ site, simulator }: Pick<StormyShop, 'site' | 'simulator'>): Promise<void> {
  const expected = await expectedCatalog(simulator(), {
    permalink: (slug) => `http://shop.example.com/products/${slug}`,
  });
  const read = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> => {
    const response = await fetch(`${site.url}/api/commerce-bridge/v1${path}`);
    const body: unknown = await response.json();
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${JSON.stringify(body)}`);
    return schema.parse(body);
  };

  const listed = await read('/products?per_page=100', productList);
  expect(byId(listed.products)).toEqual(byId([...expected.listItems.values()]));
  expect(listed.total).toBe(expected.listItems.size);
  for (const [id, details] of expected.details) {
    const slug = encodeURIComponent(String(expected.listItems.get(id)?.slug));
    expect(await read(`/products/${slug}?include=${groups.join(',')}`, product)).toEqual({
      ...details,
      ...expected.included.get(id),
    });
  }
  expect(byId((await read('/brands', brandList)).brands)).toEqual(byId(expected.brands));
  expect(byId((await read('/collections', collectionList)).collections)).toEqual(byId(expected.collections));
  for (const [slug, parent] of expected.parents) {
    expect({ slug, parent: (await read(`/collections/${encodeURIComponent(slug)}`, collection)).parent }).toEqual({
      slug,
      parent,
    });
  }
}

function byId(items: readonly object[]): Record<string, object> {
  return Object.fromEntries(items.map((item) => [String(z.looseObject({ id: z.number() }).parse(item).id), item]));
}
