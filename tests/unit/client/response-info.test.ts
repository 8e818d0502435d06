import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createCommerceBridgeClient,
  type CommerceBridgeClient,
  ifModified,
  orNull,
  type ResponseInfo,
} from '../../../client/src/index';
import { json, type Reply, type ScriptedServer, startScriptedServer } from '../../support/http/scripted-server';

let server: ScriptedServer;
let shop: CommerceBridgeClient;
/** Everything that the client's own listener received. */
let received: ResponseInfo[];

beforeEach(async () => {
  server = await startScriptedServer();
  received = [];
  shop = createCommerceBridgeClient({
    baseUrl: server.url,
    onResponse: (response) => received.push(response),
  });
});
afterEach(() => server.close());

const listed = (headers: Record<string, string>) => json({ products: [], total: 0, pages: 0 }, { headers });
const unchanged: Reply = (response) => {
  response.writeHead(304, { etag: '"a"', 'surrogate-key': 'products store' }).end();
};

describe('a response', () => {
  test('is reported with its ETag and the names of what it contains, to the listeners of the call and of the client', async () => {
    server.script(listed({ etag: '"a"', 'surrogate-key': 'products product-7 store' }));
    const ofCall: ResponseInfo[] = [];
    await shop.listProducts({ page: 2 }, { onResponse: (response) => ofCall.push(response) });

    expect(ofCall).toEqual([
      {
        url: `${server.url}/products?page=2`,
        status: 200,
        etag: '"a"',
        surrogateKeys: ['products', 'product-7', 'store'],
      },
    ]);
    expect(received).toEqual(ofCall);
  });

  test.each([
    ['cache-tag', 'products,product-7'],
    ['netlify-cache-tag', 'products, product-7'],
    ['vercel-cache-tag', 'products,product-7'],
    ['xkey', 'products product-7'],
  ])('names what it contains in %s, if the site chose that header', async (header, value) => {
    server.script(listed({ [header]: value }));
    await shop.listProducts();

    expect(received).toMatchObject([{ etag: null, surrogateKeys: ['products', 'product-7'] }]);
  });

  test('that is a failure is reported before it is thrown', async () => {
    const failed = { code: 'product_not_found', message: 'In words.', data: { status: 404 } };
    server.script(json(failed, { status: 404 }));
    const statuses: number[] = [];
    const options = { onResponse: ({ status }: ResponseInfo) => void statuses.push(status) };

    expect(await orNull(shop.readProduct('nowhere', {}, options))).toBeNull();
    expect(statuses).toEqual([404]);
    expect(received).toMatchObject([{ status: 404, surrogateKeys: [] }]);
  });

  test('of each page is reported', async () => {
    server.script(
      json({ products: [{ id: 1 }], total: 2, pages: 2 }, { headers: { etag: '"1"' } }),
      json({ products: [{ id: 2 }], total: 2, pages: 2 }, { headers: { etag: '"2"' } }),
    );
    const etags: (string | null)[] = [];
    const pages = shop.eachProduct({}, { onResponse: ({ etag }) => etags.push(etag) });
    for await (const { id } of pages) expect(id).toBe(etags.length);

    expect(etags).toEqual(['"1"', '"2"']);
  });

  test('of the store itself has no names', async () => {
    server.script(json({ data: {} }));
    await shop.graphql('{ site { settings { storeName } } }');

    expect(received).toEqual([]);
  });
});

describe('a request by an ETag', () => {
  test('is null if nothing has changed', async () => {
    server.script(unchanged);
    const list = await ifModified(shop.listProducts({ page: 2 }, { ifNoneMatch: '"a"', headers: { 'X-Own': 'kept' } }));

    expect(list).toBeNull();
    expect(server.seen[0]?.headers).toMatchObject({ 'if-none-match': '"a"', 'x-own': 'kept' });
    expect(received).toMatchObject([{ status: 304, etag: '"a"', surrogateKeys: ['products', 'store'] }]);
  });

  test('returns what has changed', async () => {
    server.script(listed({ etag: '"b"' }));

    expect(await ifModified(shop.listProducts({}, { ifNoneMatch: '"a"' }))).toEqual({
      products: [],
      total: 0,
      pages: 0,
    });
    expect(received).toMatchObject([{ etag: '"b"' }]);
  });

  test('throws that nothing has changed, without the helper', async () => {
    server.script(unchanged);

    await expect(shop.readProduct('mug', {}, { ifNoneMatch: '"a"' })).rejects.toMatchObject({
      name: 'CommerceBridgeApiError',
      code: 'not_modified',
      status: 304,
    });
  });
});
