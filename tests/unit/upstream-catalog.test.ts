import { describe, expect, test } from '@jest/globals';
import { createProductPagesHere } from '../../server/src/upstream/product-page-reader';
import { createUpstreamCatalog } from '../../server/src/upstream/upstream-catalog-client';
import { UpstreamHttpError, UpstreamResponseError } from '../../server/src/upstream/upstream-errors';
import { createScriptedHttp, Oversized, Refusal, type Script } from '../support/scripted-http';
import { aWireBrand, aWireCategory, aWireImage, aWirePage, aWireProduct, aWireVariant } from '../support/wire-builders';

const products = '/v3/catalog/products';
const unhurried = async () => undefined;
const many = <Item>(count: number, item: (id: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index + 1));

function aCatalog(script: Script) {
  const http = createScriptedHttp(script);
  return {
    http,
    catalog: createUpstreamCatalog({
      http,
      pages: createProductPagesHere(unhurried),
      yieldIfDue: unhurried,
      drawVersion: async () => 1,
    }),
  };
}

/** Answers the listing of products with these, and other paths by the script. */
function aProductCatalog(items: readonly unknown[], other: Script = () => new Refusal(404)) {
  return aCatalog((request) => (request.path === products ? aWirePage(items) : other(request)));
}

describe('the listing of products', () => {
  test('asks for 50 a page in order of ids, with all that belongs to them, and never for options or modifiers', async () => {
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

  test('asks for changes with a full timestamp in whole seconds, since a bare date gets a time of day added', async () => {
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

  test('keeps the good ones of a page with a malformed one, and says which that is', async () => {
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

  test('has a product once that upstream lists twice, since one statement cannot write a row twice', async () => {
    const { catalog } = aProductCatalog([aWireProduct({ id: 1 }), aWireProduct({ id: 1 })]);
    const page = await catalog.readProducts({ page: 1, channelId: 1 });
    expect(page.items).toHaveLength(1);
  });

  test('may be empty, in an empty store and past its end', async () => {
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
  ])('is refused with %s, and never taken for empty', async (_, response) => {
    const { catalog } = aCatalog(() => response);
    await expect(catalog.readProducts({ page: 1, channelId: 1 })).rejects.toBeInstanceOf(UpstreamResponseError);
  });
});

describe('what belongs to a product', () => {
  test('costs no request of its own for ordinary products', async () => {
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
    'is asked for on its own where exactly %p are embedded, to the last page',
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

  test('follows the pages of upstream where they are smaller than asked for, and shows nothing twice', async () => {
    const all = many(1_000, (id) => aWireImage({ id, is_thumbnail: id === 1_000 }));
    const { catalog } = aProductCatalog([aWireProduct({ images: all.slice(0, 50) })], ({ query: { page } }) => {
      const from = (Number(page) - 1) * 100;
      // One was added at the front in the meantime, so each page repeats the last item of the one before.
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

  test('is asked for when upstream left it out although it was asked to embed it', async () => {
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

  test('makes only its own product a failure when it cannot be had', async () => {
    const full = many(50, (id) => aWireVariant({ id }));
    const { catalog } = aProductCatalog([
      aWireProduct({ id: 1 }),
      aWireProduct({ id: 2, name: 'Gone', variants: full }),
    ]);
    const page = await catalog.readProducts({ page: 1, channelId: 1 });
    expect(page.items.map((item) => item.id)).toEqual([1]);
    expect(page.failures).toEqual([
      { entity: 'product', id: 2, name: 'Gone', reason: 'GET /v3/catalog/products/2/variants answered 404: No' },
    ]);
  });

  test('makes only its own product a failure when an item of it is malformed', async () => {
    const full = many(50, (id) => aWireVariant({ id }));
    const { catalog } = aProductCatalog([aWireProduct({ variants: full })], () =>
      aWirePage([...full, aWireVariant({ id: 'x' })]),
    );
    const page = await catalog.readProducts({ page: 1, channelId: 1 });
    expect(page.failures).toMatchObject([{ id: 77, reason: expect.stringContaining('50.id must be an id') }]);
  });

  test('ends the whole page when the credentials no longer suffice', async () => {
    const { catalog } = aProductCatalog([aWireProduct({ variants: undefined })], () => new Refusal(401));
    await expect(catalog.readProducts({ page: 1, channelId: 1 })).rejects.toBeInstanceOf(UpstreamHttpError);
  });
});

describe('channels that upstream did not name', () => {
  test('are read from the assignments, in one listing for the page', async () => {
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

  test('are not guessed when the assignments cannot be had', async () => {
    const { catalog } = aProductCatalog([aWireProduct({ channels: undefined })], () => new Refusal(500));
    await expect(catalog.readProducts({ page: 1, channelId: 1 })).rejects.toBeInstanceOf(UpstreamHttpError);
  });
});

describe('products by id', () => {
  test('are what upstream still has of them; the others are gone', async () => {
    const { http, catalog } = aProductCatalog([aWireProduct({ id: 3 })]);
    const { items } = await catalog.readProductsById({ ids: [3, 8], channelId: 1, priority: 'high' });
    expect(items.map((item) => item.id)).toEqual([3]);
    expect(http.requests).toMatchObject([{ query: { 'id:in': [3, 8] }, priority: 'high' }]);
  });

  test('are read to the last page that upstream makes of them', async () => {
    const { catalog } = aCatalog(({ query: { page } }) =>
      aWirePage([aWireProduct({ id: page })], { total: 3, total_pages: 3, current_page: page }),
    );
    const { items } = await catalog.readProductsById({ ids: [1, 2, 3], channelId: 1 });
    expect(items.map((item) => item.id)).toEqual([1, 2, 3]);
  });

  test('that cannot be used are failures, so nobody takes them for gone', async () => {
    const { catalog } = aProductCatalog([aWireProduct({ id: 3, price: null })]);
    await expect(catalog.readProductsById({ ids: [3], channelId: 1 })).resolves.toMatchObject({
      items: [],
      failures: [{ id: 3 }],
    });
  });

  test.each([
    ['fewer than it counted', [aWireProduct({ id: 3 })], { total: 2 }],
    ['one without a usable id', [aWireProduct({ id: null })], {}],
    ['one that was not asked for', [aWireProduct({ id: 4 })], {}],
  ])('are refused when upstream sent %s, since what is missing would be removed', async (_, items, pagination) => {
    const { catalog } = aCatalog(() => aWirePage(items, pagination));
    await expect(catalog.readProductsById({ ids: [3, 8], channelId: 1 })).rejects.toBeInstanceOf(UpstreamResponseError);
  });

  test('cost nothing when there are none, and more than 50 are refused', async () => {
    const { http, catalog } = aProductCatalog([]);
    await expect(catalog.readProductsById({ ids: [], channelId: 1 })).resolves.toMatchObject({
      items: [],
      failures: [],
    });
    await expect(catalog.readProductsById({ ids: many(51, (id) => id), channelId: 1 })).rejects.toThrow(RangeError);
    expect(http.requests).toEqual([]);
  });
});

describe('a response that would be larger than one may be', () => {
  /** Products of these sizes by their ids; a response holds at most 10. */
  function aHeavyCatalog(sizes: ReadonlyMap<number, number>, before: Script = () => undefined) {
    return aCatalog((request) => {
      const scripted = before(request);
      if (scripted !== undefined) return scripted;
      const asked = request.query['id:in'];
      const ids = [...sizes.keys()].filter((id) => !Array.isArray(asked) || asked.includes(id));
      if (request.query.include_fields === 'id') return aWirePage(ids.map((id) => ({ id })));
      const size = ids.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
      return size > 10 ? new Oversized() : aWirePage(ids.map((id) => aWireProduct({ id })));
    });
  }
  const askedIds = (http: ReturnType<typeof aCatalog>['http']) => http.requests.map(({ query }) => query['id:in']);

  test('is asked for in halves by id, and what is missing of them is gone', async () => {
    const { http, catalog } = aHeavyCatalog(
      new Map([
        [1, 6],
        [2, 5],
        [3, 3],
      ]),
    );
    const { items, failures } = await catalog.readProductsById({ ids: [1, 2, 3, 4], channelId: 1 });
    expect({ ids: items.map(({ id }) => id), failures }).toEqual({ ids: [1, 2, 3], failures: [] });
    expect(askedIds(http)).toEqual([[1, 2, 3, 4], [1, 2], [1], [2], [3, 4]]);
  });

  test('makes a product that is too large alone a failure with its id, never one that is gone', async () => {
    const { catalog } = aHeavyCatalog(
      new Map([
        [1, 1],
        [2, 11],
        [3, 1],
      ]),
    );
    const { items, failures } = await catalog.readProductsById({ ids: [1, 2, 3], channelId: 1 });
    expect(items.map(({ id }) => id)).toEqual([1, 3]);
    expect(failures).toEqual([
      { entity: 'product', id: 2, name: null, reason: expect.stringContaining('answered more than') },
    ]);
  });

  test('fails whole when a half fails for another reason', async () => {
    const isSecondHalf: Script = ({ query }) =>
      Array.isArray(query['id:in']) && query['id:in'][0] === 3 ? new Refusal(500) : undefined;
    const { catalog } = aHeavyCatalog(
      new Map([
        [1, 6],
        [2, 1],
        [3, 6],
      ]),
      isSecondHalf,
    );
    await expect(catalog.readProductsById({ ids: [1, 2, 3], channelId: 1 })).rejects.toBeInstanceOf(UpstreamHttpError);
  });

  test('has the read version of the first response that was used', async () => {
    let last = 0;
    const http = createScriptedHttp(({ query }) => {
      const asked = Array.isArray(query['id:in']) ? query['id:in'] : [];
      return asked.length > 1 ? new Oversized() : aWirePage(asked.map((id) => aWireProduct({ id })));
    });
    const catalog = createUpstreamCatalog({
      http,
      pages: createProductPagesHere(unhurried),
      yieldIfDue: unhurried,
      drawVersion: async () => (last += 1),
    });
    await expect(catalog.readProductsById({ ids: [1, 2], channelId: 1 })).resolves.toMatchObject({ readVersion: 2 });
  });

  test('is a page of the listing as well, whose products are then read by their ids', async () => {
    const { http, catalog } = aHeavyCatalog(
      new Map([
        [1, 6],
        [2, 6],
        [3, 11],
        [4, 1],
      ]),
    );
    const page = await catalog.readProducts({ page: 1, channelId: 1, modifiedSince: new Date('2026-03-01T00:00:00Z') });
    expect(page).toMatchObject({ received: 4, total: 4, totalPages: 1, page: 1, failures: [{ id: 3 }] });
    expect(page.items.map(({ id }) => id)).toEqual([1, 2, 4]);
    const [, ids] = http.requests;
    expect(ids?.query).toMatchObject({
      include_fields: 'id',
      sort: 'id',
      direction: 'asc',
      limit: 50,
      page: 1,
      'date_modified:min': '2026-03-01T00:00:00Z',
    });
    expect(ids?.query.include).toBeUndefined();
  });

  test('is a page of a sweep as well', async () => {
    const { catalog } = aHeavyCatalog(
      new Map([
        [1, 6],
        [2, 6],
        [3, 11],
        [4, 1],
      ]),
    );
    const page = await catalog.sweepProducts({ page: 1, channelId: 1 });
    expect(page).toMatchObject({ received: 4, total: 4, totalPages: 1, page: 1, failures: [{ id: 3 }] });
    expect(page.items.map(({ item }) => item.id)).toEqual([1, 2, 4]);
  });
});

describe('categories', () => {
  const trees = {
    data: [
      { id: 6, name: 'Shop', channels: [4] },
      { id: 7, name: 'Other', channels: [9] },
    ],
    meta: {},
  };

  test("are those of the channel's trees, 250 a page, in order of their ids", async () => {
    const { http, catalog } = aCatalog(({ path }) =>
      path.endsWith('/trees')
        ? trees
        : aWirePage([aWireCategory({ category_id: 9 }), aWireCategory({ category_id: 2 })]),
    );
    const page = await catalog.readCategories({ page: 1, channelId: 4 });
    expect(page.items.map((item) => item.id)).toEqual([2, 9]);
    expect(http.requests).toMatchObject([
      { path: '/v3/catalog/trees', query: { 'channel_id:in': 4 } },
      { path: '/v3/catalog/trees/categories', query: { 'tree_id:in': [6], limit: 250, page: 1 } },
    ]);
  });

  test('ask for the trees once a listing', async () => {
    const { http, catalog } = aCatalog(({ path, query }) =>
      path.endsWith('/trees')
        ? trees
        : aWirePage([aWireCategory()], { total: 300, total_pages: 2, current_page: query.page }),
    );
    for (const page of [1, 2, 1]) await catalog.readCategories({ page, channelId: 4 });
    expect(http.requests.filter(({ path }) => path.endsWith('/trees'))).toHaveLength(2);
  });

  test('are none for a channel without a tree; no listing without a filter is asked for', async () => {
    const { http, catalog } = aCatalog(() => ({ data: [], meta: {} }));
    await expect(catalog.readCategories({ page: 1, channelId: 4 })).resolves.toMatchObject({
      items: [],
      failures: [],
      received: 0,
      total: 0,
      page: 1,
      totalPages: 0,
    });
    await expect(catalog.readCategoriesById({ ids: [3], channelId: 4 })).resolves.toMatchObject({
      items: [],
      failures: [],
    });
    expect(http.requests).toHaveLength(2);
  });

  test("by id are those of the channel's trees among them", async () => {
    const { http, catalog } = aCatalog(({ path }) =>
      path.endsWith('/trees') ? trees : aWirePage([aWireCategory({ category_id: 9 })]),
    );
    await expect(catalog.readCategoriesById({ ids: [9, 10], channelId: 4 })).resolves.toMatchObject({
      items: [{ id: 9 }],
    });
    expect(http.requests[1]?.query).toMatchObject({ 'tree_id:in': [6], 'category_id:in': [9, 10] });
  });

  test('a malformed one is a failure with its id', async () => {
    const { catalog } = aCatalog(({ path }) =>
      path.endsWith('/trees') ? trees : aWirePage([aWireCategory({ category_id: 9, name: '' }), aWireCategory()]),
    );
    await expect(catalog.readCategories({ page: 1, channelId: 4 })).resolves.toMatchObject({
      items: [{ id: 23 }],
      failures: [{ entity: 'category', id: 9 }],
    });
  });
});

describe('brands', () => {
  test('are listed 250 a page without an order, for upstream knows only that of names', async () => {
    const { http, catalog } = aCatalog(() =>
      aWirePage([aWireBrand({ id: 8 }), aWireBrand({ id: 2 }), aWireBrand({ id: 3, name: null })]),
    );
    await expect(catalog.readBrands({ page: 1 })).resolves.toMatchObject({
      items: [{ id: 2 }, { id: 8 }],
      failures: [{ entity: 'brand', id: 3 }],
    });
    expect(http.requests).toMatchObject([{ path: '/v3/catalog/brands', query: { limit: 250, page: 1 } }]);
    expect(Object.keys(http.requests[0]?.query ?? {})).toEqual(['limit', 'page']);
  });

  test('by id are what upstream still has of them', async () => {
    const { catalog } = aCatalog(() => aWirePage([aWireBrand({ id: 8 })]));
    await expect(catalog.readBrandsById({ ids: [8, 9] })).resolves.toMatchObject({ items: [{ id: 8 }], failures: [] });
  });
});
