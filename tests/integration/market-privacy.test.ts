import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restEndpoints } from '../../contracts/rest/endpoints';
import { minutes } from '../../server/src/lib/durations';
import { type OwnRedis, redisProgram, startOwnRedis } from '../support/instances/own-redis';
import { openPrivateShop, type PrivateShop } from '../support/market-responses/private-shop';
import { responseStatements } from '../support/databases/response-statements';
import { postgres, whenAvailable } from '../support/requirements';
import { databaseKinds } from '../support/databases/test-databases';

/** Headers that could reveal anything to a caller or to a cache in between. */
const revealing = ['cache-control', 'etag', 'surrogate-key', 'cache-tag', 'location', 'content-length', 'vary'];

let shop: PrivateShop;
let allowed: string;
/** Tokens that may not read the market: an invalid one, and some with other permissions. */
let others: string[];

async function open(options: Parameters<typeof openPrivateShop>[0]): Promise<void> {
  shop = await openPrivateShop(options);
  const pages = 'api::page.page.find';
  allowed = await shop.token('custom', [pages, 'plugin::commerce-bridge.market.wholesale-read']);
  others = [
    'nonsense',
    await shop.token('read-only'),
    await shop.token('custom', [pages, 'plugin::commerce-bridge.market.staff-read']),
  ];
}

function addresses(): string[] {
  const [slug = ''] = shop.slugs;
  const below = Object.values(restEndpoints).flatMap(({ path }) => {
    const address = path.replace(':slug', path.startsWith('/collections') ? 'x' : slug).replace(':id', '1');
    return [
      `${address}?`,
      `${address}?market=wholesale`,
      `${address}?market=abroad`,
      `${address}?market=wholesale&market=default`,
    ];
  });
  const queries = ['search=a', 'min_price=70000', 'orderby=price&order=desc', 'on_sale=true', 'per_page=none'];
  // Spellings that one part of the server might accept for the market, and another one not.
  const spellings = [
    'market[]=wholesale',
    'market[key]=wholesale',
    'market=WHOLESALE',
    'market=wholesale%20',
    'market=wholesale%00',
    'Market=wholesale',
    'market=default&market=wholesale&orderby=price',
    'market=%77holesale&per_page=100',
  ];
  return [
    ...below,
    ...spellings.flatMap((spelling) => [`/products?${spelling}`, `/facets?${spelling}`]),
    '/products/nothing?market=wholesale',
    ...queries.flatMap((query) => [`/products?${query}`, `/products?${query}&market=wholesale`]),
    ...shop.slugs.map((one) => `/products/${one}?market=wholesale&include=calculated_price,currency`),
  ].map((path) => `/api/commerce-bridge/v1${path}`);
}

const contentApi = ['single', 'list'].flatMap((form) =>
  ['', '&commerceMarket=wholesale', '&market=wholesale'].map((query) => `/api/pages?commerceProducts=${form}${query}`),
);
const documents = [
  '{ commerceProducts { products { id price sale_price } total } }',
  '{ commerceProducts(market: "wholesale") { products { id price sale_price } total } }',
  '{ commerceBrand(id: 1) { product_count products { id price } } }',
];

interface Seen {
  request: string;
  status: number;
  headers: Record<string, string | null>;
  body: string;
}

async function ask(path: string, token: string | null, init: RequestInit = {}): Promise<Seen> {
  const headers = { ...init.headers, ...(token !== null && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`${shop.site.url}${path}`, { redirect: 'manual', ...init, headers });
  const body = await response.text();
  const shown = revealing.map((name) => [name, response.headers.get(name)] as const);
  return {
    request: `${init.method ?? 'GET'} ${path}`,
    status: response.status,
    headers: Object.fromEntries(shown),
    body,
  };
}

/** Everything that a caller receives, for each kind of request. */
async function everything(token: string | null): Promise<Seen[]> {
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const proxy = '/api/commerce-bridge/v1/graphql';
  const prices = JSON.stringify({
    query: '{ site { products { edges { node { name prices { price { value } } } } } } }',
  });
  return Promise.all([
    ...[...addresses(), ...contentApi].map((path) => ask(path, token)),
    ...inWholesale().map((path) => ask(path, token, { method: 'HEAD' })),
    ...inWholesale().map((path) => ask(path, token, { headers: { 'if-none-match': '*' } })),
    ...documents.map((query) => ask('/graphql?market=wholesale', token, { ...json, body: JSON.stringify({ query }) })),
    ask(`${proxy}?market=wholesale`, token, { ...json, body: prices }),
    ask(proxy, token, { ...json, headers: { ...json.headers, 'x-commerce-market': 'wholesale' }, body: prices }),
  ]);
}

/**
 * Everything that unauthorized callers receive: all responses without a token, and those of the market with other
 * tokens.
 */
async function seenByOthers(): Promise<Seen[]> {
  const responses = await everything(null);
  const closed = [...inWholesale(), ...contentApi.filter((path) => path.endsWith('commerceMarket=wholesale'))];
  for (const token of others) responses.push(...(await Promise.all(closed.map((path) => ask(path, token)))));
  return responses;
}

const secretsIn = (responses: readonly Seen[]) =>
  // A hash may contain any digits.
  responses.filter(({ body, headers }) => shop.hasSecret(body + JSON.stringify({ ...headers, etag: null })));
const inWholesale = () => addresses().filter((path) => path.endsWith('market=wholesale'));

function tests(): void {
  test('reaches the caller with the token, and nobody else in any way, not even through what changes with it', async () => {
    const before = await seenByOthers();
    await shop.passMarkets('wholesale');
    expect(secretsIn(await everything(allowed)).length).toBeGreaterThan(shop.slugs.length);
    const second = await seenByOthers();
    await shop.reprice();
    await everything(allowed);
    const third = await seenByOthers();

    for (const response of [before, second, third]) expect(secretsIn(response)).toEqual([]);
    expect(second).toEqual(before);
    expect(third).toEqual(before);
  });

  test('is not shared by requests that are served at the same time', async () => {
    for (const path of inWholesale().slice(0, 12)) {
      const callers = Array.from({ length: 24 }, (_, place) =>
        place % 2 === 0 ? allowed : (others[place % 4] ?? null),
      );
      const responses = await Promise.all(callers.map(async (token) => ({ token, response: await ask(path, token) })));
      for (const { token, response: one } of responses)
        if (token !== allowed) {
          expect([path, [401, 403].includes(one.status)]).toEqual([path, true]);
          expect(secretsIn([one])).toEqual([]);
        }
    }
  });

  test('is in products of entries for the caller with the token alone', async () => {
    await shop.passMarkets('wholesale');
    for (const path of contentApi) {
      const isInMarket = path.endsWith('commerceMarket=wholesale');
      const response = await ask(path, allowed);
      expect([path, secretsIn([response]).length]).toEqual([path, isInMarket ? 1 : 0]);
      if (!isInMarket) continue;
      expect([response.status, response.headers['cache-control']]).toEqual([200, 'private, no-store']);
      const refused = await ask(path, null);
      expect([refused.status, refused.headers['cache-control']]).toEqual([401, 'private, no-store']);
      for (const token of others) expect([401, 403]).toContain((await ask(path, token)).status);
    }
  });

  test('has no validator: a caller with the token gets it again, and nobody a 304', async () => {
    for (const path of inWholesale()) {
      const response = await ask(path, allowed);
      expect([path, response.headers['etag'], response.headers['cache-control']]).toEqual([
        path,
        null,
        'private, no-store',
      ]);
      const plain = await ask(path.replace(/[?&]market=wholesale/, ''), null);
      for (const tag of ['*', plain.headers['etag'] ?? '"none"']) {
        const again = await ask(path, allowed, { headers: { 'if-none-match': tag } });
        expect([path, again.status]).toEqual([path, response.status]);
        expect((await ask(path, null, { headers: { 'if-none-match': tag } })).status).not.toBe(304);
      }
    }
  });

  test('says nothing of what exists: what is refused is refused in the same words', async () => {
    const [slug = ''] = shop.slugs;
    for (const token of [null, ...others]) {
      const [existing, missing] = await Promise.all(
        [slug, 'nothing'].map((name) => ask(`/api/commerce-bridge/v1/products/${name}?market=wholesale`, token)),
      );
      expect([existing?.status, existing?.headers, existing?.body]).toEqual([
        missing?.status,
        missing?.headers,
        missing?.body,
      ]);
    }
  });

  test('cannot be guessed by how long a refusal takes: it asks no table of the catalog or of a market', async () => {
    const statements = await responseStatements(shop.site.strapi, async () => {
      for (const token of [null, ...others])
        for (const path of inWholesale()) expect((await ask(path, token)).status).toBeGreaterThanOrEqual(400);
    });
    // Any request may first check for changes by other instances.
    const asked = statements.filter(
      (sql) => sql.includes('commerce_bridge') && !sql.includes('commerce_bridge_changes'),
    );
    expect(asked).toEqual([]);
    // The lookup of the token's owner.
    expect(statements.length).toBeGreaterThan(0);
  });
}

describe('a price of a customer group, with responses in memory,', () => {
  beforeAll(() => open({}));
  afterAll(() => shop.close());
  tests();
});

whenAvailable(redisProgram()).describe('a price of a customer group, with responses in Redis, too,', () => {
  whenAvailable(postgres()).describe('over PostgreSQL', (at) => {
    let redis: OwnRedis;
    beforeAll(async () => {
      redis = await startOwnRedis();
      const connection = (await databaseKinds.find(({ name }) => name === 'PostgreSQL')?.create(at))?.connection;
      await open({
        ...(connection && { database: connection }),
        environment: { COMMERCE_BRIDGE_REDIS_URL: `redis://127.0.0.1:${redis.port}` },
        // Long times, so that responses are kept in Redis, however slow the machine is.
        machine: { sharedTimes: { patience: minutes(1), wait: minutes(1), lease: minutes(1) } },
      });
    });
    afterAll(async () => {
      await shop.close();
      await redis.close();
    });
    tests();

    test('leaves no value there', async () => {
      const values = async () => {
        const keys = [await redis.send('KEYS', '*')].flat().map(String);
        const isHash = await Promise.all(keys.map(async (key) => String(await redis.send('TYPE', key)) === 'hash'));
        return keys.filter((_key, place) => isHash[place]);
      };
      await everything(null);
      const before = await values();
      expect(before.length).toBeGreaterThan(0);
      await Promise.all(inWholesale().map((path) => ask(path, allowed)));
      const after = await values();
      expect(after.filter((key) => !before.includes(key))).toEqual([]);
      const texts = await Promise.all(after.map(async (key) => String(await redis.send('HGETALL', key))));
      expect(texts.filter((text) => shop.hasSecret(text))).toEqual([]);
    });
  });
});
