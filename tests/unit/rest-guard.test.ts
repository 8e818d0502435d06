import { afterEach, describe, expect, test } from 'vitest';
import type Koa from 'koa';
import { markResponded } from '../../server/src/http/rest-responses';
import { base, closeHosts, corsHeaders, found, logged, startHost } from '../support/sites/guarded-host';

afterEach(closeHosts);

describe('another origin', () => {
  test('that is not listed gets no cross-origin header, even if the host would allow it', async () => {
    const host = await startHost({ stack: found });
    const response = await host(`${base}/products`, { headers: { origin: 'https://evil.example' } });
    expect(response.status).toBe(200);
    expect(corsHeaders(response)).toEqual([]);
  });

  test('that is not listed gets none on errors and preflights either', async () => {
    const host = await startHost({ settings: { corsOrigins: () => ['https://app.example'] } });
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    for (const method of ['GET', 'OPTIONS', 'DELETE']) {
      expect(corsHeaders(await host(`${base}/nowhere`, { method, headers }))).toEqual([]);
    }
  });

  test('that is listed is named, on responses and errors', async () => {
    const host = await startHost({ settings: { corsOrigins: () => ['https://App.example/'] } });
    const { headers } = await host(`${base}/nowhere`, { headers: { origin: 'https://app.example' } });
    expect(headers['access-control-allow-origin']).toBe('https://app.example');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers.vary).toBe('Accept-Encoding, Origin');
  });

  test('that was listed while the response was made is named', async () => {
    let origins: string[] = [];
    const host = await startHost({
      settings: { corsOrigins: () => origins },
      stack(ctx, next) {
        origins = ['https://app.example'];
        return found(ctx, next);
      },
    });
    const { headers } = await host(`${base}/products`, { headers: { origin: 'https://app.example' } });
    expect(headers['access-control-allow-origin']).toBe('https://app.example');
  });

  test('that only resembles a listed one is not allowed', async () => {
    const host = await startHost({ settings: { corsOrigins: () => ['https://app.example'] }, stack: found });
    for (const origin of [
      'http://app.example',
      'https://app.example.evil.example',
      'https://app.example:8443',
      'null',
    ]) {
      expect(corsHeaders(await host(`${base}/products`, { headers: { origin } }))).toEqual([]);
    }
  });

  test('can send credentials only if the setting says so', async () => {
    const host = await startHost({
      settings: { corsOrigins: () => ['https://app.example'], corsCredentials: () => true },
      stack: found,
    });
    const { headers } = await host(`${base}/products`, { headers: { origin: 'https://app.example' } });
    expect(headers['access-control-allow-credentials']).toBe('true');
  });

  test('never sends credentials if every origin is allowed', async () => {
    const host = await startHost({
      settings: { corsOrigins: () => ['*', 'https://app.example'], corsCredentials: () => true },
      stack: found,
    });
    const { headers } = await host(`${base}/products`, { headers: { origin: 'https://app.example' } });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('is readable with its tag and the headers that name its content', async () => {
    const caching = () => ({ cacheControl: 'public', surrogateHeaders: ['Cache-Tag', 'xkey'] as const });
    for (const origin of ['https://app.example', '*']) {
      const host = await startHost({ settings: { corsOrigins: () => [origin], caching }, stack: found });
      const { headers } = await host(`${base}/products`, { headers: { origin: 'https://app.example' } });
      expect(headers['access-control-expose-headers']).toBe('ETag, Retry-After, X-Request-Id, Cache-Tag, xkey');
    }
  });

  test('varies the cache only if the response depends on it', async () => {
    const closed = await startHost({ stack: found });
    expect((await closed(`${base}/products`)).headers.vary).toBe('Accept-Encoding');
    const listed = await startHost({ settings: { corsOrigins: () => ['https://app.example'] }, stack: found });
    expect((await listed(`${base}/products`)).headers.vary).toBe('Accept-Encoding, Origin');
    const open = await startHost({ settings: { corsOrigins: () => ['*'] }, stack: found });
    const { headers } = await open(`${base}/products`);
    expect([headers.vary, headers['access-control-allow-origin']]).toEqual(['Accept-Encoding', '*']);
  });
});

describe('a preflight', () => {
  test("of a listed origin gets methods and headers, without the host's involvement", async () => {
    const host = await startHost({
      settings: { corsOrigins: () => ['https://app.example'], nonceHeader: () => 'X-My-Nonce' },
      stack: () => Promise.reject(new Error('not reached')),
    });
    const { status, headers, body } = await host(`${base}/graphql`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    });
    expect([status, body]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers':
        'Content-Type, X-My-Nonce, X-Bc-Customer-Access-Token, X-Commerce-Market, If-None-Match, Cache-Control',
      vary: 'Origin',
    });
  });

  test('for an unknown endpoint passes, so that the caller sees the 404 behind it', async () => {
    const host = await startHost({ settings: { corsOrigins: () => ['https://app.example'] } });
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
    expect((await host(`${base}/nowhere`, { method: 'OPTIONS', headers })).status).toBe(204);
  });
});

describe('OPTIONS without an origin', () => {
  test('gets the methods', async () => {
    const host = await startHost({});
    const { status, headers } = await host(`${base}/products/a`, { method: 'OPTIONS' });
    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  test('of an unknown endpoint is a 404 with our body', async () => {
    const host = await startHost({});
    expect((await host(`${base}/nowhere`, { method: 'OPTIONS' })).body).toMatchObject({ code: 'route_not_found' });
  });
});

describe('a failure of the host', () => {
  const failing =
    (status: number): Koa.Middleware =>
    (ctx) => {
      ctx.status = status;
      ctx.body = { data: null, error: { status, name: 'Host', message: 'secret inside' } };
      ctx.set({ 'Content-Encoding': 'identity', ETag: '"host"' });
    };

  test.each([
    ['GET', '/nowhere', { given: 404, status: 404, code: 'route_not_found' }],
    ['POST', '/nowhere', { given: 405, status: 404, code: 'route_not_found' }],
    ['POST', '/nowhere', { given: 400, status: 404, code: 'route_not_found' }],
    ['POST', '/products', { given: 405, status: 405, code: 'method_not_allowed' }],
    ['POST', '/products', { given: 400, status: 405, code: 'method_not_allowed' }],
    ['PATCH', '/products', { given: 404, status: 405, code: 'method_not_allowed' }],
    ['GET', '/graphql', { given: 404, status: 405, code: 'method_not_allowed' }],
    ['POST', '/graphql', { given: 400, status: 400, code: 'invalid_json' }],
    ['POST', '/graphql', { given: 413, status: 413, code: 'payload_too_large' }],
    ['POST', '/graphql', { given: 415, status: 415, code: 'unsupported_media_type' }],
    ['GET', '/products', { given: 400, status: 400, code: 'bad_request' }],
    ['GET', '/products', { given: 403, status: 403, code: 'forbidden' }],
    ['GET', '/nowhere', { given: 403, status: 403, code: 'forbidden' }],
    ['GET', '/products', { given: 429, status: 429, code: 'rate_limited' }],
    ['GET', '/products', { given: 500, status: 500, code: 'internal_error' }],
    ['GET', '/products', { given: 503, status: 503, code: 'service_unavailable' }],
  ])('%s %s that it rejects has our status and code: %j', async (method, path, { given, status, code }) => {
    const host = await startHost({ stack: failing(given) });
    const response = await host(`${base}${path}`, { method });
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ code, message: expect.any(String), data: { status } });
    expect(JSON.stringify(response)).not.toContain('secret inside');
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    expect([response.headers.etag, response.headers['content-encoding']]).toEqual([undefined, undefined]);
  });

  test('with 405 names the methods of the endpoint', async () => {
    const host = await startHost({ stack: failing(405) });
    expect((await host(`${base}/products`, { method: 'DELETE' })).headers.allow).toBe('GET, HEAD, OPTIONS');
    expect((await host(`${base}/graphql`, { method: 'DELETE' })).headers.allow).toBe('POST, OPTIONS');
  });

  test('of a path that is no endpoint names no methods, though Strapi’s router does', async () => {
    const host = await startHost({
      stack: (ctx) => {
        ctx.status = 405;
        ctx.set('Allow', 'HEAD, GET');
      },
    });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await host(`${base}/nowhere`, { method });
      expect([status, headers.allow]).toEqual([404, undefined]);
    }
  });

  test.each([400, 405, 413, 415])('of a route of the site’s own keeps its status %i', async (status) => {
    const host = await startHost({ stack: failing(status), isRouted: true });
    expect((await host(`${base}/mine`, { method: 'POST' })).status).toBe(status);
    const reading = await startHost({
      stack(ctx, next) {
        ctx.state.route = { info: {} };
        return failing(status)(ctx, next);
      },
      isRouted: true,
    });
    expect((await reading(`${base}/mine`)).status).toBe(status);
  });

  test('of Strapi’s static files, which take every GET, is that there is no such endpoint', async () => {
    const host = await startHost({ stack: failing(400), isRouted: true });
    expect((await host(`${base}/nowhere`)).body).toMatchObject({ code: 'route_not_found' });
  });

  test('that is thrown keeps its status and reveals no internals', async () => {
    const host = await startHost({ stack: (ctx) => ctx.throw(403, 'secret inside') });
    const response = await host(`${base}/products`);
    expect([response.status, response.body]).toEqual([
      403,
      { code: 'forbidden', message: 'Forbidden.', data: { status: 403 } },
    ]);
  });

  test('that is unexpected is a 500 whose id is in the log, without other details in the response', async () => {
    const host = await startHost({ stack: () => Promise.reject(new Error('select * from users')) });
    const response = await host(`${base}/products`, { headers: { 'x-request-id': 'mine-1' } });
    expect(response.status).toBe(500);
    expect(JSON.stringify(response)).not.toContain('users');
    expect(response.headers['x-request-id']).toBe('mine-1');
    expect(logged).toHaveLength(1);
    expect(logged[0]?.fields).toMatchObject({
      requestId: 'mine-1',
      status: 500,
      error: expect.stringContaining('select * from users'),
    });
  });
});

describe('a request id', () => {
  test('of the caller is kept if it is valid, and generated otherwise', async () => {
    const host = await startHost({ stack: found });
    const idFor = async (given?: string) => {
      const response = await host(
        `${base}/products`,
        given === undefined ? {} : { headers: { 'x-request-id': given } },
      );
      return response.headers['x-request-id'];
    };
    expect(await idFor('Root=1-5e98.a:b_c')).toBe('made-up');
    expect(await idFor('1-5e98.a:b_c')).toBe('1-5e98.a:b_c');
    expect(await idFor('x'.repeat(129))).toBe('made-up');
    expect(await idFor()).toBe('made-up');
  });
});

describe('the namespace', () => {
  test("is guarded in any capitalization, like the router's", async () => {
    const host = await startHost({});
    expect((await host('/API/Commerce-Bridge/V1/nowhere')).body).toMatchObject({ code: 'route_not_found' });
    expect((await host(base)).body).toMatchObject({ code: 'route_not_found' });
  });

  test('has exact limits: other paths keep the site’s own policy and errors', async () => {
    const host = await startHost({
      stack: (ctx) => {
        ctx.status = 404;
        ctx.body = 'mine';
      },
    });
    for (const path of ['/api/commerce-bridge/v10/products', '/api/commerce-bridge/v2', '/api/other', '/']) {
      const response = await host(path, { headers: { origin: 'https://evil.example' } });
      expect([response.body, response.headers['access-control-allow-origin']]).toEqual([
        'mine',
        'https://evil.example',
      ]);
    }
  });
});

test('a compressed response has a weak tag, since its bytes differ', async () => {
  const host = await startHost({
    stack: (ctx) => {
      ctx.set({ ETag: '"strong"', 'Content-Encoding': 'gzip' });
      ctx.body = Buffer.from('zipped');
      markResponded(ctx);
    },
  });
  expect((await host(`${base}/products`)).headers.etag).toBe('W/"strong"');
});
