import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock, startSimulator, type Simulator } from '../../simulator/src/server';
import { mintToken, StorefrontClient } from '../support/http/storefront-client';
import { ask, at, listAt, type Json } from '../support/shops/simulator-client';

const CREATE = 'mutation Create($input: CreateCartInput!) { cart { createCart(input: $input) { cart { entityId } } } }';

let clock: ManualClock;
let simulator: Simulator;
let shopper: StorefrontClient;
let shirt: { id: number };

beforeEach(async () => {
  clock = new ManualClock();
  simulator = await startSimulator({ products: 5, quota: 0, clock });
  shopper = new StorefrontClient(simulator, await mintToken(simulator));
  shirt = simulator.store.products.create({
    name: 'Shirt',
    price: 30,
    channels: [1],
    variants: [{ options: { Size: 'S' } }, { options: { Size: 'M' }, price: 33 }],
  });
});
afterEach(async () => {
  expect(simulator.defects).toEqual([]);
  await simulator.close();
});

describe('tokens', () => {
  test.each([
    ['no token', undefined, 'GraphQL credentials were missing. No token was sent.'],
    ['no JWT', 'Bearer abc', 'GraphQL invalid credentials. String is not a JWT'],
    [
      'a forged one',
      'Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
      'GraphQL invalid credentials. JWT signature is invalid',
    ],
  ])("%s is a 401 with upstream's message", async (_name, authorization, message) => {
    const response = await fetch(`${simulator.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body: '{"query":"{ site { id } }"}',
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ errors: [{ message }] });
  });

  test("an expired, a revoked, and another channel's token get different errors", async () => {
    const token = await mintToken(simulator);
    const client = new StorefrontClient(simulator, token);
    const elsewhere = new StorefrontClient(simulator, token, '/store-demostore1-2/graphql');
    expect(at((await elsewhere.send('{ site { settings { channelId } } }')).body, 'errors', 0, 'message')).toContain(
      "JWT channel id doesn't match",
    );
    const revoked = await ask(simulator, '/v3/storefront/api-token', {
      method: 'DELETE',
      headers: { 'sf-api-token': token },
    });
    expect(revoked.status).toBe(200);
    expect(at((await client.send('{ site { settings { channelId } } }')).body, 'errors', 0, 'message')).toContain(
      'Unknown JWT token',
    );
    clock.advance(3_601_000);
    expect(at((await shopper.send('{ site { settings { channelId } } }')).body, 'errors', 0, 'message')).toContain(
      'JWT is expired',
    );
  });

  test.each([
    [{ scopes: [] }, 'scopes'],
    [{ channel_id: 77 }, 'channel_ids'],
    [{ channel_ids: [1] }, 'channel_ids'],
    [{ expires_at: 5 }, 'expires_at'],
    [{ expires_at: 1_885_635_176_000 }, 'expires_at'],
  ])('minting with %j is rejected for its %s', async (change, field) => {
    const body = { channel_id: 1, expires_at: clock.now() / 1000 + 60, scopes: ['Unauthenticated'], ...change };
    const response = await ask(simulator, '/v3/storefront/api-token-private', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(422);
    expect(Object.keys(Object(at(response.body, 'errors')))).toEqual([field]);
  });

  test('minting requires its OAuth scope', async () => {
    simulator.account.scopes.delete('store_storefront_api');
    await expect(mintToken(simulator)).rejects.toThrow('403');
  });

  test('a missing scope of the token is named', async () => {
    const guest = new StorefrontClient(simulator, await mintToken(simulator, { scopes: ['Unauthenticated'] }));
    const { body, status } = await guest.send('{ customer { entityId } }');
    expect(status).toBe(200);
    expect(at(body, 'errors', 0, 'extensions')).toEqual({
      code: 'INSUFFICIENT_ACCESS_SCOPE',
      requiredScopes: ['Customer'],
    });
  });

  test("a private token is rejected if the request looks like a browser's", async () => {
    const { status } = await shopper.send(
      '{ site { settings { storeName } } }',
      {},
      { origin: 'https://shop.example' },
    );
    expect(status).toBe(401);
  });

  test('a storefront token made after June 2026 works from its origin only', async () => {
    clock.advance(365 * 24 * 3600 * 1000);
    const response = await ask(simulator, '/v3/storefront/api-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        channel_id: 1,
        expires_at: clock.now() / 1000 + 60,
        allowed_cors_origins: ['https://shop.example'],
      }),
    });
    const client = new StorefrontClient(simulator, String(at(response.body, 'data', 'token')));
    expect((await client.send('{ site { settings { storeName } } }')).status).toBe(401);
    expect(
      (await client.send('{ site { settings { storeName } } }', {}, { origin: 'https://shop.example' })).status,
    ).toBe(200);
    const foreign = await client.send('{ site { settings { storeName } } }', {}, { origin: 'https://other.example' });
    expect(at(foreign.body, 'errors', 0, 'message')).toContain(
      'did not match the allowed origin set in the JWT auth token',
    );
  });
});

describe('documents', () => {
  test('an unknown field is a 400 without data and path', async () => {
    const { body, status } = await shopper.send('query Invalid { site { noSuchField } }');
    expect(status).toBe(400);
    expect(body).toEqual({
      errors: [{ message: "Cannot query field 'noSuchField' on type 'Site'.", locations: [{ line: 1, column: 24 }] }],
    });
  });

  test('a syntax error and a variable of the wrong kind are a 400 too', async () => {
    expect((await shopper.send('query { site {')).status).toBe(400);
    expect((await shopper.send(CREATE, { input: { lineItems: [{ quantity: 'two' }] } })).status).toBe(400);
  });

  test('a too complex document is a 400 with the score, a too deep one with the depth', async () => {
    const complex =
      '{ site { products(first: 50) { edges { node { variants(first: 250) { edges { node { sku } } } } } } } }';
    const { body, status } = await shopper.send(complex);
    expect(status).toBe(400);
    expect(at(body, 'errors', 0, 'message')).toMatch(
      /^The query is too complex as it has a complexity score of \d+ out of 10000\. Please remove some elements and try again$/,
    );
    const deep = `{ site { categoryTree ${'{ children '.repeat(16)}{ name }${' }'.repeat(16)} } }`;
    expect(at((await shopper.send(deep)).body, 'errors', 0, 'message')).toContain('out of 16');
  });

  test('one mutation per request is allowed', async () => {
    const { status } = await shopper.send(
      'mutation { cart { a: deleteCart(input: {cartEntityId: "x"}) { deletedCartEntityId } b: deleteCart(input: {cartEntityId: "y"}) { deletedCartEntityId } } }',
    );
    expect(status).toBe(400);
  });

  test('more than 50 products per page are rejected', async () => {
    const { body } = await shopper.send('{ site { products(first: 51) { edges { node { name } } } } }');
    expect(at(body, 'errors', 0, 'path')).toEqual(['site', 'products']);
  });

  test('responses carry the complexity of the document', async () => {
    const { headers } = await shopper.send('query Name { site { settings { storeName } } }');
    expect(headers.get('x-bc-graphql-complexity')).toBe('2');
    expect(headers.get('x-bc-graphql-operation-name')).toBe('Name');
    expect(headers.get('x-bc-graphql-operation-type')).toBe('query');
  });
});

describe('the catalog in GraphQL', () => {
  test('a product by id, by sku and by path is the same', async () => {
    const path = simulator.store.products.get(shirt.id)?.fields.custom_url.url;
    const fields =
      'entityId name path prices { price { value } basePrice { value } priceRange { min { value } max { value } } } variants(first: 5) { edges { node { entityId prices { price { value } } } } }';
    const byId = await shopper.data(
      `query P($id: Int!) { site { product(entityId: $id) { ${fields} } } }`,
      { id: shirt.id },
      'site',
      'product',
    );
    const byPath = await shopper.data(
      `query P($path: String!) { site { route(path: $path) { node { ... on Product { ${fields} } } } } }`,
      { path },
      'site',
      'route',
      'node',
    );
    expect(byId).toEqual(byPath);
    expect(byId).toMatchObject({
      prices: { price: { value: 30 }, priceRange: { min: { value: 30 }, max: { value: 33 } } },
    });
  });

  test('hidden and unassigned products are missing', async () => {
    simulator.store.products.unassign(shirt.id, 1);
    expect(
      await shopper.data(
        'query P($id: Int!) { site { product(entityId: $id) { name } } }',
        { id: shirt.id },
        'site',
        'product',
      ),
    ).toBeNull();
  });

  test('connections are paged by cursor', async () => {
    const names: Json[] = [];
    let after: Json = null;
    for (let more = true; more; ) {
      const page: Json = await shopper.data(
        'query P($after: String) { site { products(first: 2, after: $after) { edges { node { entityId } } pageInfo { hasNextPage endCursor } } } }',
        { after },
        'site',
        'products',
      );
      names.push(...listAt(page, 'edges').map((edge) => at(edge, 'node', 'entityId')));
      more = at(page, 'pageInfo', 'hasNextPage') === true;
      after = at(page, 'pageInfo', 'endCursor');
    }
    const listed = simulator.store.products.ids().filter((id) => {
      const product = simulator.store.products.get(id);
      return product?.fields.is_visible === true && product.channels.includes(1);
    });
    expect(names).toEqual(listed);
  });

  test('a search finds products by text', async () => {
    const found = await shopper.data(
      'query S($filters: SearchProductsFiltersInput!) { site { search { searchProducts(filters: $filters) { products { edges { node { name } } } filters { edges { cursor } } } } } }',
      { filters: { searchTerm: 'shirt' } },
      'site',
      'search',
      'searchProducts',
    );
    expect(found).toEqual({ products: { edges: [{ node: { name: 'Shirt' } }] }, filters: { edges: [] } });
  });
});
