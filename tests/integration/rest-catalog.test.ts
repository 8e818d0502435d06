import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brand, brandList } from '../../contracts/rest/brands';
import { collection, collectionList } from '../../contracts/rest/collections';
import { includeGroups } from '../../contracts/rest/parameters';
import { product, productList, relatedProducts } from '../../contracts/rest/products';
import { responseStatements } from '../support/response-statements';
import { aBrand, aProduct } from '../support/catalog-items';
import { onEachDatabase } from '../support/on-each-database';
import { rowsRead } from '../support/rows-read';

onEachDatabase('reading the catalog', ({ site, catalog, read, status }) => {
  describe('one product', () => {
    test('has exactly the specified fields', async () => {
      expect(await read('/products/full', product)).toEqual({
        id: 19,
        name: 'Full',
        slug: 'full',
        price: 20,
        description: '<p>About Full</p>',
        images: [{ url: 'https://images.example/1/standard.jpg', alt: 'Front' }],
        variants: [
          { id: 191, name: 'Small', price: 19, in_stock: true },
          { id: 192, name: 'Large', price: 21, in_stock: false },
        ],
        categories: ['bowls'],
        tags: ['one', 'two'],
        meta: { sku: 'FULL', weight: '1.25' },
      });
    });

    test('takes every group of include', async () => {
      const full = await read(`/products/full?include=${includeGroups.join(',')}`, product);
      expect(includeGroups.filter((group) => !(group in full))).toEqual([]);
    });

    test('is found by a slug beyond ASCII, exactly', async () => {
      expect((await read('/products/%C3%A9clair-gr%C3%B6%C3%9Fe', product)).id).toBe(14);
      expect((await read('/products/caf%C3%A9', product)).id).toBe(16);
      expect((await read('/products/cafe', product)).id).toBe(15);
      expect(await status('/products/CAFE')).toBe(404);
    });

    test.each(['nowhere', 'draft', '%00', '%', '%E0%A4%A', 'full%2Frelated', 'full%20', 'x'.repeat(3000)])(
      '%s is not found',
      async (slug) => {
        expect(await status(`/products/${slug}`)).toBe(404);
      },
    );

    test('shares a claimed slug by its id', async () => {
      expect((await read('/products/apple', product)).id).toBe(10);
      expect((await read('/products/apple-12', product)).id).toBe(12);
    });
  });

  describe('related products', () => {
    const related = async (slug: string, query = '') =>
      (await read(`/products/${slug}/related?${query}`, relatedProducts)).products.map(({ id }) => id);

    beforeAll(async () => {
      const base = { categoryIds: [5], brandId: 3 };
      await catalog().write('product', [
        aProduct({ id: 50, title: 'Subject', ...base, categoryIds: [5, 1, 3], relatedIds: [54, 13, 50, 4711, 51] }),
        aProduct({ id: 51, title: 'Chosen second' }),
        aProduct({ id: 52, title: 'Shares two', categoryIds: [5, 1] }),
        aProduct({ id: 53, title: 'Shares one and the brand', ...base }),
        aProduct({ id: 54, title: 'Chosen first', ...base }),
        aProduct({ id: 55, title: 'Shares one', categoryIds: [5] }),
        aProduct({ id: 56, title: 'Shares one too', categoryIds: [5] }),
        aProduct({ id: 57, title: 'Only the brand', brandId: 3 }),
        aProduct({ id: 58, title: 'Shares what is hidden', categoryIds: [3] }),
        aProduct({ id: 59, title: 'Hidden draft', ...base, publicationStatus: 'draft' }),
        aProduct({ id: 60, title: 'Loner' }),
      ]);
    });
    afterAll(() =>
      catalog().remove(
        'product',
        Array.from({ length: 11 }, (_, index) => 50 + index),
      ),
    );

    test('are upstream’s own in its order, then sharers of most categories, the brand among equals, then the newest', async () => {
      expect(await related('subject', 'per_page=20')).toEqual([54, 51, 52, 53, 56, 55, 12, 10, 57]);
    });

    test('are four by default', async () => {
      expect(await related('subject')).toEqual([54, 51, 52, 53]);
      expect(await related('subject', 'per_page=1')).toEqual([54]);
    });

    test('are none for a product that has nothing in common with others', async () => {
      expect(await related('loner')).toEqual([]);
    });

    test('of an unknown product or a draft are a 404', async () => {
      expect(await status('/products/nowhere/related')).toBe(404);
      expect(await status('/products/draft/related')).toBe(404);
    });
  });

  describe('brands', () => {
    test('are listed by name with their published products', async () => {
      const { brands } = await read('/brands', brandList);
      expect(brands.map(({ name, product_count }) => [name, product_count])).toEqual([
        ['1883', 1],
        ['365', 1],
        ['Acme', 1],
        ['By number', 1],
        ['Nobody', 0],
        ['zeta', 2],
      ]);
      expect(brands[2]).toEqual({ id: 2, name: 'Acme', slug: 'acme', product_count: 1 });
    });

    test('are paged when asked', async () => {
      const paged = await read('/brands?per_page=4&page=2', brandList);
      expect(paged).toEqual({
        brands: [
          { id: 3, name: 'Nobody', slug: 'nobody', product_count: 0 },
          { id: 1, name: 'zeta', slug: 'zeta', product_count: 2 },
        ],
        total: 6,
        pages: 2,
      });
      expect(await read('/brands?page=9', brandList)).toEqual({ brands: [], total: 6, pages: 1 });
    });

    test('by id have their description and published products by name', async () => {
      expect(await read('/brands/1', brand)).toEqual({
        id: 1,
        name: 'zeta',
        slug: 'zeta',
        description: 'The last one',
        products: [
          { id: 10, name: 'apple', slug: 'apple', price: 5 },
          { id: 12, name: 'apple', slug: 'apple-12', price: 7 },
        ],
        total: 2,
        links: { products: '/products?brand=1&orderby=title&order=asc' },
      });
      expect(await read('/brands/3', brand)).toMatchObject({ products: [], total: 0 });
    });

    test('with thousands of products show the first hundred, how many there are, and where the others are', async () => {
      // Names that come in another order than ids, and two of each, so that the order is told by the id.
      const ids = Array.from({ length: 3000 }, (_, index) => 10_000 + index);
      const titleOf = (id: number) => `Brand item ${String((id * 7) % 1500).padStart(4, '0')}`;
      await catalog().write('brand', [aBrand({ id: 50, title: 'Large' })]);
      await catalog().write(
        'product',
        ids.map((id) => aProduct({ id, title: titleOf(id), slugClaim: `large-${id}`, brandId: 50, price: 3 })),
      );
      await catalog().write('product', [
        aProduct({ id: 9999, title: 'A draft', slugClaim: 'large-draft', brandId: 50, publicationStatus: 'draft' }),
      ]);
      const inOrder = [...ids].sort((a, b) => titleOf(a).localeCompare(titleOf(b)) || a - b);
      try {
        const counted = await rowsRead(site().strapi, {
          uid: 'plugin::commerce-bridge.product',
          by: 'brand_id',
          ask: () => read('/brands/50', brand),
        });
        expect(counted.result.products.map(({ id }) => id)).toEqual(inOrder.slice(0, 100));
        expect(counted.result).toMatchObject({
          total: 3000,
          links: { products: '/products?brand=50&orderby=title&order=asc' },
        });
        expect(counted.rows).toBeGreaterThanOrEqual(100);
        expect(counted.rows).toBeLessThanOrEqual(110);

        const all = await read(`${counted.result.links.products}&per_page=100&page=2`, productList);
        expect([all.total, all.products.map(({ id }) => id)]).toEqual([3000, inOrder.slice(100, 200)]);

        // One that was not shown is renamed to stand first.
        const last = inOrder.at(-1) ?? 0;
        await catalog().write('product', [
          aProduct({ id: last, title: 'Aardvark', slugClaim: `large-${last}`, brandId: 50, price: 3 }),
        ]);
        expect((await read('/brands/50', brand)).products[0]).toMatchObject({ id: last, name: 'Aardvark' });
      } finally {
        await catalog().remove('product', [...ids, 9999]);
        await catalog().remove('brand', [50]);
      }
    });

    test('that do not exist are a 404, what is no id a 400', async () => {
      expect([await status('/brands/4711'), await status('/brands/99999999999'), await status('/brands/zeta')]).toEqual(
        [404, 404, 400],
      );
    });
  });

  describe('collections', () => {
    test('are the visible categories in the store’s order, with their published products', async () => {
      const { collections } = await read('/collections', collectionList);
      expect(collections).toEqual([
        { id: 4, name: 'Bowls', slug: 'bowls', product_count: 1 },
        { id: 2, name: 'Mugs', slug: 'mugs', product_count: 3 },
        { id: 1, name: 'Kitchen', slug: 'kitchen', product_count: 2 },
        { id: 5, name: 'Leftovers', slug: 'leftovers', product_count: 0 },
      ]);
    });

    test('are paged when asked', async () => {
      const paged = await read('/collections?page=2&per_page=3', collectionList);
      expect(paged).toEqual({
        collections: [{ id: 5, name: 'Leftovers', slug: 'leftovers', product_count: 0 }],
        total: 4,
        pages: 2,
      });
    });

    test('by slug know what is above and below, as far as it is visible', async () => {
      expect(await read('/collections/kitchen', collection)).toEqual({
        id: 1,
        name: 'Kitchen',
        slug: 'kitchen',
        product_count: 2,
        description: '<p>All for the kitchen</p>',
        parent: null,
        children: [
          { id: 4, name: 'Bowls', slug: 'bowls', product_count: 1 },
          { id: 2, name: 'Mugs', slug: 'mugs', product_count: 3 },
        ],
      });
      expect((await read('/collections/mugs', collection)).parent).toBe('kitchen');
      expect((await read('/collections/leftovers', collection)).parent).toBeNull();
    });

    test('that are hidden or unknown are a 404', async () => {
      expect([await status('/collections/warehouse-a'), await status('/collections/nowhere')]).toEqual([404, 404]);
    });
  });

  describe('an old slug', () => {
    test('leads to the product’s new one, until another product takes it', async () => {
      await catalog().write('product', [aProduct({ id: 70, title: 'Moving', slugClaim: 'old-home' })]);
      await catalog().write('product', [aProduct({ id: 70, title: 'Moving', slugClaim: 'neue-straße' })]);
      const moved = await site().rest('/products/old-home?include=brand');
      expect([moved.status, moved.headers.get('location')]).toEqual([
        301,
        '/api/commerce-bridge/v1/products/neue-stra%C3%9Fe?include=brand',
      ]);
      const related = await site().rest('/products/old-home/related');
      expect([related.status, related.headers.get('location')]).toEqual([
        301,
        '/api/commerce-bridge/v1/products/neue-stra%C3%9Fe/related',
      ]);

      await catalog().write('product', [aProduct({ id: 71, title: 'New tenant', slugClaim: 'old-home' })]);
      expect((await read('/products/old-home', product)).id).toBe(71);
      await catalog().remove('product', [70, 71]);
      expect(await status('/products/old-home')).toBe(404);
    });
  });

  test('an answer takes as many statements for a hundred products as for two', async () => {
    await catalog().write(
      'product',
      Array.from({ length: 100 }, (_, index) =>
        aProduct({ id: 1000 + index, title: `Many ${index}`, categoryIds: [5, 1], brandId: 3 }),
      ),
    );
    // Among an answer's own statements may be a look for what other instances changed.
    const statementsOf = async (path: string) => {
      const statements = await responseStatements(site().strapi, async () => expect(await status(path)).toBe(200));
      return statements.filter((sql) => !sql.includes('commerce_bridge_changes')).length;
    };
    try {
      // The page; its count and the categories' slugs, unless they are known.
      for (const size of [100, 2]) expect(await statementsOf(`/products?per_page=${size}`)).toBeLessThanOrEqual(3);
      for (const size of [99, 3])
        expect(
          await statementsOf(`/products?category=leftovers&include=brand,options&per_page=${size}`),
        ).toBeLessThanOrEqual(3);
      expect(await statementsOf('/products/many-2')).toBeLessThanOrEqual(2);
      expect(await statementsOf('/products/many-1/related?per_page=20')).toBe(
        await statementsOf('/products/many-1/related?per_page=2'),
      );
      expect(await statementsOf('/brands')).toBe(2);
      expect([await statementsOf('/brands/1'), await statementsOf('/brands/3')]).toEqual([3, 3]);
      expect(await statementsOf('/collections')).toBe(2);
      expect(await statementsOf('/collections/kitchen')).toBe(3);
    } finally {
      await catalog().remove(
        'product',
        Array.from({ length: 100 }, (_, index) => 1000 + index),
      );
    }
  });
});
