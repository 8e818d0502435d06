import { describe, expect, test } from 'vitest';
import { contractViolations, type Exchange } from '../../support/http/rest-contract';

const image = { url: 'https://images.example/1.jpg', alt: 'Front' };
const listItem = {
  id: 1,
  name: 'Mug',
  slug: 'mug',
  price: 5,
  sale_price: null,
  description: '',
  images: [image],
  categories: ['mugs'],
  in_stock: true,
  permalink: 'https://shop.example/products/mug',
};
const list = { products: [listItem], total: 1, pages: 1 };
const read = {
  etag: '"abc"',
  'cache-control': 'public',
  'surrogate-key': 'products product-1',
  'x-request-id': 'r-1',
  'content-type': 'application/json; charset=utf-8',
};
const failed = {
  'cache-control': 'no-store',
  'x-request-id': 'r-1',
  'content-type': 'application/json; charset=utf-8',
};
const failure = (code: string, status: number) => ({ code, message: 'No.', data: { status } });
const dual = (code: string, status: number) => ({
  ...failure(code, status),
  errors: [{ message: 'No.', extensions: { code } }],
});

/** A valid response; a test breaks one thing. */
function anExchange({
  headers = read,
  body = list,
  ...rest
}: Partial<Omit<Exchange, 'headers' | 'body'>> & { headers?: Record<string, string>; body?: unknown } = {}): Exchange {
  return {
    method: 'GET',
    path: '/products',
    status: 200,
    headers: new Headers(headers),
    body: body === '' ? '' : JSON.stringify(body),
    ...rest,
  };
}

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

describe('a response matches the document', () => {
  test.each<[string, Exchange]>([
    ['a list', anExchange()],
    ['in other capitals, with a query and a slash at the end', anExchange({ path: '/Products/?page=1' })],
    ['what the caller has already', anExchange({ status: 304, body: '' })],
    ['without a body, to HEAD', anExchange({ method: 'HEAD', body: '' })],
    [
      'an old slug',
      anExchange({ path: '/products/old', status: 301, headers: { ...read, location: '/products/new' }, body: '' }),
    ],
    [
      'a bad parameter',
      anExchange({
        status: 400,
        headers: failed,
        body: { ...failure('invalid_parameter', 400), data: { status: 400, params: { page: 'must be 1' } } },
      }),
    ],
    [
      'an unknown address',
      anExchange({ path: '/nowhere', status: 404, headers: failed, body: failure('route_not_found', 404) }),
    ],
    [
      'a wrong method',
      anExchange({
        method: 'DELETE',
        status: 405,
        headers: { ...failed, allow: 'GET, HEAD' },
        body: failure('method_not_allowed', 405),
      }),
    ],
    ['a refusal of the host', anExchange({ status: 403, headers: failed, body: failure('forbidden', 403) })],
    [
      'a cart of the store',
      anExchange({
        method: 'POST',
        path: '/graphql',
        headers: failed,
        body: { data: { cart: null }, errors: [{ message: 'Not found', path: ['cart'] }] },
      }),
    ],
    [
      'a store that is busy',
      anExchange({
        method: 'POST',
        path: '/graphql',
        status: 429,
        headers: { ...failed, 'retry-after': '1' },
        body: dual('rate_limited', 429),
      }),
    ],
    [
      'a cart that is asked for with GET',
      anExchange({
        path: '/graphql',
        status: 405,
        headers: { ...failed, allow: 'POST' },
        body: dual('method_not_allowed', 405),
      }),
    ],
    [
      'a delivery that proves nothing',
      anExchange({
        method: 'POST',
        path: '/webhooks',
        status: 401,
        headers: failed,
        body: { error: 'Webhook signature verification failed' },
      }),
    ],
  ])('%s', (_, exchange) => {
    expect(contractViolations(exchange)).toEqual([]);
  });
});

describe('a response is wrong', () => {
  test.each<[string, Exchange, string]>([
    [
      'with a field that the document does not know',
      anExchange({ body: { ...list, cursor: 'x' } }),
      'additional properties',
    ],
    [
      'with a field too few, deep inside',
      anExchange({ body: { ...list, products: [{ ...listItem, images: [{ url: image.url }] }] } }),
      "required property 'alt'",
    ],
    ['with another type', anExchange({ body: { ...list, total: '1' } }), '/total must be integer'],
    [
      'with an address that is none',
      anExchange({ body: { ...list, products: [{ ...listItem, permalink: 'mug' }] } }),
      'must match format "uri"',
    ],
    ['without a tag', anExchange({ headers: without(read, 'etag') }), 'no ETag'],
    ['without a request id', anExchange({ headers: without(read, 'x-request-id') }), 'no X-Request-Id'],
    [
      'with another content type',
      anExchange({ headers: { ...read, 'content-type': 'text/html' } }),
      'the content type is "text/html"',
    ],
    ['with its own status', anExchange({ status: 206 }), 'no response 206'],
    ['with a body in a 304', anExchange({ status: 304 }), 'a body where none belongs'],
    [
      'with a redirect where there are none',
      anExchange({ status: 301, headers: { ...read, location: '/' }, body: '' }),
      'no response 301',
    ],
    [
      'with a code of another endpoint',
      anExchange({ path: '/brands/1', status: 404, headers: failed, body: failure('product_not_found', 404) }),
      '/code must be equal',
    ],
    [
      'with a status that is not its own',
      anExchange({ path: '/brands/1', status: 404, headers: failed, body: failure('brand_not_found', 400) }),
      '/data/status must be equal',
    ],
    [
      'that is a failure to be cached',
      anExchange({
        status: 500,
        headers: { ...failed, 'cache-control': 'public' },
        body: failure('internal_error', 500),
      }),
      'Cache-Control is "public"',
    ],
    [
      'that is 405 without the methods',
      anExchange({ method: 'PUT', status: 405, headers: failed, body: failure('method_not_allowed', 405) }),
      'no Allow',
    ],
    [
      'that GraphQL clients cannot read',
      anExchange({
        method: 'POST',
        path: '/graphql',
        status: 502,
        headers: failed,
        body: failure('upstream_unavailable', 502),
      }),
      "required property 'errors'",
    ],
    [
      'that is busy without saying how long',
      anExchange({ method: 'POST', path: '/graphql', status: 429, headers: failed, body: dual('rate_limited', 429) }),
      'no Retry-After',
    ],
    ['that is found where there is nothing', anExchange({ path: '/carts' }), 'no response 200'],
  ])('%s', (_, exchange, violation) => {
    expect(contractViolations(exchange)).toEqual([expect.stringContaining(violation)]);
  });
});
