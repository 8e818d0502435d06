import { describe, expect, test } from 'vitest';
import { brand, brandList } from '../../contracts/rest/brands';
import { collection, collectionList } from '../../contracts/rest/collections';
import { productList } from '../../contracts/rest/products';
import { aBrand, aCategory, aProduct } from '../support/shops/catalog-items';
import { onEachDatabase } from '../support/databases/on-each-database';
import { rowsRead } from '../support/databases/rows-read';

onEachDatabase('reading brands and collections', ({ site, catalog, read, status }) => {
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

    test('are paged on request', async () => {
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

    test('with thousands of products show the first hundred, the total, and a link to all of them', async () => {
      // The order of names differs from that of ids, and each name occurs twice, so that the id breaks the tie.
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

        // A brand from outside the page is renamed to be first.
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

    test('are found by slug, too; a number is an id first', async () => {
      expect(await read('/brands/zeta', brand)).toEqual(await read('/brands/1', brand));
      expect((await read('/brands/365', brand)).id).toBe(41);
      expect((await read('/brands/1883', brand)).name).toBe('By number');
      expect((await read('/brands/40', brand)).name).toBe('1883');
    });

    test('that do not exist are a 404, by id and by slug', async () => {
      const unknown = ['4711', '99999999999', '0', '-1', '1.5', '9'.repeat(30), 'nobody-at-all', 'ZETA', '%00', '%25'];
      for (const id of unknown) expect([id, await status(`/brands/${id}`)]).toEqual([id, 404]);
    });

    test('redirect from an old slug to the new one, until another brand takes it', async () => {
      await catalog().write('brand', [aBrand({ id: 60, title: 'Old name' })]);
      await catalog().write('brand', [aBrand({ id: 60, title: 'Neue Straße', slugClaim: 'neue-straße' })]);
      try {
        const moved = await site().rest('/brands/old-name?utm_source=x');
        expect([moved.status, moved.headers.get('location'), moved.headers.get('surrogate-key')]).toEqual([
          301,
          '/api/commerce-bridge/v1/brands/neue-stra%C3%9Fe?utm_source=x',
          'brands',
        ]);
        await catalog().write('brand', [aBrand({ id: 61, title: 'Old name' })]);
        expect((await read('/brands/old-name', brand)).id).toBe(61);
      } finally {
        await catalog().remove('brand', [60, 61]);
      }
      expect(await status('/brands/old-name')).toBe(404);
    });

    test.each(['2', '4711'])('redirect from an old slug to the id if the new one is a number: %s', async (number) => {
      await catalog().write('brand', [aBrand({ id: 62, title: 'Wandering' })]);
      await catalog().write('brand', [aBrand({ id: 62, title: 'Wandering', slugClaim: number })]);
      try {
        const moved = await site().rest('/brands/wandering?utm_source=x');
        expect([moved.status, moved.headers.get('location')]).toEqual([
          301,
          '/api/commerce-bridge/v1/brands/62?utm_source=x',
        ]);
        expect(await read('/brands/62', brand)).toMatchObject({ id: 62, slug: number });
      } finally {
        await catalog().remove('brand', [62]);
      }
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

    test('are paged on request', async () => {
      const paged = await read('/collections?page=2&per_page=3', collectionList);
      expect(paged).toEqual({
        collections: [{ id: 5, name: 'Leftovers', slug: 'leftovers', product_count: 0 }],
        total: 4,
        pages: 2,
      });
    });

    test('have their place in the tree on request: the visible parent, and the position among its children', async () => {
      const { collections } = await read('/collections?include=tree', collectionList);
      expect(collections.map(({ slug, parent, position }) => ({ slug, parent, position }))).toEqual([
        { slug: 'bowls', parent: 'kitchen', position: 1 },
        { slug: 'mugs', parent: 'kitchen', position: 2 },
        { slug: 'kitchen', parent: null, position: 1 },
        // Its parent is hidden.
        { slug: 'leftovers', parent: null, position: 2 },
      ]);
      expect(await read('/collections?include=tree&page=2&per_page=3', collectionList)).toEqual({
        collections: [{ id: 5, name: 'Leftovers', slug: 'leftovers', product_count: 0, parent: null, position: 2 }],
        total: 4,
        pages: 2,
      });
    });

    test('with the same place in the store are in the order of their names, capital or small', async () => {
      const titles = ['zinc', 'Alpha', 'Zulu', 'alpha2'];
      const categories = titles.map((title, index) => aCategory({ id: 70 + index, title, parentId: 1, sortOrder: 9 }));
      await catalog().write('category', categories);
      try {
        const ordered = ['Alpha', 'alpha2', 'zinc', 'Zulu'];
        const ours = (items: readonly { name: string }[]) =>
          items.map(({ name }) => name).filter((name) => titles.includes(name));
        expect(ours((await read('/collections', collectionList)).collections)).toEqual(ordered);
        const { collections } = await read('/collections?include=tree', collectionList);
        const placed = collections.filter(({ name }) => titles.includes(name));
        expect(placed.map(({ name, position }) => [position, name])).toEqual(
          ordered.map((name, index) => [index + 3, name]),
        );
        expect(ours((await read('/collections/kitchen', collection)).children)).toEqual(ordered);
      } finally {
        await catalog().remove(
          'category',
          categories.map(({ id }) => id),
        );
      }
    });

    test('follow a category that is renamed, hidden, or moved', async () => {
      const kitchen = aCategory({ id: 1, title: 'Kitchen', sortOrder: 2, content: '<p>All for the kitchen</p>' });
      const placeOf = async (id: number) => {
        const { collections } = await read('/collections?include=tree', collectionList);
        const found = collections.find((item) => item.id === id);
        return [found?.parent, found?.position];
      };
      expect(await placeOf(2)).toEqual(['kitchen', 2]);
      await catalog().write('category', [{ ...kitchen, slugClaim: 'küche' }]);
      expect(await placeOf(2)).toEqual(['küche', 2]);
      await catalog().write('category', [{ ...kitchen, isVisible: false }]);
      expect(await placeOf(2)).toEqual([null, 2]);
      await catalog().write('category', [kitchen, aCategory({ id: 2, title: 'Mugs', parentId: 5, sortOrder: 1 })]);
      expect(await placeOf(2)).toEqual(['leftovers', 1]);
      await catalog().write('category', [aCategory({ id: 2, title: 'Mugs', parentId: 1, sortOrder: 1 })]);
      expect(await placeOf(2)).toEqual(['kitchen', 2]);
    });

    test('accept no other include group, and ignore an empty one', async () => {
      const refused: unknown = await (await site().rest('/collections?include=tree,brand')).json();
      expect(refused).toMatchObject({
        code: 'invalid_parameter',
        data: { status: 400, params: { include: 'must be a comma list of tree' } },
      });
      expect(await read('/collections?include=', collectionList)).toEqual(await read('/collections', collectionList));
    });

    test('by slug have their parent and children, as far as visible', async () => {
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

    test('have the way to them on request, which begins below a hidden one', async () => {
      const way = async (slug: string) =>
        (await read(`/collections/${slug}?include=breadcrumbs`, collection)).breadcrumbs?.map(({ name }) => name);
      expect([await way('mugs'), await way('leftovers')]).toEqual([['Kitchen', 'Mugs'], ['Leftovers']]);
    });

    test('that are hidden or unknown are a 404', async () => {
      expect([await status('/collections/warehouse-a'), await status('/collections/nowhere')]).toEqual([404, 404]);
    });
  });
});
