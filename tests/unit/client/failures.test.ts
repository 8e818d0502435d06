import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  CommerceBridgeApiError,
  createCommerceBridgeClient,
  type CommerceBridgeClient,
  orNull,
} from '../../../client/src/index';
import { json, type Reply, reset, type ScriptedServer, startScriptedServer } from '../../support/http/scripted-server';

let server: ScriptedServer;
let shop: CommerceBridgeClient;

beforeEach(async () => {
  server = await startScriptedServer();
  shop = createCommerceBridgeClient({ baseUrl: server.url });
});
afterEach(() => server.close());

const failure = (code: string, status: number, more: object = {}): Reply =>
  json({ code, message: 'In words.', data: { status, ...more } }, { status, headers: { 'x-request-id': 'r-1' } });
const page =
  (status: number): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  };

async function failureOf(reading: Promise<unknown>): Promise<CommerceBridgeApiError> {
  const error: unknown = await reading.catch((reason: unknown) => reason);
  if (error instanceof CommerceBridgeApiError) return error;
  throw new Error(`expected a failure of the API, got ${String(error)}`);
}

describe('a failure of the API', () => {
  test('is an error with its code, its message, and its URL', async () => {
    server.script(failure('product_not_found', 404));
    const error = await failureOf(shop.readProduct('nowhere'));

    expect(error).toMatchObject({
      code: 'product_not_found',
      message: 'In words.',
      status: 404,
      requestId: 'r-1',
      params: {},
      retryAfter: null,
    });
    expect(error.url).toBe(`${server.url}/products/nowhere`);
    expect(error).toBeInstanceOf(Error);
  });

  test('names each bad parameter', async () => {
    server.script(failure('invalid_parameter', 400, { params: { per_page: 'must be an integer from 1 to 100' } }));

    expect((await failureOf(shop.listProducts({ per_page: 1000 }))).params).toEqual({
      per_page: 'must be an integer from 1 to 100',
    });
  });

  test('says how long to wait', async () => {
    server.script(
      json(
        { code: 'rate_limited', message: 'Busy.', data: { status: 429 }, errors: [] },
        { status: 429, headers: { 'retry-after': '2' } },
      ),
    );

    expect(await failureOf(shop.graphql('{ site { settings { storeName } } }'))).toMatchObject({
      code: 'rate_limited',
      retryAfter: 2,
    });
  });

  test('that the site raised before the API keeps the name of its status', async () => {
    server.script(failure('forbidden', 403));

    expect((await failureOf(shop.listBrands())).code).toBe('forbidden');
  });
});

describe('what is not a response of the API', () => {
  test.each([
    ['an error page', page(502), 502],
    ['a page that says that all is well', page(200), 200],
    ['JSON of somebody else', json({ error: { status: 500 } }, { status: 500 }), 500],
    ['nothing', json(undefined, { status: 500 }), 500],
    [
      'nothing that says that all is well',
      (response: Parameters<Reply>[0]) =>
        void response.writeHead(200, { 'content-type': 'application/json', 'content-length': '0' }).end(),
      200,
    ],
  ])('is reported as such: %s', async (_, reply, status) => {
    server.script(reply);

    expect(await failureOf(shop.listBrands())).toMatchObject({ code: 'unexpected_response', status });
  });

  test.each(['with its length', 'without'])('is reported as such: JSON that ends early, %s', async (length) => {
    const text = '{"brands":[{"id":1,';
    server.script((response) => {
      const headers = { 'content-type': 'application/json', 'x-request-id': 'r-1' };
      response.writeHead(200, { ...headers, ...(length !== 'without' && { 'content-length': text.length }) });
      response.end(text);
    });

    const error = await failureOf(shop.listBrands());
    expect(error).toMatchObject({ code: 'unexpected_response', status: 200, requestId: 'r-1' });
    expect([error.url, error.cause]).toEqual([`${server.url}/brands`, expect.any(SyntaxError)]);
  });

  test.each<[string, (client: CommerceBridgeClient) => Promise<unknown>]>([
    ['listProducts', (client) => client.listProducts()],
    ['readProduct', (client) => client.readProduct('mug')],
    ['listRelatedProducts', (client) => client.listRelatedProducts('mug')],
    ['listSuggestions', (client) => client.listSuggestions('mug')],
    ['readFacets', (client) => client.readFacets()],
    ['listSitemap', (client) => client.listSitemap()],
    ['listBrands', (client) => client.listBrands()],
    ['readBrand', (client) => client.readBrand(1)],
    ['listCollections', (client) => client.listCollections()],
    ['readCollection', (client) => client.readCollection('mugs')],
    ['readStore', (client) => client.readStore()],
    ['listMarkets', (client) => client.listMarkets()],
  ])('is reported as such by %s: JSON without the fields that a response has', async (_, read) => {
    for (const body of [{}, [], null, 'text', { products: 1, brands: {}, collections: null, markets: '' }]) {
      server.script(json(body));
      expect(await failureOf(read(shop))).toMatchObject({ code: 'unexpected_response', status: 200 });
    }
  });

  test('is reported as such by the proxy, too', async () => {
    for (const reply of [page(502), json({ errors: 1 }, { status: 500 }), json('text'), json({}, { status: 400 })]) {
      server.script(reply);
      expect((await failureOf(shop.graphql('{ site }'))).code).toBe('unexpected_response');
    }
  });
});

test('a missing response is reported by fetch itself', async () => {
  server.script(reset);

  await expect(shop.listBrands()).rejects.toMatchObject({ name: 'TypeError', message: 'fetch failed' });
});

test('a failure whose body the caller no longer waits for is the abort of the caller', async () => {
  const leaving = new AbortController();
  const impatient = createCommerceBridgeClient({ baseUrl: server.url, onResponse: () => leaving.abort() });
  server.script((response) => {
    response.writeHead(503, { 'content-type': 'application/json' }).write('{');
  });

  await expect(impatient.listProducts({}, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('a failure of a listener is thrown as it is', async () => {
  const failing = createCommerceBridgeClient({
    baseUrl: server.url,
    onResponse: () => void JSON.parse('not JSON'),
  });
  server.script(json({ brands: [] }));

  await expect(failing.listBrands()).rejects.toMatchObject({ name: 'SyntaxError' });
});

describe('orNull', () => {
  test('turns what does not exist into null', async () => {
    for (const code of ['product_not_found', 'brand_not_found', 'collection_not_found']) {
      server.script(failure(code, 404));
      expect(await orNull(shop.readProduct('nowhere'))).toBeNull();
    }
  });

  test('leaves everything else as it is, even a wrong URL', async () => {
    server.script(failure('route_not_found', 404));
    expect((await failureOf(orNull(shop.readProduct('nowhere')))).code).toBe('route_not_found');

    server.script(json({ slug: 'mug' }));
    expect(await orNull(shop.readProduct('mug'))).toEqual({ slug: 'mug' });
  });
});
