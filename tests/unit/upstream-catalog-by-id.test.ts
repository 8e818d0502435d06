import { describe, expect, test } from 'vitest';
import { UpstreamHttpError, UpstreamResponseError } from '../../server/src/upstream/http/upstream-errors';
import { Oversized, Refusal, type Script } from '../support/http/scripted-http';
import { aWirePage, aWireProduct } from '../support/shops/wire-builders';
import { aCatalog, aProductCatalog } from '../support/shops/scripted-catalog';

const many = <Item>(count: number, item: (id: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index + 1));

describe('products by id', () => {
  test('are those that upstream still has; the others are gone', async () => {
    const { http, catalog } = aProductCatalog([aWireProduct({ id: 3 })]);
    const { items } = await catalog.readProductsById({ ids: [3, 8], channelId: 1, priority: 'high' });
    expect(items.map((item) => item.id)).toEqual([3]);
    expect(http.requests).toMatchObject([{ query: { 'id:in': [3, 8] }, priority: 'high' }]);
  });

  test("are read to upstream's last page", async () => {
    const { catalog } = aCatalog(({ query: { page } }) =>
      aWirePage([aWireProduct({ id: page })], { total: 3, total_pages: 3, current_page: page }),
    );
    const { items } = await catalog.readProductsById({ ids: [1, 2, 3], channelId: 1 });
    expect(items.map((item) => item.id)).toEqual([1, 2, 3]);
  });

  test('that are unusable are failures, so they do not count as gone', async () => {
    const { catalog } = aProductCatalog([aWireProduct({ id: 3, price: null })]);
    await expect(catalog.readProductsById({ ids: [3], channelId: 1 })).resolves.toMatchObject({
      items: [],
      failures: [{ id: 3 }],
    });
  });

  test.each([
    ['fewer than it counted', [aWireProduct({ id: 3 })], { total: 2 }],
    ['one of them twice', [aWireProduct({ id: 3 }), aWireProduct({ id: 3 })], {}],
    ['one without a usable id', [aWireProduct({ id: null })], {}],
    ['one that was not asked for', [aWireProduct({ id: 4 })], {}],
  ])('are rejected when upstream sent %s, since what is missing would be removed', async (_, items, pagination) => {
    const { catalog } = aCatalog(() => aWirePage(items, pagination));
    await expect(catalog.readProductsById({ ids: [3, 8], channelId: 1 })).rejects.toBeInstanceOf(UpstreamResponseError);
  });

  test('cost no request when there are none, and more than 50 are rejected', async () => {
    const { http, catalog } = aProductCatalog([]);
    await expect(catalog.readProductsById({ ids: [], channelId: 1 })).resolves.toMatchObject({
      items: [],
      failures: [],
    });
    await expect(catalog.readProductsById({ ids: many(51, (id) => id), channelId: 1 })).rejects.toThrow(RangeError);
    expect(http.requests).toEqual([]);
  });
});

describe('a response over the size limit', () => {
  /** Products of these sizes by their ids; a response contains at most 10. */
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

  test('is requested in halves by id, and products missing from those are gone', async () => {
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

  test('makes a product that is too large by itself a failure with its id, never a removal', async () => {
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
      { entity: 'product', id: 2, name: null, reason: expect.stringContaining('returned more than') },
    ]);
  });

  test('fails as a whole when a half fails for another reason', async () => {
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
    const { catalog } = aCatalog(
      ({ query }) => {
        const asked = Array.isArray(query['id:in']) ? query['id:in'] : [];
        return asked.length > 1 ? new Oversized() : aWirePage(asked.map((id) => aWireProduct({ id })));
      },
      async () => (last += 1),
    );
    await expect(catalog.readProductsById({ ids: [1, 2], channelId: 1 })).resolves.toMatchObject({ readVersion: 2 });
  });

  test('can be a page of the listing, whose products are then read by id', async () => {
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

  test('can be a page of a sweep', async () => {
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
