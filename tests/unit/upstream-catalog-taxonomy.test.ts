import { describe, expect, test } from 'vitest';
import { aWireBrand, aWireCategory, aWirePage } from '../support/shops/wire-builders';
import { aCatalog } from '../support/shops/scripted-catalog';

describe('categories', () => {
  const trees = {
    data: [
      { id: 6, name: 'Shop', channels: [4] },
      { id: 7, name: 'Other', channels: [9] },
    ],
    meta: {},
  };

  test("are those of the channel's trees, 250 per page, in order of their ids", async () => {
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

  test('request the trees once per listing', async () => {
    const { http, catalog } = aCatalog(({ path, query }) =>
      path.endsWith('/trees')
        ? trees
        : aWirePage([aWireCategory()], { total: 300, total_pages: 2, current_page: query.page }),
    );
    for (const page of [1, 2, 1]) await catalog.readCategories({ page, channelId: 4 });
    expect(http.requests.filter(({ path }) => path.endsWith('/trees'))).toHaveLength(2);
  });

  test('are none for a channel without a tree; no unfiltered listing is requested', async () => {
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

  test("by id are only those in the channel's trees", async () => {
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
  test('are listed 250 per page without sorting, since upstream can only sort by name', async () => {
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

  test('by id are those that upstream still has', async () => {
    const { catalog } = aCatalog(() => aWirePage([aWireBrand({ id: 8 })]));
    await expect(catalog.readBrandsById({ ids: [8, 9] })).resolves.toMatchObject({ items: [{ id: 8 }], failures: [] });
  });
});
