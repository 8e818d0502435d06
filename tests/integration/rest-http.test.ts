import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restEndpoints } from '../../contracts/rest/endpoints';
import { errorBody } from '../../contracts/rest/errors';
import { graphqlEndpoint } from '../../contracts/rest/graphql';
import { productList } from '../../contracts/rest/products';
import { bootSite, type BootedSite, type BootOptions, removeSite } from '../support/sites/boot-site';
import { catalogWriter } from '../support/shops/catalog-items';
import { fetchByContract } from '../support/http/rest-contract';
import { fillShop, products } from '../support/shops/rest-shop';

const app = 'https://app.example';
const bodyOf = async (response: Response) => errorBody.parse(await response.json());
const corsHeaders = (response: Response) =>
  [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));

async function openSite(options: BootOptions): Promise<BootedSite> {
  const site = await bootSite(options);
  await fillShop(catalogWriter(site.strapi));
  return site;
}

async function closeSite(site: BootedSite): Promise<void> {
  await site.stop();
  removeSite(site);
}

describe('a site as Strapi sets it up', () => {
  let site: BootedSite;
  beforeAll(async () => {
    site = await openSite({
      environment: { COMMERCE_BRIDGE_CORS_ORIGINS: app, COMMERCE_BRIDGE_CACHE_CONTROL: 'public, max-age=7' },
    });
  });
  afterAll(() => closeSite(site));

  describe('a response', () => {
    test('carries a strong tag, the caching setting, what it contains, and a request id', async () => {
      const { headers } = await site.rest('/products?ids=10,11');
      expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
      expect(headers.get('cache-control')).toBe('public, max-age=7');
      expect(headers.get('surrogate-key')?.split(' ')).toEqual([
        'products',
        'product-11',
        'product-10',
        'collections',
        'brands',
      ]);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    });

    test('passes through the host’s stack, so its security headers are there', async () => {
      expect((await site.rest('/products')).headers.get('x-content-type-options')).toBe('nosniff');
    });

    test('that the caller already has is a 304 without a body', async () => {
      const tag = (await site.rest('/products')).headers.get('etag') ?? '';
      for (const given of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await site.rest('/products', { headers: { 'if-none-match': given } });
        expect([again.status, await again.text()]).toEqual([304, '']);
        expect([again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([tag, 'public, max-age=7']);
      }
      expect((await site.rest('/products', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    });

    test('has another tag after the catalog changed', async () => {
      const before = (await site.rest('/brands')).headers.get('etag');
      await catalogWriter(site.strapi).write('brand', [
        { id: 900, title: 'New', slugClaim: 'new', content: '', imageUrl: '' },
      ]);
      expect((await site.rest('/brands')).headers.get('etag')).not.toBe(before);
      await catalogWriter(site.strapi).remove('brand', [900]);
    });

    test('to HEAD has the headers of GET and no body', async () => {
      const get = await site.rest('/products');
      const head = await site.rest('/products', { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    });
  });

  describe('a failure', () => {
    test.each([
      ['GET', '/nowhere', { status: 404, code: 'route_not_found' }],
      ['POST', '', { status: 405, code: 'method_not_allowed' }],
      ['POST', '/nowhere', { status: 404, code: 'route_not_found' }],
      ['GET', '/products/nowhere', { status: 404, code: 'product_not_found' }],
      ['GET', '/brands/4711', { status: 404, code: 'brand_not_found' }],
      ['GET', '/collections/nowhere', { status: 404, code: 'collection_not_found' }],
      ['POST', '/products', { status: 405, code: 'method_not_allowed' }],
      ['PATCH', '/brands', { status: 405, code: 'method_not_allowed' }],
      ['DELETE', '/products/full/related', { status: 405, code: 'method_not_allowed' }],
      ['GET', '/products?per_page=0', { status: 400, code: 'invalid_parameter' }],
      ['GET', '/products/nowhere?include=x', { status: 400, code: 'invalid_parameter' }],
      ['GET', '/brands/nowhere', { status: 404, code: 'brand_not_found' }],
    ])('%s %s fails in our form, and is never cached: %j', async (method, path, { status, code }) => {
      const response = await site.rest(path, { method });
      expect(await bodyOf(response)).toMatchObject({ code, data: { status } });
      expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
      expect([response.headers.get('etag'), response.headers.get('surrogate-key')]).toEqual([null, null]);
    });

    test('names each bad parameter and what is allowed', async () => {
      const { data } = await bodyOf(await site.rest('/products?per_page=101&orderby=colour'));
      expect(data.params).toEqual({
        per_page: 'must be an integer from 1 to 100',
        orderby: 'must be one of: title, date, price',
      });
    });

    test.each([
      ['market=zz', 'must be one of: default'],
      ['market=eu&market=fr', 'must be given once and without brackets, as text'],
    ])('because of %s names the other bad parameters, too', async (query, rule) => {
      const { data, message } = await bodyOf(await site.rest(`/products?per_page=0&${query}&orderby=title`));
      const allowed = 'must be an integer from 1 to 100';
      expect(data.params).toEqual({ market: rule, per_page: allowed });
      expect(message).toBe(`Invalid parameters: market ${rule}; per_page ${allowed}.`);
    });

    test('of the method names the allowed methods', async () => {
      expect((await site.rest('/products', { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    });

    test('of an unreadable body at a wrong path is about the path', async () => {
      const response = await site.rest('/products', {
        method: 'POST',
        body: '{',
        headers: { 'content-type': 'application/json' },
      });
      expect((await bodyOf(response)).code).toBe('method_not_allowed');
    });

    test('on HEAD has its status and no body', async () => {
      const response = await site.rest('/products/nowhere', { method: 'HEAD' });
      expect([response.status, await response.text()]).toEqual([404, '']);
    });

    test('of an internal error reveals no details, and its log line has the request id of the response', async () => {
      const lines: string[] = [];
      const listen = (entry: { message?: unknown }) => lines.push(String(entry.message));
      site.strapi.log.on('data', listen);
      const rename = (from: string, to: string) => site.strapi.db.connection.schema.renameTable(from, to);
      await rename('commerce_bridge_products', 'mislaid');
      // Not requested before, so that no cached response hides it.
      let response: Response;
      try {
        response = await site.rest('/products?per_page=9');
      } finally {
        await rename('mislaid', 'commerce_bridge_products');
        site.strapi.log.off('data', listen);
      }

      const body = await bodyOf(response);
      expect(body).toEqual({ code: 'internal_error', message: expect.any(String), data: { status: 500 } });
      expect(JSON.stringify([body, [...response.headers]])).not.toMatch(/commerce_bridge_products|select/);
      const requestId = response.headers.get('x-request-id');
      expect(
        lines.filter((line) => line.includes(`requestId="${requestId}"`) && line.includes('no such table')),
      ).toHaveLength(1);
    });
  });

  describe('another origin', () => {
    test('that is listed can read, see the tag, and pass a preflight', async () => {
      const response = await site.rest('/products', { headers: { origin: app } });
      expect(response.headers.get('access-control-allow-origin')).toBe(app);
      expect(response.headers.get('access-control-expose-headers')).toContain('ETag');
      expect(response.headers.get('vary')).toContain('Origin');

      const preflight = await site.rest('/products', {
        method: 'OPTIONS',
        headers: { origin: app, 'access-control-request-method': 'GET' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, OPTIONS');
      expect(preflight.headers.get('access-control-allow-headers')).toBe(
        'Content-Type, X-Strapi-Nonce, X-Bc-Customer-Access-Token, X-Commerce-Market, If-None-Match, Cache-Control',
      );
      expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    });

    test('that is not listed gets no headers on responses, errors, and preflights', async () => {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
      for (const path of ['/products', '/nowhere', '/products?page=x']) {
        for (const method of ['GET', 'OPTIONS', 'POST'])
          expect(corsHeaders(await site.rest(path, { method, headers }))).toEqual([]);
      }
    });

    test('keeps the site’s own policy on the site’s other routes', async () => {
      const response = await fetch(`${site.url}/api/upload/files`, { headers: { origin: 'https://evil.example' } });
      expect(response.headers.get('access-control-allow-origin')).toBe('https://evil.example');
    });

    test('without a listed origin: same-origin requests still work', async () => {
      expect((await site.rest('/products', { headers: { origin: site.url } })).status).toBe(200);
    });
  });

  test('an endpoint is found with other capitalization and a trailing slash, under the same rules', async () => {
    const response = await fetchByContract(`${site.url}/API/Commerce-Bridge/V1`, '/Products/', {
      headers: { origin: 'https://evil.example' },
    });
    expect(response.status).toBe(200);
    expect(corsHeaders(response)).toEqual([]);
  });

  test('Strapi knows every route of the contract', async () => {
    const routes = await site.strapi.contentAPI.getRoutesMap();
    const known = (routes['plugin::commerce-bridge'] ?? [])
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => route.includes('/v1'));
    const documented = [...Object.values(restEndpoints), graphqlEndpoint].map(({ method, path }) =>
      `${method} /api/commerce-bridge/v1${path}`.replace(/\/$/, ''),
    );
    expect(known.sort()).toEqual(documented.sort());
  });
});

const hostMiddlewares = (own: unknown[]) => [
  'strapi::logger',
  'strapi::errors',
  ...own,
  'strapi::security',
  'strapi::cors',
  'strapi::poweredBy',
  'strapi::query',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];

describe('a site with another prefix and compression', () => {
  let site: BootedSite;
  beforeAll(async () => {
    site = await openSite({
      middlewares: hostMiddlewares([{ name: 'strapi::compression', config: { threshold: 0 } }]),
      api: { rest: { prefix: '/content' } },
      environment: { COMMERCE_BRIDGE_PUBLIC_URL: 'https://shop.example/cms' },
    });
  });
  afterAll(() => closeSite(site));
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetchByContract(`${site.url}/content/commerce-bridge/v1`, path, { headers });

  test('responds under its own prefix, and only there', async () => {
    expect(productList.parse(await (await get('/products')).json()).total).toBe(11);
    expect(errorBody.parse(await (await get('/nowhere')).json()).code).toBe('route_not_found');
    const elsewhere = await fetch(`${site.url}/api/commerce-bridge/v1/products`);
    expect(errorBody.safeParse(await elsewhere.json().catch(() => null)).success).toBe(false);
  });

  test('gives a compressed response a weak tag, which still gives a 304', async () => {
    const response = await get('/products', { 'accept-encoding': 'gzip' });
    const tag = response.headers.get('etag') ?? '';
    expect([response.headers.get('content-encoding'), tag.startsWith('W/"')]).toEqual(['gzip', true]);
    expect((await get('/products', { 'if-none-match': tag, 'accept-encoding': 'gzip' })).status).toBe(304);
  });

  test('returns readable errors, compressed or not', async () => {
    for (const encoding of ['gzip', 'identity']) {
      const response = await get('/nowhere', { 'accept-encoding': encoding });
      expect(errorBody.parse(await response.json()).code).toBe('route_not_found');
    }
  });

  test('redirects old slugs to its public URL, including the path', async () => {
    const catalog = catalogWriter(site.strapi);
    await catalog.write(
      'product',
      products.filter(({ id }) => id === 10).map((apple) => ({ ...apple, slugClaim: 'moved' })),
    );
    const response = await get('/products/apple-12');
    expect([response.status, response.headers.get('location')]).toEqual([
      301,
      '/cms/content/commerce-bridge/v1/products/apple',
    ]);
  });
});

describe('a site that rejects everyone', () => {
  let site: BootedSite;
  beforeAll(async () => {
    site = await openSite({
      middlewares: hostMiddlewares([{ name: 'strapi::ip', config: { whitelist: ['10.9.8.7'] } }]),
    });
  });
  afterAll(() => closeSite(site));

  test('keeps its status, in our form', async () => {
    const response = await site.rest('/products', { headers: { origin: 'https://evil.example' } });
    expect([response.status, (await bodyOf(response)).code, corsHeaders(response)]).toEqual([403, 'forbidden', []]);
  });
});
