import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { restEndpoints } from '../../contracts/rest/endpoints';
import { errorBody } from '../../contracts/rest/errors';
import { containerOf } from '../../server/src/container';
import { type MarketShop, openMarketShop } from '../support/shops/market-shop';

const group = 1;
const all = 'plugin::commerce-bridge.market.read';
const named = (key: string) => `plugin::commerce-bridge.market.${key}-read`;
let shop: MarketShop;
let slug: string;

beforeAll(async () => {
  shop = await openMarketShop([
    { key: 'abroad', name: 'Abroad', channelId: 3, currency: 'EUR', locale: 'en' },
    // The store does not have its currency.
    { key: 'soon', name: 'Soon', channelId: 1, currency: 'JPY', locale: 'en' },
    { key: 'find', name: 'Wholesale', channelId: 1, currency: 'USD', locale: 'en', customerGroupId: group },
    { key: 'staff', name: 'Staff', channelId: 1, currency: 'USD', locale: 'en', isPublic: false },
  ]);
  const { store } = shop.simulator;
  store.markets.channels.create({ id: 3, name: 'Abroad' });
  store.markets.currencies.create({
    ...{ currency_code: 'EUR', rate: 2 },
    ...{ token: '€', token_location: 'right' },
  });
  for (const id of store.products.ids().slice(0, 8)) store.products.assign(id, 3);
  expect(store.markets.groups.create({ name: 'Wholesale', discount_rules: [] }).id).toBe(group);
  await shop.synchronize();
  await shop.passMarkets('abroad', 'find', 'staff');
  const [first] =
    (await containerOf(shop.site.strapi).catalog.products.findByIds(store.products.ids(), 'summary')) ?? [];
  slug = first?.slug ?? '';
});
afterAll(() => shop.close());

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const addresses = () =>
  Object.values(restEndpoints).map(({ path }) => path.replace(':slug', slug).replace(':id', slug));
const failureOf = async (response: Response) => errorBody.parse(await response.json());

describe('every address', () => {
  test('takes the default market by its name, and responds the same', async () => {
    for (const path of addresses()) {
      const [plain, asked] = [await shop.site.rest(path), await shop.site.rest(`${path}?market=default`)];
      expect([path, asked.status, await asked.text()]).toEqual([path, plain.status, await plain.text()]);
      expect(asked.headers.get('etag')).toBe(plain.headers.get('etag'));
    }
  });

  test('refuses a market that does not exist, and names those that everybody can read', async () => {
    for (const path of addresses()) {
      const response = await shop.site.rest(`${path}?market=nowhere`);
      expect([path, response.status]).toEqual([path, 400]);
      expect((await failureOf(response)).data.params).toEqual({ market: 'must be one of: default, abroad, soon' });
    }
  });

  test.each(['market=', 'market=abroad&market=abroad', 'market[]=abroad', 'market=ABROAD'])(
    'refuses %s',
    async (query) => {
      for (const path of addresses())
        expect([path, (await shop.site.rest(`${path}?${query}`)).status]).toEqual([path, 400]);
    },
  );

  test('refuses a market that is not public without a token, and lets no cache keep that', async () => {
    for (const path of addresses())
      for (const headers of [{}, { authorization: 'Bearer nothing' }, { authorization: 'Basic bWU6bWU=' }]) {
        const response = await shop.site.rest(`${path}?market=find&page=none`, { headers });
        expect([path, response.status]).toEqual([path, 401]);
        expect(response.headers.get('cache-control')).toBe('private, no-store');
        expect(response.headers.get('www-authenticate')).toBe('Bearer');
      }
  });
});

describe('the token', () => {
  const statusOf = async (token: string, market = 'find') =>
    (await shop.site.rest(`/store?market=${market}`, bearer(token))).status;

  test('with the permission for all markets opens each', async () => {
    const token = await shop.token('custom', [all]);
    expect([await statusOf(token), await statusOf(token, 'staff')]).toEqual([200, 200]);
  });

  test('with the permission for one market opens no other', async () => {
    const token = await shop.token('custom', [named('staff')]);
    expect([await statusOf(token), await statusOf(token, 'staff')]).toEqual([403, 200]);
  });

  test('with full access opens each; one that only reads opens none, regardless of its key', async () => {
    expect(await statusOf(await shop.token('full-access'))).toBe(200);
    expect(await statusOf(await shop.token('read-only'))).toBe(403);
  });

  test('is none that an administrator has', async () => {
    const login = { email: 'admin@example.com', password: 'Correct-horse-1' };
    const { body } = await shop.site.admin('POST', '/admin/login', login);
    expect(await statusOf(String(Object(Object(body).data).token))).toBe(401);
  });

  test('is offered permissions by Strapi’s page: one for all, and one for each market that is not public', async () => {
    const { body } = await shop.site.admin('GET', '/admin/content-api/permissions');
    expect(Object(body).data['plugin::commerce-bridge'].controllers.market).toEqual([
      'read',
      'find-read',
      'staff-read',
    ]);
  });
});

describe('a market that is not public', () => {
  test('has responses that no cache can keep, find again, or drop', async () => {
    const token = await shop.token('custom', [all]);
    for (const path of ['/store', '/markets', '/', '/openapi.json'])
      // Twice: a second request could find what the first one cached.
      for (const caller of [token, token]) {
        const response = await shop.site.rest(`${path}?market=find`, bearer(caller));
        expect([path, response.status, response.headers.get('cache-control')]).toEqual([
          path,
          200,
          'private, no-store',
        ]);
        for (const name of ['etag', 'surrogate-key', 'x-cache']) expect(response.headers.get(name)).toBeNull();
      }
    // Nor is it served to the next caller.
    expect((await shop.site.rest('/store?market=find')).status).toBe(401);
  });

  test('has errors like that, too', async () => {
    const token = await shop.token('custom', [all]);
    const response = await shop.site.rest('/products?market=find&per_page=none', bearer(token));
    expect([response.status, response.headers.get('cache-control')]).toEqual([400, 'private, no-store']);
  });

  test('is not listed, even to callers who may read it', async () => {
    const token = await shop.token('full-access');
    const { markets } = Object(await (await shop.site.rest('/markets?market=find', bearer(token))).json());
    expect(markets.map(({ key }: { key: string }) => key)).toEqual(['default', 'abroad', 'soon']);
  });
});

test('a market that was never read completely is a 503 that says when to try again', async () => {
  const response = await shop.site.rest('/store?market=soon');
  expect([response.status, (await failureOf(response)).code]).toEqual([503, 'market_not_ready']);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('the store of a public market has its currency and locale, and caches keep it as they do the default one', async () => {
  const response = await shop.site.rest('/store?market=abroad');
  expect(await response.json()).toMatchObject({
    currency: { code: 'EUR', symbol: '€', decimals: 2, placement: 'right' },
    locale: 'en',
  });
  expect(response.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300');
});

describe('the GraphQL proxy', () => {
  const ask = (query: string, headers: Record<string, string>) =>
    shop.site.rest(`/graphql${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ site { products { edges { node { entityId } } } } }' }),
    });
  const listing = z.object({
    data: z.object({
      site: z.object({
        products: z.object({ edges: z.array(z.object({ node: z.object({ entityId: z.int() }) })) }),
      }),
    }),
  });
  const idsIn = async (response: Response) =>
    listing.parse(await response.json()).data.site.products.edges.map(({ node }) => node.entityId);

  test.each([
    ['?market=abroad', {}],
    ['', { 'X-Commerce-Market': 'abroad' }],
    ['?market=abroad', { 'X-Commerce-Market': 'abroad' }],
  ])('asks the storefront of the market %s %o', async (query, headers) => {
    const response = await ask(query, headers);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const ids = await idsIn(response);
    const { products } = shop.simulator.store;
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !products.get(id)?.channels.includes(3))).toEqual([]);
    expect((await idsIn(await ask('', {}))).length).toBeGreaterThan(ids.length);
  });

  test('refuses a market that does not exist, and two different ones, and names the public ones', async () => {
    for (const response of [
      await ask('?market=nowhere', {}),
      await ask('', { 'X-Commerce-Market': 'nowhere' }),
      await ask('?market=abroad', { 'X-Commerce-Market': 'default' }),
    ]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid_parameter', errors: [{}] });
    }
    expect(await (await ask('', { 'X-Commerce-Market': 'nowhere' })).json()).toMatchObject({
      data: { params: { market: 'must be one of: default, abroad, soon' } },
    });
  });

  test('takes a token for a market that is not public, and lets no cache keep anything of it', async () => {
    const responses = [
      await ask('', { 'X-Commerce-Market': 'find' }),
      await ask('', { 'X-Commerce-Market': 'find', ...bearer(await shop.token('read-only')).headers }),
      await ask('', { 'X-Commerce-Market': 'find', ...bearer(await shop.token('custom', [named('find')])).headers }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 403, 200]);
    for (const { headers } of responses) expect(headers.get('cache-control')).toBe('private, no-store');
  });
});
