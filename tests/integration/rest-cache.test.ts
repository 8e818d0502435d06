import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { containerOf } from '../../server/src/container';
import { responseStatements } from '../support/databases/response-statements';
import type { BootedSite } from '../support/sites/boot-site';
import { type CachedSite, cachedSite } from '../support/sites/cached-site';
import { aCategory, catalogWriter } from '../support/shops/catalog-items';

let cached: CachedSite;
let site: BootedSite;
beforeAll(async () => {
  cached = await cachedSite();
  site = cached.site;
});
afterAll(() => cached.stop());
beforeEach(() => cached.settle());

describe('a cached response', () => {
  test('is a HIT from the second request, byte for byte, with the same tag', async () => {
    const first = await site.rest('/products?per_page=3');
    const again = await site.rest('/products?per_page=3');
    expect([first.headers.get('x-cache'), again.headers.get('x-cache')]).toEqual(['MISS', 'HIT']);
    expect(await again.text()).toBe(await first.text());
    for (const name of [
      'etag',
      'cache-control',
      'surrogate-key',
      'content-type',
      'content-length',
      'x-content-type-options',
      'vary',
    ]) {
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    }
  });

  test('is found for equivalent requests: other capitalization, defaults, unknown parameters', async () => {
    await cached.source('/products');
    for (const path of [
      '/products?utm_source=x',
      '/products?page=1&per_page=10',
      '/products?per_page=10&page=1&search=',
      '/products/',
    ]) {
      expect([path, await cached.source(path), await cached.source(path)]).toEqual([path, 'HIT', 'HIT']);
    }
  });

  test('is a 304 for clients that have it, and has no body for HEAD', async () => {
    const etag = (await site.rest('/collections')).headers.get('etag') ?? '';
    const unchanged = await site.rest('/collections', { headers: { 'if-none-match': etag } });
    expect([unchanged.status, unchanged.headers.get('x-cache'), await unchanged.text()]).toEqual([304, 'HIT', '']);
    const head = await site.rest('/collections', { method: 'HEAD' });
    expect([head.headers.get('x-cache'), Number(head.headers.get('content-length')) > 2, await head.text()]).toEqual([
      'HIT',
      true,
      '',
    ]);
  });

  test('keeps the cross-origin policy and its own request id', async () => {
    await cached.source('/brands');
    const response = await site.rest('/brands', {
      headers: { origin: 'https://evil.example', 'x-request-id': 'mine' },
    });
    expect([
      response.headers.get('x-cache'),
      response.headers.get('access-control-allow-origin'),
      response.headers.get('x-request-id'),
    ]).toEqual(['HIT', null, 'mine']);
  });

  test('does not exist for errors, old slugs, and other methods', async () => {
    for (const path of ['/products/nowhere', '/products?per_page=0']) {
      expect([await cached.source(path), await cached.source(path)]).toEqual([null, null]);
    }
    await cached.source('/products');
    expect((await site.rest('/products', { method: 'DELETE' })).status).toBe(405);
  });

  test('takes one read for all simultaneous requests', async () => {
    const readsOf = async (ask: () => Promise<unknown>) =>
      (await responseStatements(site.strapi, ask)).filter((sql) => sql.includes('commerce_bridge_products')).length;
    const alone = await readsOf(() => cached.source('/brands?per_page=2'));
    const together = await readsOf(() =>
      Promise.all(Array.from({ length: 30 }, () => cached.source('/brands?per_page=3'))),
    );
    expect(alone).toBeGreaterThan(0);
    expect(together).toBe(alone);
  });

  test('needs no database', async () => {
    await cached.source('/products?per_page=5');
    const rename = (from: string, to: string) => site.strapi.db.connection.schema.renameTable(from, to);
    await rename('commerce_bridge_products', 'mislaid');
    try {
      expect(await cached.source('/products?per_page=5')).toBe('HIT');
    } finally {
      await rename('mislaid', 'commerce_bridge_products');
    }
  });
});

test('ten thousand different requests take no more memory than the setting allows', async () => {
  await site.admin('PUT', '/commerce-bridge/settings', { cacheMegabytes: 1 });
  const categories = Array.from({ length: 5 }, (_, index) => aCategory({ id: 8000 + index, title: `Filler ${index}` }));
  await catalogWriter(site.strapi).write('category', categories);
  for (let batch = 0; batch < 100; batch += 1) {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        cached.source(`/products?min_price=${batch}.${index + 10}&per_page=100&x=${'y'.repeat(index)}`),
      ),
    );
  }
  const { bytes, responses } = containerOf(site.strapi).responses.size();
  expect(bytes).toBeLessThanOrEqual(2 ** 20);
  expect(responses).toBeGreaterThan(0);
  await site.admin('PUT', '/commerce-bridge/settings', { cacheMegabytes: 48 });
});

describe('while others read, a client that sends one request after another that nobody sent before', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const hostile = from('203.0.113.9');
  // Several shoppers, since reads count for a second, and cached responses are dropped before each test.
  const shoppers = ['198.51.100.7', '198.51.100.8', '198.51.100.9'].map(from);

  beforeAll(async () => {
    Object.assign(site.strapi.server.app, { proxy: true });
    await site.admin('PUT', '/commerce-bridge/settings', { readClientPercent: 1 });
  });
  afterAll(async () => {
    Object.assign(site.strapi.server.app, { proxy: false });
    await site.admin('PUT', '/commerce-bridge/settings', { readClientPercent: 50 });
  });

  /**
   * The first response that is not 200. Meanwhile a shopper reads, first an uncached response and then cached ones,
   * which are always 200.
   */
  async function readUntilRefused(path: (at: number) => string, shopper: RequestInit | undefined): Promise<Response> {
    for (let at = 0; ; at += 1) {
      expect((await site.rest('/products', shopper)).status).toBe(200);
      const response = await site.rest(path(at), hostile);
      if (response.status !== 200) return response;
    }
  }

  test('has to wait a second, and gets all that is kept meanwhile', async () => {
    const refused = await readUntilRefused((at) => `/products?max_price=${at}.5&per_page=100`, shoppers[0]);

    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual([
      429,
      '1',
      'no-store',
    ]);
    expect(await refused.json()).toMatchObject({ code: 'read_rate_limited', data: { status: 429 } });
    expect((await site.rest('/products', hostile)).headers.get('x-cache')).toBe('HIT');
    expect((await site.rest('/products?max_price=99.25', shoppers[2])).status).toBe(200);
  });

  test('is refused by every endpoint', async () => {
    const refused = await readUntilRefused((at) => `/suggestions?search=${'ab'.repeat(1 + at)}`, shoppers[1]);
    expect(refused.status).toBe(429);
  });
});
