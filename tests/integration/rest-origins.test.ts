import { describe, expect, test } from 'vitest';
import { bootSite, removeSite } from '../support/sites/boot-site';

const middlewares = [
  'strapi::logger',
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::poweredBy',
  'strapi::query',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];

describe('a site whose own policy decides about origins', () => {
  const origin = 'https://app.example';
  /** @param origins of `strapi::cors`, as a site configures them; null: the middleware without any options */
  const siteWith = (origins: string | null, environment: Record<string, string> = {}) => {
    const cors = origins === null ? "'strapi::cors'" : `{ name: 'strapi::cors', config: { origin: ${origins} } }`;
    const configured = JSON.stringify(middlewares).replace('"strapi::cors"', cors);
    return bootSite({
      sources: { 'config/middlewares.js': `module.exports = ${configured};` },
      environment: { COMMERCE_BRIDGE_CORS_ORIGINS: 'site', ...environment },
    });
  };
  const headersOf = async (...given: Parameters<typeof siteWith>) => {
    const site = await siteWith(...given);
    try {
      const preflight = { origin, 'access-control-request-method': 'GET' };
      const [read, asked, other] = [
        await site.rest('/products', { headers: { origin } }),
        await site.rest('/products', { method: 'OPTIONS', headers: preflight }),
        await site.rest('/products', { headers: { origin: 'https://evil.example' } }),
      ];
      return [read, asked, other].map(({ headers }) => ({
        allowed: headers.get('access-control-allow-origin'),
        varies: headers.get('vary')?.includes('Origin') === true,
        credentials: headers.get('access-control-allow-credentials'),
      }));
    } finally {
      await site.stop();
      removeSite(site);
    }
  };
  const one = (allowed: string | null, credentials: string | null = null) => ({ allowed, varies: true, credentials });

  test.each([
    ['a list', "['https://app.example', 'https://other.example']"],
    ['a text with commas', "'https://other.example, https://app.example'"],
    ['a function', "async () => ['https://app.example']"],
  ])('allows those of %s', async (_, origins) => {
    expect(await headersOf(origins)).toEqual([one(origin), one(origin), one(null)]);
  });

  test('allows everybody on a site without a configuration of middlewares', async () => {
    const site = await bootSite({ environment: { COMMERCE_BRIDGE_CORS_ORIGINS: 'site' } });
    try {
      const { status, headers } = await site.rest('/products', { headers: { origin } });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    } finally {
      await site.stop();
      removeSite(site);
    }
  });

  test('allows everybody as Strapi does by default, and never with credentials', async () => {
    const everybody = { allowed: '*', varies: false, credentials: null };
    expect(await headersOf(null)).toEqual([everybody, everybody, everybody]);
    const withCredentials = { COMMERCE_BRIDGE_CORS_CREDENTIALS: 'true' };
    expect(await headersOf("'*'", withCredentials)).toEqual([everybody, everybody, everybody]);
  });

  test('asks no function that relies on an origin about requests without one, like Strapi', async () => {
    const origins = "(ctx) => (new URL(ctx.get('Origin')).hostname === 'app.example' ? ctx.get('Origin') : '')";
    const site = await siteWith(origins);
    try {
      const { status, headers } = await site.rest('/products');
      expect([status, headers.get('vary')]).toEqual([200, expect.stringContaining('Origin')]);
      expect((await site.rest('/products', { headers: { origin } })).headers.get('access-control-allow-origin')).toBe(
        origin,
      );
    } finally {
      await site.stop();
      removeSite(site);
    }
  });

  test('allows whom a function lets in, with credentials if it names the origin, and caches vary by it', async () => {
    const withCredentials = { COMMERCE_BRIDGE_CORS_CREDENTIALS: 'true' };
    const named = "(ctx) => (ctx.get('Origin') === 'https://app.example' ? ctx.get('Origin') : '')";
    expect(await headersOf(named, withCredentials)).toEqual([one(origin, 'true'), one(origin, 'true'), one(null)]);
    const everybody = "(ctx) => (ctx.get('Origin') === 'https://app.example' ? '*' : '')";
    expect(await headersOf(everybody, withCredentials)).toEqual([one('*'), one('*'), one(null)]);
  });
});
