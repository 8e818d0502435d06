import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brandList } from '../../contracts/rest/brands';
import { collectionList } from '../../contracts/rest/collections';
import { product as productSchema, productList } from '../../contracts/rest/products';
import { expectedCatalog, type ExpectedCatalog } from '../support/shops/expected-catalog';
import { openShop, type Shop } from '../support/shops/shop';

const size = 10_000;

describe('a generated store of 10,000 products', () => {
  let shop: Shop;
  let expected: ExpectedCatalog;

  beforeAll(async () => {
    shop = await openShop({ simulator: { products: size } });
    const run = await shop.synchronize();
    expect(run).toMatchObject({ status: 'succeeded', total: size, counts: { fetched: size, created: size } });
    expected = await expectedCatalog(shop.simulator, {
      permalink: (slug) => `http://shop.example.com/products/${slug}`,
    });
  });
  afterAll(() => shop.close());

  test('is listed completely, each product once, field by field as specified', async () => {
    const seen = new Set<number>();
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const response = productList.parse(
        await shop.read(`/products?per_page=100&page=${page}&orderby=title&order=asc`),
      );
      pages = response.pages;
      expect(response.total).toBe(expected.listItems.size);
      for (const item of response.products) {
        expect(seen.has(item.id)).toBe(false);
        seen.add(item.id);
        expect(item).toEqual(expected.listItems.get(item.id));
      }
    }
    expect(seen.size).toBe(expected.listItems.size);
  });

  test('shows complete products as specified', async () => {
    const everyFiftieth = [...expected.details.keys()].filter((_, index) => index % 50 === 0);
    for (const id of everyFiftieth) {
      const slug = String(expected.listItems.get(id)?.slug);
      expect(productSchema.parse(await shop.read(`/products/${encodeURIComponent(slug)}`))).toEqual(
        expected.details.get(id),
      );
    }
  });

  test('counts the published products of each brand and each collection', async () => {
    const byId = (items: object[]) =>
      new Map(items.map((item) => [z.looseObject({ id: z.number() }).parse(item).id, item]));
    expect(byId(brandList.parse(await shop.read('/brands')).brands)).toEqual(byId(expected.brands));
    expect(byId(collectionList.parse(await shop.read('/collections')).collections)).toEqual(byId(expected.collections));
  });
});
