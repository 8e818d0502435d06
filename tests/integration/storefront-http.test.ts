import { describe, expect, test } from 'vitest';
import { milliseconds } from '../../server/src/lib/durations';
import type { Simulator } from '../../simulator/src/server';
import { errorOf } from '../support/http/client-bench';
import { eventually } from '../support/time/eventually';
import { at, type Json } from '../support/shops/simulator-client';
import { failureOf, nameQuery, storefrontSite } from '../support/sites/storefront-site';

const app = 'https://app.example';
const storefront = storefrontSite(app);
const { clock, post, atStore } = storefront;

async function data(query: string, variables: unknown): Promise<Json> {
  clock.advance(milliseconds(1_300));
  const response = await post({ query, variables });
  const body: Json = JSON.parse(await response.text());
  expect([response.status, Object.keys(Object(body))]).toEqual([200, ['data']]);
  return at(body, 'data');
}

describe('the two documents that every storefront needs', () => {
  const addLines = `mutation AddCartLineItems($input: AddCartLineItemsInput!) {
    cart {
      addCartLineItems(input: $input) {
        cart { entityId lineItems { physicalItems { name quantity } } }
      }
    }
  }`;
  const readCart = `query ReadCart($entityId: String!) {
    site {
      cart(entityId: $entityId) {
        entityId
        lineItems { physicalItems { name quantity productEntityId variantEntityId extendedListPrice { currencyCode value } } }
        amount { currencyCode value }
      }
    }
  }`;

  test('add lines to a cart and read it', async () => {
    const product = storefront.simulator.store.products.create({ name: 'Mug', price: 12.5, channels: [1] });
    const [variant] = product.variants;
    const created = await data(
      'mutation { cart { createCart(input: { lineItems: [{ quantity: 1, productEntityId: ID }] }) { cart { entityId } } } }'.replace(
        'ID',
        String(product.id),
      ),
      {},
    );
    const entityId = at(created, 'cart', 'createCart', 'cart', 'entityId');

    const input = {
      cartEntityId: entityId,
      data: { lineItems: [{ productEntityId: product.id, variantEntityId: variant?.id, quantity: 2 }] },
    };
    expect(await data(addLines, { input })).toEqual({
      cart: { addCartLineItems: { cart: { entityId, lineItems: { physicalItems: [{ name: 'Mug', quantity: 3 }] } } } },
    });
    expect(await data(readCart, { entityId })).toEqual({
      site: {
        cart: {
          entityId,
          lineItems: {
            physicalItems: [
              {
                name: 'Mug',
                quantity: 3,
                productEntityId: product.id,
                variantEntityId: variant?.id,
                extendedListPrice: { currencyCode: 'USD', value: 37.5 },
              },
            ],
          },
          amount: { currencyCode: 'USD', value: 37.5 },
        },
      },
    });
  });
});

describe('a response', () => {
  test('is never cached, sets no cookie, and carries the host’s security headers and a request id', async () => {
    const { headers } = await post(nameQuery);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect([...headers.keys()].filter((name) => name.startsWith('x-bc-'))).toEqual([]);
  });

  test('that rejects the document has the store’s message and status', async () => {
    const response = await post({ query: '{ site { nothing } }' });
    expect([response.status, JSON.parse(await response.text())]).toEqual([
      400,
      { errors: [{ message: "Cannot query field 'nothing' on type 'Site'.", locations: [{ line: 3, column: 1 }] }] },
    ]);
  });

  test("has GraphQL's media type if the client accepts it", async () => {
    const typeFor = async (accept: string, body: unknown) =>
      (await post(body, { headers: { accept } })).headers.get('content-type');
    for (const body of [nameQuery, { query: '{' }]) {
      expect(await typeFor('application/graphql-response+json, application/json;q=0.9', body)).toBe(
        'application/graphql-response+json; charset=utf-8',
      );
      expect(await typeFor('application/json', body)).toBe('application/json; charset=utf-8');
      expect(await typeFor('text/html', body)).toBe('application/json; charset=utf-8');
    }
  });

  test('can be read by pages of a listed origin, and of no other', async () => {
    const asked = async (origin: string, body: unknown) => (await post(body, { headers: { origin } })).headers;
    for (const body of [nameQuery, { query: '{' }]) {
      expect((await asked(app, body)).get('access-control-allow-origin')).toBe(app);
      expect(
        [...(await asked('https://evil.example', body)).keys()].filter((name) => name.startsWith('access-control-')),
      ).toEqual([]);
    }
    const preflight = await storefront.site.rest('/graphql', {
      method: 'OPTIONS',
      headers: { origin: app, 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Content-Type, X-Strapi-Nonce, X-Bc-Customer-Access-Token, X-Commerce-Market, If-None-Match, Cache-Control',
    ]);
  });
});

describe("of a browser's headers", () => {
  test('only the language and the customer’s token reach the store', async () => {
    const headers = {
      cookie: 'session=1',
      origin: app,
      referer: `${app}/cart`,
      authorization: 'Bearer of-the-caller',
      'sec-fetch-site': 'cross-site',
      'user-agent': 'Mozilla/5.0',
      'x-forwarded-for': '192.0.2.1',
      'accept-language': 'fr',
      'x-bc-customer-access-token': 'nobody',
      'x-auth-token': 'mine',
      'true-client-ip': '192.0.2.1',
    };
    const response = await post(nameQuery, { headers });
    expect(response.status).toBe(200);
    const seen = atStore().at(-1)?.headers ?? {};
    expect(Object.keys(seen).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'x-bc-customer-access-token',
    ]);
    expect([seen['accept-language'], seen['user-agent']]).toEqual(['fr', expect.stringContaining('commerce-bridge')]);
  });
});

describe('a store that fails', () => {
  test.each<[string, Parameters<Simulator['faults']['add']>[0]]>([
    ['with 500', { kind: 'status', status: 500, path: '/graphql', body: { secret: 'inside' } }],
    ['with 503 and a web page', { kind: 'status', status: 503, path: '/graphql', body: '<html>inside</html>' }],
    ['over a torn connection', { kind: 'reset', path: '/graphql', times: 2 }],
    ['with half a response', { kind: 'truncate', path: '/graphql' }],
  ])('%s is a 502 without internal details', async (_, fault) => {
    storefront.simulator.faults.add(fault);
    const response = await post(nameQuery);
    const failure = await failureOf(response);
    expect([response.status, failure.code, failure.data.status]).toEqual([502, 'upstream_unavailable', 502]);
    expect(JSON.stringify(failure)).not.toMatch(/inside|127\.0\.0\.1|ECONN|token/i);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('because it is busy is a 429 that says when to retry', async () => {
    storefront.simulator.faults.add({ kind: 'status', status: 429, path: '/graphql', headers: { 'retry-after': '7' } });
    const response = await post(nameQuery);
    expect([response.status, response.headers.get('retry-after'), (await failureOf(response)).code]).toEqual([
      429,
      '7',
      'rate_limited',
    ]);
  });

  test('to recognize its own token gets another, and the caller notices nothing', async () => {
    await post(nameQuery);
    const mints = () => storefront.simulator.requests.all(({ path }) => path.endsWith('/api-token-private')).length;
    const before = mints();
    storefront.simulator.faults.add({
      kind: 'status',
      status: 401,
      path: '/graphql',
      body: { errors: [{ message: 'GraphQL invalid credentials. Unknown JWT token' }] },
    });
    const responses = await Promise.all([post(nameQuery), post(nameQuery)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(mints() - before).toBe(1);
  });
});

describe('a caller', () => {
  test('that disconnects aborts its request to the store', async () => {
    await post(nameQuery);
    storefront.simulator.faults.add({ kind: 'delay', milliseconds: 60_000, path: '/graphql' });
    const before = atStore().length;
    const caller = new AbortController();
    const asking = fetch(`${storefront.site.url}/api/commerce-bridge/v1/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(nameQuery),
      signal: caller.signal,
    });
    const ended = expect(asking).rejects.toThrow();
    await eventually(async () => atStore().length > before && storefront.simulator.requests.inFlight === 1);
    caller.abort();
    await ended;
    await eventually(async () => storefront.simulator.requests.inFlight === 0);
    expect(atStore().at(-1)?.status).toBe(0);
  });

  test('that sends too many requests learns immediately when to retry', async () => {
    const responses = await clock.standStill(() => Promise.all(Array.from({ length: 60 }, () => post(nameQuery))));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const response of refused) expect(response.headers.get('retry-after')).toMatch(/^[12]$/);
    expect(await failureOf(refused[0] ?? Response.error())).toMatchObject({
      code: 'rate_limited',
      data: { status: 429 },
    });
  });
});

describe("the site's code", () => {
  const cart = () => storefront.site.strapi.plugin('commerce-bridge').service('cart');

  test('creates a cart and gets its checkout URL', async () => {
    const product = storefront.simulator.store.products.create({ name: 'Bowl', price: 8, channels: [1] });
    const { cartId, checkoutUrl, ...rest } = await cart().create({
      lineItems: [{ productId: product.id, quantity: 2 }],
    });
    expect(rest).toEqual({});
    expect(
      await data('query Q($id: String!) { site { cart(entityId: $id) { amount { value } } } }', { id: cartId }),
    ).toEqual({ site: { cart: { amount: { value: 16 } } } });
    expect(await (await fetch(checkoutUrl)).text()).toContain('Bowl');
    expect((await fetch(checkoutUrl)).status).toBe(404);
  });

  test('gets an error code if that fails', async () => {
    expect(await errorOf(cart().create({ lineItems: [{ productId: 999_999, quantity: 1 }] }))).toMatchObject({
      code: 'cart_refused',
      message: expect.stringContaining('999999'),
    });
    expect(await errorOf(cart().create({}))).toMatchObject({ code: 'invalid_cart' });
    storefront.simulator.account.scopes.delete('store_cart');
    expect(await errorOf(cart().create({ lineItems: [{ productId: 1, quantity: 1 }] }))).toMatchObject({
      code: 'scope_missing',
    });
    storefront.simulator.account.scopes.add('store_cart');
  });
});
