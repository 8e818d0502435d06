import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { articleSite } from '../support/sites/article-site';
import { type BootedSite, removeSite } from '../support/sites/boot-site';

let site: BootedSite;

beforeAll(async () => {
  const apolloServer = { allowBatchedHttpRequests: true };
  site = await articleSite({ plugins: { '@strapi/plugin-graphql': { landingPage: false, apolloServer } } });
  Object.assign(site.strapi.server.app, { proxy: true });
  await clientPercent(1);
});
afterAll(async () => {
  await site.stop();
  removeSite(site);
});

const clientPercent = async (readClientPercent: number) =>
  site.admin('PUT', '/commerce-bridge/settings', { readClientPercent });

let clients = 0;
/** An address in a separate network that has read nothing yet. */
const newClient = (): string => `203.0.113.${(clients += 1)}`;

const ask = async (body: unknown, address: string): Promise<Response> =>
  fetch(`${site.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
const rest = async (path: string, address: string): Promise<Response> =>
  site.rest(path, { headers: { 'x-forwarded-for': address } });

/** The first response that is not 200, while another client reads cached responses. */
async function untilRefused(body: (at: number) => unknown, address: string): Promise<Response> {
  for (let at = 0; ; at += 1) {
    expect((await rest('/products', '198.51.100.7')).status).toBe(200);
    const response = await ask(body(at), address);
    if (response.status !== 200) return response;
  }
}

const products = (at: number) => ({ query: `{ commerceProducts(maxPrice: ${at}.5, perPage: 100) { total } }` });
const refused = {
  message: expect.stringContaining('used up its share'),
  extensions: {
    code: 'STRAPI_RATE_LIMIT_ERROR',
    error: { name: 'RateLimitError', details: { code: 'read_rate_limited', retryAfter: 1 } },
  },
};

describe('while others read, a client that sends one GraphQL query after another', () => {
  test('is asked to wait a second, and others get responses', async () => {
    const hostile = newClient();
    const response = await untilRefused(products, hostile);

    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await response.json()).toMatchObject({ errors: [refused] });
    expect((await ask(products(0), newClient())).status).toBe(200);
  });

  test('is refused for what is kept, too, since writing it out takes time', async () => {
    const response = await untilRefused(
      () => ({ query: '{ commerceCollections { collections { id name } } }' }),
      newClient(),
    );
    expect(response.status).toBe(429);
  });

  test('has one share of both APIs', async () => {
    const hostile = newClient();
    await untilRefused(products, hostile);

    expect((await rest('/products?max_price=99.75', hostile)).status).toBe(429);
  });

  test("is refused for cached records in the form of Strapi's own API, too", async () => {
    const hostile = newClient();
    for (let at = 0; ; at += 1) {
      expect((await rest('/products', '198.51.100.7')).status).toBe(200);
      const response = await fetch(`${site.url}/api/commerce-bridge/products?populate=*&filters[price][$lt]=${at}`, {
        headers: { 'x-forwarded-for': hostile },
      });
      if (response.status === 200) continue;
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
      expect(await response.json()).toMatchObject({ error: { details: { code: 'read_rate_limited' } } });
      return;
    }
  });

  test('is refused for products of entries, too', async () => {
    const response = await untilRefused(
      () => ({ query: '{ articles(sort: "title") { title choices { id } } }' }),
      newClient(),
    );
    expect(await response.json()).toMatchObject({ errors: Array(6).fill(refused) });
  });

  test('is refused for a batch as a whole', async () => {
    const response = await untilRefused((at) => [products(at), products(at + 100_000)], newClient());
    expect(await response.json()).toMatchObject([{ errors: [refused] }, { errors: [refused] }]);
  });
});

test("a client that has products put into the site's own entries has the same share", async () => {
  const hostile = newClient();
  await untilRefused(products, hostile);
  const articles = async (query: string) =>
    fetch(`${site.url}/api/articles${query}`, { headers: { 'x-forwarded-for': hostile } });

  const response = await articles('?commerceProducts=single');

  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
  const error = { name: 'RateLimitError', details: { code: 'read_rate_limited' } };
  expect(await response.json()).toMatchObject({ error });
  expect((await articles('')).status).toBe(200);
});

describe('no limit', () => {
  afterEach(async () => clientPercent(1));

  test('has a client where the site has switched it off', async () => {
    await clientPercent(100);
    const client = newClient();
    await rest('/products', newClient());
    for (let at = 0; at < 20; at += 1) expect((await ask(products(at), client)).status).toBe(200);
  });
});
