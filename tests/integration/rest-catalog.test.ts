import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { productGroups } from '../../contracts/rest/parameters';
import { product, relatedProducts } from '../../contracts/rest/products';
import { sitemap } from '../../contracts/rest/sitemap';
import { suggestions } from '../../contracts/rest/suggestions';
import { responseStatements } from '../support/databases/response-statements';
import { aCategory, aProduct } from '../support/shops/catalog-items';
import { fillShop } from '../support/shops/rest-shop';
import { onEachDatabase } from '../support/databases/on-each-database';
import { eventually } from '../support/time/eventually';

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

    test('accepts every include group', async () => {
      const full = await read(`/products/full?include=${productGroups.join(',')}`, product);
      expect(full.variants.length).toBeGreaterThan(0);
      // The options of variants are a group of their own.
      const isThere = (group: string) => group in full || full.variants.every((variant) => group in variant);
      expect(productGroups.filter((group) => !isThere(group))).toEqual([]);
    });

    test('comes with the longest way to one of its collections, past hidden ones', async () => {
      const way = async (slug: string) => (await read(`/products/${slug}?include=breadcrumbs`, product)).breadcrumbs;
      const toMugs = [
        { id: 1, name: 'Kitchen', slug: 'kitchen' },
        { id: 2, name: 'Mugs', slug: 'mugs' },
      ];
      expect([await way('apple'), await way('apple-12')]).toEqual([toMugs, toMugs]);
      expect([await way('caf%C3%A9'), await way('twin-a')]).toEqual([[], []]);
    });

    test('comes with its first four related products, which have the groups of lists, too', async () => {
      const asked = 'include=brand,calculated_price';
      const { related } = await read(`/products/apple?${asked},related`, product);
      expect(related?.length).toBe(2);
      expect(related).toEqual((await read(`/products/apple/related?${asked}`, relatedProducts)).products);
    });

    test('with its surroundings follows changes of these', async () => {
      const read4 = () => read('/products/apple?include=related,breadcrumbs', product);
      const before = await read4();
      await catalog().write('category', [aCategory({ id: 1, title: 'Cuisine', sortOrder: 2, slugClaim: 'kitchen' })]);
      await catalog().write('product', [
        aProduct({ id: 11, title: 'Banana', price: 6, categoryIds: [2], brandId: 2, content: 'Yellow' }),
      ]);
      const after = await read4();
      expect([before, after].map(({ breadcrumbs }) => breadcrumbs?.[0]?.name)).toEqual(['Kitchen', 'Cuisine']);
      expect(after.related?.find(({ id }) => id === 11)?.price).toBe(6);
      await fillShop(catalog());
      expect(await read4()).toEqual(before);
    });

    test('has the range of what its variants cost', async () => {
      expect((await read('/products/full?include=price_range', product)).price_range).toEqual({ min: 19, max: 21 });
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

    test('shares a claimed slug with its id as suffix', async () => {
      expect((await read('/products/apple', product)).id).toBe(10);
      expect((await read('/products/apple-12', product)).id).toBe(12);
    });
  });

  describe('suggestions', () => {
    const suggested = async (query: string) => {
      const { products, collections, brands } = await read(`/suggestions?${query}`, suggestions);
      return [products, collections, brands].map((items) => items.map(({ name }) => name));
    };

    test('are of what is called so, first what begins so', async () => {
      expect(await suggested('search=CA')).toEqual([['Cafe', 'Café'], [], []]);
      expect(await suggested('search=u')).toEqual([['Full', 'Numbered'], ['Mugs'], ['By number']]);
      expect(await suggested('search=n&per_page=1')).toEqual([['Numbered'], ['Kitchen'], ['Nobody']]);
    });

    test('are none for what only a description contains, for drafts, hidden collections, and without a term', async () => {
      expect(
        await Promise.all(['search=fruit', 'search=draft', 'search=warehouse', 'search=', ''].map(suggested)),
      ).toEqual(Array.from({ length: 5 }, () => [[], [], []]));
    });

    test('have what a line below a search field shows', async () => {
      expect((await read('/suggestions?search=full', suggestions)).products).toEqual([
        {
          id: 19,
          name: 'Full',
          slug: 'full',
          price: 20,
          sale_price: null,
          image: { url: 'https://images.example/1/thumbnail.jpg', alt: 'Front' },
        },
      ]);
    });
  });

  describe('the sitemap', () => {
    test('lists every published product with its address, page by page, what changed last first', async () => {
      const { products, total, pages } = await read('/sitemap?per_page=4&page=3', sitemap);
      expect([products.length, total, pages]).toEqual([3, 11, 3]);
      await catalog().write('product', [
        aProduct({ id: 11, title: 'Banana', price: 5, categoryIds: [2], brandId: 2, weight: 3 }),
      ]);
      const [first] = (await read('/sitemap?per_page=1', sitemap)).products;
      expect(first).toMatchObject({ id: 11, slug: 'banana', permalink: expect.stringMatching(/\/products\/banana$/) });
      await fillShop(catalog());
    });

    test('says when a product’s address changed because another product took its slug', async () => {
      const { store, readVersions } = catalog();
      const write = async (id: number, now: Date) => {
        const responses = [{ items: [aProduct({ id, slugClaim: 'gear' })], readVersion: await readVersions.draw() }];
        const request = { responses, origin: { kind: 'event' as const }, now };
        await store.transaction((transaction) => store.upsert(transaction, 'product', request));
      };
      await write(75, new Date('2030-01-01T00:00:00Z'));
      await write(74, new Date('2030-01-02T00:00:00Z'));
      onTestFinished(() => catalog().removeForGood('product', [74, 75]));
      const { products } = await read('/sitemap', sitemap);
      expect(products.find(({ id }) => id === 75)).toMatchObject({ slug: 'gear-75', changed: '2030-01-02T00:00:00Z' });
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

    test('are upstream’s own in its order, then those sharing most categories, then the same brand, then the newest', async () => {
      expect(await related('subject', 'per_page=20')).toEqual([54, 51, 52, 53, 56, 55, 12, 10, 57]);
    });

    test('are four by default', async () => {
      expect(await related('subject')).toEqual([54, 51, 52, 53]);
      expect(await related('subject', 'per_page=1')).toEqual([54]);
    });

    test('include an older product that shares most, however many newer ones large categories have', async () => {
      const ids = Array.from({ length: 402 }, (_, index) => 600 + index);
      onTestFinished(async () => {
        await catalog().remove('product', [98, 99, ...ids]);
        await catalog().remove('category', [91, 92]);
      });
      await catalog().write('category', [
        aCategory({ id: 91, title: 'Large' }),
        aCategory({ id: 92, title: 'Larger' }),
      ]);
      await catalog().write('product', [
        aProduct({ id: 98, title: 'Twin', categoryIds: [91, 92] }),
        aProduct({ id: 99, title: 'Twin of it', categoryIds: [91, 92] }),
        ...ids.map((id) => aProduct({ id, title: `Newer ${id}`, categoryIds: [id % 2 === 0 ? 91 : 92] })),
      ]);
      // The columns are in memory a moment after a start.
      await eventually(async () => (await related('twin-of-it'))[0] === 98);
    });

    test('are empty for a product that has nothing in common with others', async () => {
      expect(await related('loner')).toEqual([]);
    });

    test('of an unknown product or a draft are a 404', async () => {
      expect(await status('/products/nowhere/related')).toBe(404);
      expect(await status('/products/draft/related')).toBe(404);
    });
  });

  describe('an old slug', () => {
    test('redirects to the product’s new one, until another product takes it', async () => {
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

    test('that differs from another one only in case redirects to its own product', async () => {
      const products = (...slugs: [string, string]) =>
        slugs.map((slugClaim, place) => aProduct({ id: 72 + place, title: 'Mug', slugClaim }));
      await catalog().write('product', products('Cafe-Mug', 'cafe-mug'));
      for (const one of products('first-mug', 'second-mug')) await catalog().write('product', [one]);
      const target = async (slug: string) => (await site().rest(`/products/${slug}`)).headers.get('location');
      expect(await target('Cafe-Mug')).toBe('/api/commerce-bridge/v1/products/first-mug');
      expect(await target('cafe-mug')).toBe('/api/commerce-bridge/v1/products/second-mug');
      await catalog().remove('product', [72, 73]);
    });
  });

  test('a response takes as many statements for a hundred products as for two, and two for each ten whole records', async () => {
    await catalog().write(
      'product',
      Array.from({ length: 100 }, (_, index) =>
        aProduct({ id: 1000 + index, title: `Many ${index}`, categoryIds: [5, 1], brandId: 3 }),
      ),
    );
    // Any request may be the one that reads other instances' changes and settings, or the categories' slugs, which the
    // repair in the background after a start may have changed.
    const isShared = (sql: string) =>
      /commerce_bridge_(changes|settings|state|sequences)|select .upstream_id., .slug. from .commerce_bridge_categories. where .is_visible. = \S+$/.test(
        sql,
      );
    const sqlOf = async (path: string) => {
      const statements = await responseStatements(site().strapi, async () => expect(await status(path)).toBe(200));
      return statements.filter((sql) => !isShared(sql));
    };
    const statementsOf = async (path: string) => (await sqlOf(path)).length;
    try {
      // The first list after a change also reads the changed products.
      await status('/products?per_page=98');
      // One statement for the page, and one for its count, unless it is cached.
      for (const size of [100, 2]) expect(await statementsOf(`/products?per_page=${size}`)).toBeLessThanOrEqual(2);
      for (const { size, most } of [
        { size: 99, most: 1 + 2 * 10 },
        { size: 3, most: 3 },
      ])
        expect(
          await statementsOf(`/products?category=leftovers&include=brand,options&per_page=${size}`),
        ).toBeLessThanOrEqual(most);
      expect(await statementsOf('/products/many-2')).toBeLessThanOrEqual(1);
      expect(await sqlOf('/products/many-1/related?per_page=20')).toEqual(
        await sqlOf('/products/many-1/related?per_page=2'),
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
