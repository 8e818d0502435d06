import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCommerceBridgeClient, type CommerceBridgeClient, orNull } from '../../../client/src/index';
import { facets as facetsContract } from '../../../contracts/rest/facets';
import { json, type ScriptedServer, startScriptedServer } from '../../support/http/scripted-server';

let server: ScriptedServer;
let shop: CommerceBridgeClient;

beforeEach(async () => {
  server = await startScriptedServer();
  shop = createCommerceBridgeClient({ baseUrl: `${server.url}/api/commerce-bridge/v1/`, headers: { 'X-Site': 'web' } });
});
afterEach(() => server.close());

const asked = () => server.seen.map(({ url }) => url.replace('/api/commerce-bridge/v1', ''));
const listed = (ids: number[], pages: number, more: object = {}) =>
  json({ products: ids.map((id) => ({ id, ...more })), total: 99, pages });

async function idsOf(products: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of products) ids.push(id);
  return ids;
}

describe('a list', () => {
  test('is requested by its filters, with arrays as comma-separated lists', async () => {
    server.script(listed([1], 1, { brand: null, seo: {} }));

    const { products, total, pages } = await shop.listProducts({
      category: 'tea & mugs',
      ids: [3, 1],
      on_sale: false,
      include: ['brand', 'seo'],
    });

    expect(asked()).toEqual(['/products?category=tea%20%26%20mugs&on_sale=false&ids=3,1&include=brand,seo']);
    expect([products.map(({ id }) => id), total, pages]).toEqual([[1], 99, 1]);
  });

  test("without a query is the API's first page", async () => {
    server.script(listed([1], 1));
    await shop.listProducts();

    expect(asked()).toEqual(['/products']);
  });

  test('of no ids is empty without a request: the API would list everything', async () => {
    expect(await shop.listProducts({ ids: [] })).toEqual({ products: [], total: 0, pages: 0 });
    expect(asked()).toEqual([]);
  });

  test('of no ids has no facets, without a request', async () => {
    const facets = await shop.readFacets({ ids: [] });
    expect(facetsContract.parse(facets)).toMatchObject({ total: 0, price: null, brands: [], collections: [] });
    expect(asked()).toEqual([]);
  });

  test('that lacks a requested include group is not a response', async () => {
    server.script(listed([1], 1));

    await expect(shop.listProducts({ include: ['brand'] })).rejects.toMatchObject({
      name: 'CommerceBridgeApiError',
      code: 'unexpected_response',
    });
  });

  test('has types for the requested groups', async () => {
    server.script(listed([1], 1, { brand: { id: 7, name: 'Acme', slug: 'acme' }, calculated_price: 5 }));

    const { products } = await shop.listProducts({ include: ['brand', 'calculated_price'] });
    const prices: (number | null)[] = products.map((product) => product.calculated_price);
    const brands: (string | undefined)[] = products.map((product) => product.brand?.name);

    expect([prices, brands]).toEqual([[5], ['Acme']]);
  });

  test('has types for the requested groups of related products, too', async () => {
    server.script(json({ slug: 'mug', related: [{ id: 1, brand: null }], brand: null }));

    const { related } = await shop.readProduct('mug', { include: ['brand', 'related'] });
    const brands: (string | undefined)[] = related.map(({ brand }) => brand?.name);

    expect(brands).toEqual([undefined]);
  });
});

describe('each product of a list', () => {
  test('is read page by page, a hundred at a time', async () => {
    server.script(listed([1, 2], 3), listed([3, 4], 3), listed([5], 3));

    expect(await idsOf(shop.eachProduct({ category: 'mugs' }))).toEqual([1, 2, 3, 4, 5]);
    expect(asked()).toEqual([1, 2, 3].map((page) => `/products?per_page=100&category=mugs&page=${page}`));
  });

  test('is returned once, even if it moves to the next page in between', async () => {
    server.script(listed([1, 2], 2), listed([2, 3], 2));

    expect(await idsOf(shop.eachProduct({ per_page: 2 }))).toEqual([1, 2, 3]);
  });

  test('is read to the end of the catalog at the time of the last page, and no further', async () => {
    server.script(listed([1], 1), listed([2], 2));
    expect(await idsOf(shop.eachProduct())).toEqual([1]);

    server.script(listed([1], 2), listed([], 1));
    expect(await idsOf(shop.eachProduct())).toEqual([1]);
  });

  test('is not requested before it is needed', async () => {
    server.script(listed([1, 2], 9));
    for await (const { id } of shop.eachProduct({ page: 4 })) if (id === 2) break;

    expect(asked()).toEqual(['/products?per_page=100&page=4']);
  });
});

test('the addresses of all products are read page by page', async () => {
  const page = (ids: number[]) => json({ products: ids.map((id) => ({ id })), total: 3, pages: 2 });
  server.script(page([3, 2]), page([1]));

  expect(await idsOf(shop.eachSitemapProduct({ market: 'eu' }))).toEqual([3, 2, 1]);
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/api/commerce-bridge/v1/sitemap?page=1&market=eu',
    '/api/commerce-bridge/v1/sitemap?page=2&market=eu',
  ]);
});

test('a page of addresses has a size, for sitemaps of a large catalog', async () => {
  server.script(json({ products: [{ id: 1 }], total: 3, pages: 3 }));

  expect(await shop.listSitemap({ page: 3, per_page: 1 })).toEqual({ products: [{ id: 1 }], total: 3, pages: 3 });
  expect(server.seen[0]?.url).toBe('/api/commerce-bridge/v1/sitemap?page=3&per_page=1');
});

describe('one', () => {
  test.each<[string, (client: CommerceBridgeClient) => Promise<unknown>, string]>([
    ['product', (client) => client.readProduct('café/50%', { include: [] }), '/products/caf%C3%A9%2F50%25'],
    [
      'product with groups',
      (client) => client.readProduct('mug', { include: ['sale_price'] }),
      '/products/mug?include=sale_price',
    ],
    [
      'product’s related ones',
      (client) => client.listRelatedProducts('mug', { per_page: 2 }),
      '/products/mug/related?per_page=2',
    ],
    ['page of brands', (client) => client.listBrands({ page: 2, per_page: 5 }), '/brands?page=2&per_page=5'],
    ['brand', (client) => client.readBrand(7), '/brands/7'],
    ['brand by its slug', (client) => client.readBrand('café/50%'), '/brands/caf%C3%A9%2F50%25'],
    ['list of collections', (client) => client.listCollections(), '/collections'],
    [
      'list of collections with their places',
      (client) => client.listCollections({ page: 2, include: ['tree'] }),
      '/collections?page=2&include=tree',
    ],
    ['store', (client) => client.readStore(), '/store'],
    ['collection', (client) => client.readCollection('mugs'), '/collections/mugs'],
    ['list of markets', (client) => client.listMarkets(), '/markets'],
    [
      'collection with its path and image',
      (client) => client.readCollection('mugs', { include: ['breadcrumbs', 'image'] }),
      '/collections/mugs?include=breadcrumbs,image',
    ],
    ['facet', (client) => client.readFacets({ brand: 'acme', ids: [1, 2] }), '/facets?brand=acme&ids=1,2'],
    ['suggestion', (client) => client.listSuggestions('mug & cup'), '/suggestions?search=mug%20%26%20cup'],
    [
      'few suggestions of a market',
      (client) => client.listSuggestions('mug', { per_page: 3 }, { market: 'eu' }),
      '/suggestions?search=mug&per_page=3&market=eu',
    ],
    ['product of a market', (client) => client.readProduct('mug', {}, { market: 'eu' }), '/products/mug?market=eu'],
    [
      'list of products of a market',
      (client) => client.listProducts({ page: 2 }, { market: 'eu' }),
      '/products?page=2&market=eu',
    ],
    [
      'product’s related ones of a market',
      (client) => client.listRelatedProducts('mug', {}, { market: 'eu' }),
      '/products/mug/related?market=eu',
    ],
    ['list of brands of a market', (client) => client.listBrands({}, { market: 'eu' }), '/brands?market=eu'],
    ['brand of a market', (client) => client.readBrand(7, { market: 'eu' }), '/brands/7?market=eu'],
    [
      'list of collections of a market',
      (client) => client.listCollections({}, { market: 'eu' }),
      '/collections?market=eu',
    ],
    [
      'collection of a market',
      (client) => client.readCollection('mugs', {}, { market: 'eu' }),
      '/collections/mugs?market=eu',
    ],
    ['store of a market', (client) => client.readStore({ market: 'eu' }), '/store?market=eu'],
  ])('%s is requested at its URL', async (_, read, address) => {
    const record = { slug: 'mug', sale_price: null, breadcrumbs: [], image: null, total: 0, currency: null };
    server.script(json({ ...record, products: [], collections: [], brands: [], markets: [] }));
    await read(shop);

    expect(asked()).toEqual([address]);
  });

  test('is followed to where it moved', async () => {
    server.script(
      (response) => response.writeHead(301, { location: '/api/commerce-bridge/v1/products/new' }).end(),
      json({ slug: 'new' }),
    );

    expect(await shop.readProduct('old')).toEqual({ slug: 'new' });
  });

  test.each(['', '.', '..'])('with the slug "%s" would be another endpoint, and is not requested', async (slug) => {
    await expect(shop.readProduct(slug)).rejects.toMatchObject({ code: 'product_not_found', status: 404 });
    expect(await orNull(shop.readCollection(slug))).toBeNull();
    expect(await orNull(shop.readBrand(slug))).toBeNull();
    expect(asked()).toEqual([]);
  });
});

describe('what a cart takes to choose a variant', () => {
  test('is in each variant where it was asked for', async () => {
    const selections = [{ option_id: 1, option_value: 10 }];
    server.script(json({ slug: 'mug', variants: [{ id: 7, option_selections: selections }] }));
    const { variants } = await shop.readProduct('mug', { include: ['option_selections'] });

    expect(variants[0]?.option_selections).toEqual(selections);
  });

  test('is missed where a site does not have it yet', async () => {
    server.script(json({ slug: 'mug', variants: [{ id: 7 }] }));

    await expect(shop.readProduct('mug', { include: ['option_selections'] })).rejects.toThrow('option_selections');
  });
});

describe('along with a request', () => {
  test('go the client’s headers and the request’s own', async () => {
    server.script(json({ slug: 'acme' }));
    await shop.readBrand(1, { headers: { 'X-Page': 'brand' } });

    expect(server.seen[0]?.headers).toMatchObject({ 'x-site': 'web', 'x-page': 'brand' });
  });

  test('goes what a framework adds to fetch, such as Next’s revalidation', async () => {
    const requests: Request[] = [];
    const client = createCommerceBridgeClient({
      baseUrl: server.url,
      fetch: (request) => {
        requests.push(request);
        return fetch(request);
      },
    });
    server.script(json({ slug: 'mug' }));
    const next = { revalidate: 60, tags: ['product-1'] };
    const options = { keepalive: true, next };
    await client.readProduct('mug', {}, options);

    expect(requests[0]).toMatchObject({ next, keepalive: true });
  });

  test('goes a signal that aborts it', async () => {
    server.script(() => undefined);
    const controller = new AbortController();
    const reading = shop.listBrands({}, { signal: controller.signal });
    controller.abort();

    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('goes a fetch that was replaced after the client was created', async () => {
    const own = globalThis.fetch;
    globalThis.fetch = () => Promise.resolve(Response.json({ slug: 'from-elsewhere' }));
    const reading = shop.readBrand(1).finally(() => {
      globalThis.fetch = own;
    });

    expect(await reading).toEqual({ slug: 'from-elsewhere' });
  });
});
