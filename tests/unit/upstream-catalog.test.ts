import { describe, expect, test } from 'vitest';
import { UpstreamHttpError, UpstreamResponseError } from '../../server/src/upstream/http/upstream-errors';
import { Refusal } from '../support/http/scripted-http';
import { aWireImage, aWirePage, aWireProduct, aWireVariant } from '../support/shops/wire-builders';
import { aCatalog, aProductCatalog, productsPath as products } from '../support/shops/scripted-catalog';

const many = <Item>(count: number, item: (id: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index + 1));

describe('the listing of products', () => {
  test('requests 50 per page in order of ids, with everything that belongs to them, and never options or modifiers', async () => {
    const { http, catalog } = aProductCatalog([aWireProduct()]);
    await catalog.readProducts({ page: 1, channelId: 1, priority: 'high' });
    expect(http.requests).toEqual([
      {
        path: products,
        query: {
          include: ['variants', 'images', 'custom_fields', 'channels'],
          sort: 'id',
          direction: 'asc',
          limit: 50,
          page: 1,
          'date_modified:min': undefined,
        },
        priority: 'high',
      },
    ]);
  });

  test('requests changes with a full timestamp in whole seconds, since a bare date gets a time of day added', async () => {
    const { http, catalog } = aProductCatalog([]);
    await catalog.readProducts({ page: 1, channelId: 1, modifiedSince: new Date('2026-03-01T00:00:00.750Z') });
    expect(http.requests[0]?.query['date_modified:min']).toBe('2026-03-01T00:00:00Z');
  });

  test('reports the pages that upstream reports, not those of its own page size', async () => {
    const { catalog } = aCatalog(() =>
      aWirePage([aWireProduct()], { total: 95, per_page: 10, total_pages: 10, current_page: 3 }),
    );
    await expect(catalog.readProducts({ page: 3, channelId: 1 })).resolves.toMatchObject({
      total: 95,
      totalPages: 10,
      page: 3,
    });
  });

  test('keeps the valid products of a page with a malformed one, and names that one', async () => {
    const { catalog } = aProductCatalog([
      aWireProduct({ id: 1 }),
      aWireProduct({ id: 2, name: 'Broken', price: 'abc' }),
      'nonsense',
      aWireProduct({ id: 3, sku: 'x'.repeat(600) }),
      aWireProduct({ id: 4 }),
    ]);
    const page = await catalog.readProducts({ page: 1, channelId: 1 });
    expect(page.items.map((item) => item.id)).toEqual([1, 4]);
    expect(page.failures).toEqual([
      { entity: 'product', id: 2, name: 'Broken', reason: 'price must be a number, and was "abc"' },
      { entity: 'product', id: null, name: null, reason: expect.any(String) },
      { entity: 'product', id: 3, name: 'Jar', reason: expect.stringContaining('sku has 600 characters') },
    ]);
  });

  test('has a product that upstream lists twice only once, since one statement cannot write a row twice', async () => {
    const { catalog } = aProductCatalog([aWireProduct({ id: 1 }), aWireProduct({ id: 1 })]);
    const page = await catalog.readProducts({ page: 1, channelId: 1 });
    expect(page.items).toHaveLength(1);
  });

  test('can be empty, in an empty store and past its end', async () => {
    const empty = aCatalog(() => aWirePage([], { total: 0, total_pages: 0 }));
    await expect(empty.catalog.readProducts({ page: 1, channelId: 1 })).resolves.toMatchObject({
      items: [],
      failures: [],
      total: 0,
    });
    const shrunk = aCatalog(() => aWirePage([], { total: 60, total_pages: 2, current_page: 3 }));
    await expect(shrunk.catalog.readProducts({ page: 3, channelId: 1 })).resolves.toMatchObject({
      items: [],
      total: 60,
      totalPages: 2,
    });
  });

  test.each([
    ['nothing at all', undefined],
    ['null', null],
    ['no data', { meta: { pagination: { total: 0, total_pages: 0 } } }],
    ['data that is no list', { data: {}, meta: { pagination: { total: 0, total_pages: 0 } } }],
    ['no pagination', { data: [], meta: {} }],
    ['no meta', { data: [] }],
    ['no total', aWirePage([], { total: undefined })],
    ['a total that is no number', aWirePage([], { total: 'many' })],
    ['an empty page of a full listing', aWirePage([], { total: 120, total_pages: 3 })],
    ['more items than there are', aWirePage([aWireProduct()], { total: 0, total_pages: 1 })],
    ['items on no page', aWirePage([aWireProduct()], { total: 1, total_pages: 0 })],
    ['another page than asked for', aWirePage([aWireProduct()], { total: 90, total_pages: 2, current_page: 2 })],
  ])('is rejected with %s, and never treated as empty', async (_, response) => {
    const { catalog } = aCatalog(() => response);
    await expect(catalog.readProducts({ page: 1, channelId: 1 })).rejects.toBeInstanceOf(UpstreamResponseError);
  });
});

describe('what belongs to a product', () => {
  test('takes no separate request for ordinary products', async () => {
    const { http, catalog } = aProductCatalog([
      aWireProduct({
        id: 1,
        variants: many(49, (id) => aWireVariant({ id })),
        images: many(51, (id) => aWireImage({ id })),
        custom_fields: [],
      }),
      aWireProduct({ id: 2, variants: [], images: [] }),
    ]);
    await catalog.readProducts({ page: 1, channelId: 1 });
    expect(http.requests).toHaveLength(1);
  });

  test.each([50, 100, 250])(
    'is requested separately if exactly %p are embedded, to the last page',
    async (embedded) => {
      const all = many(600, (id) => aWireVariant({ id }));
      const { http, catalog } = aProductCatalog(
        [aWireProduct({ variants: all.slice(0, embedded) })],
        ({ query: { page } }) => {
          const from = (Number(page) - 1) * 250;
          return aWirePage(all.slice(from, from + 250), { total: 600, total_pages: 3, current_page: page });
        },
      );
      const { items } = await catalog.readProducts({ page: 1, channelId: 1 });
      expect(items[0]?.variants).toHaveLength(600);
      expect(http.requests.slice(1).map(({ path, query }) => [path, query.limit, query.page])).toEqual(
        [1, 2, 3].map((page) => ['/v3/catalog/products/77/variants', 250, page]),
      );
    },
  );

  test("follows upstream's pages if they are smaller than requested, and contains nothing twice", async () => {
    const all = many(1_000, (id) => aWireImage({ id, is_thumbnail: id === 1_000 }));
    const { catalog } = aProductCatalog([aWireProduct({ images: all.slice(0, 50) })], ({ query: { page } }) => {
      const from = (Number(page) - 1) * 100;
      // A product was added at the front in the meantime, so each page repeats the last item of the previous one.
      return aWirePage(all.slice(Math.max(0, from - 1), from + 100), {
        total: 1_000,
        total_pages: 10,
        current_page: page,
      });
    });
    const { items } = await catalog.readProducts({ page: 1, channelId: 1 });
    expect(items[0]?.images).toHaveLength(1_000);
    expect(items[0]?.images[0]?.id).toBe(1_000);
  });

  test('is requested if upstream left it out of the embedding', async () => {
    const { http, catalog } = aProductCatalog(
      [aWireProduct({ variants: undefined, custom_fields: null })],
      ({ path }) =>
        aWirePage(path.endsWith('/variants') ? [aWireVariant()] : [{ id: 1, name: 'Origin', value: 'Peru' }]),
    );
    const { items } = await catalog.readProducts({ page: 1, channelId: 1 });
    expect(items[0]).toMatchObject({ variants: [{ id: 501 }], customFields: [{ value: 'Peru' }] });
    expect(http.requests.slice(1).map(({ path }) => path)).toEqual([
      '/v3/catalog/products/77/variants',
      '/v3/catalog/products/77/custom-fields',
    ]);
  });

  test('makes only its own product a failure if it cannot be fetched', async () => {
    const full = many(50, (id) => aWireVariant({ id }));
    const { catalog } = aProductCatalog([
      aWireProduct({ id: 1 }),
      aWireProduct({ id: 2, name: 'Gone', variants: full }),
    ]);
    const page = await catalog.readProducts({ page: 1, channelId: 1 });
    expect(page.items.map((item) => item.id)).toEqual([1]);
    expect(page.failures).toEqual([
      { entity: 'product', id: 2, name: 'Gone', reason: 'GET /v3/catalog/products/2/variants returned 404: No' },
    ]);
  });

  test('makes only its own product a failure if an item is malformed', async () => {
    const full = many(50, (id) => aWireVariant({ id }));
    const { catalog } = aProductCatalog([aWireProduct({ variants: full })], () =>
      aWirePage([...full, aWireVariant({ id: 'x' })]),
    );
    const page = await catalog.readProducts({ page: 1, channelId: 1 });
    expect(page.failures).toMatchObject([{ id: 77, reason: expect.stringContaining('50.id must be an id') }]);
  });

  const fifty = many(50, (id) => aWireVariant({ id }));
  test.each([
    ['is empty although 50 variants were embedded', aWirePage([], { total: 0, total_pages: 0 })],
    ['lacks an embedded variant', aWirePage(fifty.slice(1))],
    ['has 50 of 120 variants', aWirePage(fifty, { total: 120, total_pages: 1 })],
  ])('makes only its own product a failure if the separate list %s', async (_, response) => {
    const { catalog } = aProductCatalog(
      [aWireProduct({ id: 1 }), aWireProduct({ id: 2, variants: fifty })],
      () => response,
    );
    const page = await catalog.readProducts({ page: 1, channelId: 1 });
    expect(page.items.map((item) => item.id)).toEqual([1]);
    expect(page.failures).toMatchObject([{ id: 2, reason: expect.stringContaining('/variants sent') }]);
  });

  test('makes only its own product a failure if the last pages of the separate list are missing', async () => {
    const { catalog } = aProductCatalog([aWireProduct({ variants: fifty })], ({ query: { page } }) =>
      page === 1
        ? aWirePage(
            many(250, (id) => aWireVariant({ id })),
            { total: 600, total_pages: 3 },
          )
        : aWirePage([], { total: 0, total_pages: 0 }),
    );
    const page = await catalog.readProducts({ page: 1, channelId: 1 });
    expect(page).toMatchObject({
      items: [],
      failures: [{ id: 77, reason: expect.stringContaining('250 of at least 600') }],
    });
  });

  test('fails the whole page if the credentials no longer suffice', async () => {
    const { catalog } = aProductCatalog([aWireProduct({ variants: undefined })], () => new Refusal(401));
    await expect(catalog.readProducts({ page: 1, channelId: 1 })).rejects.toBeInstanceOf(UpstreamHttpError);
  });
});

describe('channels that upstream did not name', () => {
  test('are read from the assignments, in one listing per page', async () => {
    const items = [
      aWireProduct({ id: 1, channels: undefined }),
      aWireProduct({ id: 2, channels: undefined }),
      aWireProduct({ id: 3, channels: [4] }),
    ];
    const { http, catalog } = aProductCatalog(items, () => aWirePage([{ product_id: 2, channel_id: 4 }]));
    const page = await catalog.readProducts({ page: 1, channelId: 4 });
    expect(page.items.map((item) => item.publicationStatus)).toEqual(['draft', 'publish', 'publish']);
    expect(http.requests.slice(1)).toMatchObject([
      { path: '/v3/catalog/products/channel-assignments', query: { 'product_id:in': [1, 2], 'channel_id:in': 4 } },
    ]);
  });

  test('are not guessed if the assignments are incomplete', async () => {
    const items = [1, 2, 3].map((id) => aWireProduct({ id, channels: undefined }));
    const { catalog } = aProductCatalog(items, () => aWirePage([{ product_id: 2, channel_id: 1 }], { total: 3 }));
    await expect(catalog.readProducts({ page: 1, channelId: 1 })).rejects.toBeInstanceOf(UpstreamResponseError);
  });

  test('are not guessed if the assignments cannot be fetched', async () => {
    const { catalog } = aProductCatalog([aWireProduct({ channels: undefined })], () => new Refusal(500));
    await expect(catalog.readProducts({ page: 1, channelId: 1 })).rejects.toBeInstanceOf(UpstreamHttpError);
  });
});
