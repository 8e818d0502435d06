import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { productDetail, productList, taxonomyList } from '../../contracts/admin/products';
import { aProduct, aVariant } from '../support/shops/catalog-items';
import { onEachDatabase } from '../support/databases/on-each-database';
import { products as shopProducts, publishedIds } from '../support/shops/rest-shop';

const allIds = [...publishedIds, 13];
/** Ids of products that individual tests write. */
const ownIds = [300, 301, 302, 303, 304, 305, 306];

onEachDatabase('products for administrators', ({ site, catalog }) => {
  const list = async (query: string) =>
    productList.parse((await site().admin('GET', `/commerce-bridge/products?${query}`)).body);
  const ids = async (query: string) => (await list(`pageSize=100&${query}`)).products.map(({ id }) => id);

  describe('the product list of the admin', () => {
    test('lists drafts and published products together, in one order', async () => {
      const { products, total, pages } = await list('ids=10,11,13,15,17,19,20&pageSize=3&page=2');
      expect({ total, pages }).toEqual({ total: 7, pages: 3 });
      expect(products.map(({ title }) => title)).toEqual(['Draft', 'Full', 'Numbered']);
    });

    test('has what a list and a picker need', async () => {
      const [full] = (await list('ids=19')).products;
      expect(full).toEqual({
        id: 19,
        title: 'Full',
        slug: 'full',
        sku: 'FULL',
        thumbnail: { url: 'https://images.example/1/thumbnail.jpg', alt: 'Front' },
        price: 20,
        salePrice: null,
        calculatedPrice: 20,
        status: 'publish',
        inStock: true,
        availability: 'available',
        inventoryLevel: null,
        syncedAt: expect.stringMatching(/^\d{4}-/),
      });
    });

    test.each(['title', 'price', 'date', 'synced'])(
      'ordered by %s shows every product once, page after page, both ways',
      async (sort) => {
        const walk = async (direction: string) => {
          const pages = await Promise.all(
            [1, 2, 3, 4, 5].map((page) => list(`sort=${sort}&direction=${direction}&pageSize=3&page=${page}`)),
          );
          return pages.flatMap(({ products }) => products.map(({ id }) => id));
        };
        const up = await walk('asc');
        expect([...up].sort((a, b) => a - b)).toEqual([...allIds].sort((a, b) => a - b));
        expect(await walk('desc')).toEqual([...up].reverse());
      },
    );

    test.each([
      ['part of a title, regardless of its case', 'search=éCLAIR', [14]],
      ['part of the description’s text', 'search=100%25 fruit %26', [11]],
      ['exactly a SKU, of drafts too', 'search=DRAFT', [13]],
      ['exactly an id', 'search=%2019%20', [19]],
      ['a number that no id can be', 'search=99999999999', []],
      ['nothing but blanks', 'search=%20&ids=10,12', [10, 12]],
      ['a category, also an invisible one', 'category=3', [12, 16]],
      ['a brand', 'brand=1', [10, 12, 13]],
      ['drafts', 'status=draft', [13]],
      ['what is out of stock', 'stock=out', [14]],
      [
        'what is in stock, of a brand and category, and published',
        'stock=in&brand=1&category=1&status=publish',
        [10, 12],
      ],
      ['ids', 'ids=21,4242,13,9007199254740991', [13, 21]],
    ])('finds %s', async (_, query, expected) => {
      expect((await ids(query)).sort((a, b) => a - b)).toEqual(expected);
    });

    test('responds to an invalid parameter with what is allowed', async () => {
      for (const [query, allowed] of [
        ['sort=colour', 'synced'],
        ['pageSize=500', '100'],
        ['ids=a', '100 ids'],
        ['status=gone', 'draft'],
      ] as const) {
        const { status, body } = await site().admin('GET', `/commerce-bridge/products?${query}`);
        expect(status).toBe(400);
        expect(JSON.stringify(body)).toContain(allowed);
      }
    });
  });

  describe('what products can be filtered by', () => {
    const titles = async (path: string) =>
      taxonomyList.parse((await site().admin('GET', `/commerce-bridge/${path}`)).body).items.map(({ title }) => title);

    test('is listed in pages, and found by part of its title or its id', async () => {
      expect(await titles('brands?pageSize=2&page=2')).toEqual(['Acme', 'By number']);
      expect(await titles('brands?search=NUMBER')).toEqual(['By number']);
      expect(await titles('brands?id=1883')).toEqual(['By number']);
      expect(await titles('categories?search=o')).toEqual(['Bowls', 'Hidden below', 'Leftovers', 'Warehouse A']);
    });
  });

  describe('one product', () => {
    afterEach(() => catalog().removeForGood('product', ownIds));

    const detail = async (id: number) =>
      productDetail.parse((await site().admin('GET', `/commerce-bridge/products/${id}`)).body);
    const historyOf = async (id: number) =>
      (await detail(id)).history.map(({ kind, changes }) => [
        kind,
        changes.map(({ field, item, part, from, to }) => [item ?? field, part, from, to]),
      ]);

    test('is shown with everything cached, its relations, and when it was stored', async () => {
      const full = await detail(19);
      const { id, slugClaim, ...fields } = shopProducts.find((product) => product.id === 19) ?? aProduct({ id: 19 });
      expect(full).toMatchObject({
        id,
        fields: { ...fields, slug: slugClaim },
        names: { categories: { 4: 'Bowls' }, brands: {} },
        failure: null,
        waitingEvent: null,
      });
      expect(full.links).toEqual({ upstream: null, site: null });
      expect(full.writtenAt).toBe(full.comparedAt);
      expect(full.writtenBy).toEqual({ kind: 'event' });
      expect((await detail(13)).links.site).toBeNull();
    });

    test('keeps what changed, from and to which value, newest first', async () => {
      const kept = aProduct({
        id: 300,
        title: 'Kept',
        price: 5,
        variants: [aVariant({ id: 1, name: 'Red', price: 5 }), aVariant({ id: 2, name: 'Blue' })],
      });
      await catalog().write('product', [kept]);
      await catalog().write('product', [
        { ...kept, price: 6.5, calculatedPrice: 6.5, categoryIds: [4], content: `${'long '.repeat(100)}end` },
      ]);
      await catalog().write('product', [
        {
          ...kept,
          price: 6.5,
          calculatedPrice: 6.5,
          categoryIds: [4],
          content: `${'long '.repeat(100)}other`,
          variants: [aVariant({ id: 1, name: 'Red', price: 6 })],
        },
      ]);
      expect(await historyOf(300)).toEqual([
        [
          'updated',
          [
            ['Red', 'price', 5, 6],
            ['Blue', null, 'SKU-2 · 10 · Blue', null],
            ['content', null, expect.stringMatching(/^….{50,70}end$/), expect.stringMatching(/other$/)],
          ],
        ],
        [
          'updated',
          [
            ['price', null, 5, 6.5],
            ['calculatedPrice', null, 5, 6.5],
            ['categoryIds', null, '', '4'],
            ['content', null, '<p>About Kept</p>', expect.stringMatching(/^long .*…$/)],
          ],
        ],
        ['created', []],
      ]);
      expect((await detail(300)).names.categories).toEqual({ 4: 'Bowls' });
    });

    test('shows only the time of a response that changed nothing', async () => {
      const same = aProduct({ id: 301, title: 'Same' });
      await catalog().write('product', [same]);
      const before = await detail(301);
      await catalog().write('product', [same]);
      const after = await detail(301);
      expect(after).toEqual({ ...before, comparedAt: after.comparedAt });
      expect(Date.parse(after.comparedAt ?? '')).toBeGreaterThan(Date.parse(before.comparedAt ?? ''));
    });

    test('keeps its last twenty changes', async () => {
      const busy = aProduct({ id: 302, title: 'Busy' });
      for (let price = 1; price <= 25; price += 1) await catalog().write('product', [{ ...busy, price }]);
      const { history } = await detail(302);
      expect(history.map(({ changes: [change] }) => change?.to)).toEqual(
        Array.from({ length: 20 }, (_, place) => 25 - place),
      );
      expect(
        await site().strapi.db.connection('commerce_bridge_product_changes').where({ upstream_id: 302 }),
      ).toHaveLength(20);
    });

    test('shows a slug that moved because another product released it', async () => {
      await catalog().write('product', [aProduct({ id: 303, title: 'Slot' }), aProduct({ id: 304, title: 'Slot' })]);
      await catalog().write('product', [aProduct({ id: 303, title: 'Slot', slugClaim: 'elsewhere' })]);
      expect(await historyOf(304)).toEqual([
        ['updated', [['slug', null, 'slot-304', 'slot']]],
        ['created', []],
      ]);
    });

    test('that was withdrawn is shown as such, with its removal next to earlier changes', async () => {
      await catalog().write('product', [aProduct({ id: 306, title: 'Withdrawn' })]);
      await catalog().write('product', [aProduct({ id: 306, title: 'Withdrawn', price: 77 })]);
      await catalog().remove('product', [306]);
      const { status, body } = await site().admin('GET', '/commerce-bridge/products/306');
      expect(status).toBe(200);
      expect(productDetail.parse(body)).toMatchObject({
        fields: { title: 'Withdrawn', publicationStatus: 'withdrawn' },
        links: { site: null },
      });
      expect(
        productDetail
          .parse(body)
          .history.slice(0, 2)
          .map(({ kind }) => kind),
      ).toEqual(['removed', 'updated']);
    });

    test('that was removed says so, and since when; one that never existed is unknown', async () => {
      await catalog().write('product', [aProduct({ id: 305, title: 'Gone' })]);
      await catalog().removeForGood('product', [305]);
      const { status, body } = await site().admin('GET', '/commerce-bridge/products/305');
      expect([status, body]).toEqual([
        404,
        expect.objectContaining({
          error: expect.objectContaining({
            message: 'The product 305 "Gone" was removed here, since the store no longer has it.',
            details: { removedAt: expect.stringMatching(/Z$/) },
          }),
        }),
      ]);
      expect((await site().admin('GET', '/commerce-bridge/products/4242')).body).toMatchObject({
        error: { message: 'No product with the id 4242 is cached.' },
      });
    });
  });

  describe('a search with more than a thousand matches', () => {
    const many = Array.from({ length: 1_250 }, (_, place) =>
      aProduct({
        id: 20_000 + place,
        title: `${place % 7 === 0 ? 'Other' : 'Plentiful'} ${String((place * 389) % 1_250).padStart(4, '0')}`,
        price: (place * 97) % 1_250,
        publicationStatus: place % 50 === 1 ? 'draft' : 'publish',
        brandId: place % 3 === 0 ? 1 : null,
        inventoryTracking: 'product',
        inventoryLevel: place % 5,
        inStock: place % 5 > 0,
      }),
    );
    beforeAll(() => catalog().write('product', many));
    afterAll(() =>
      catalog().removeForGood(
        'product',
        many.map(({ id }) => id),
      ),
    );

    const plentiful = many.filter(({ title }) => title.startsWith('Plentiful'));
    const byTitle = (products: typeof many) =>
      [...products].sort((a, b) => (a.title < b.title ? -1 : 1)).map(({ id }) => id);
    const byPrice = (products: typeof many) =>
      [...products].sort((a, b) => b.calculatedPrice - a.calculatedPrice || b.id - a.id).map(({ id }) => id);

    test.each<[string, string, number[]]>([
      ['by title', '', byTitle(plentiful)],
      ['by price, the highest first', '&sort=price&direction=desc', byPrice(plentiful)],
      [
        'published',
        '&status=publish',
        byTitle(plentiful.filter(({ publicationStatus }) => publicationStatus === 'publish')),
      ],
      ['drafts', '&status=draft', byTitle(plentiful.filter(({ publicationStatus }) => publicationStatus === 'draft'))],
      ['of a brand', '&brand=1', byTitle(plentiful.filter(({ brandId }) => brandId === 1))],
      ['in stock', '&stock=in', byTitle(plentiful.filter(({ inStock }) => inStock))],
    ])('works %s, on the first, a middle, and the last page', async (_, more, expected) => {
      const pages = Math.ceil(expected.length / 100);
      for (const page of new Set([1, Math.ceil(pages / 2), pages])) {
        const { total, products } = await list(`search=PLENTIFUL${more}&pageSize=100&page=${page}`);
        expect([total, products.map(({ id }) => id)]).toEqual([
          expected.length,
          expected.slice((page - 1) * 100, page * 100),
        ]);
      }
    });
  });
});
