import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logIn } from '../../scripts/lib/administrator';
import type { CatalogNews } from '../../server/src/outbox/change-hook';
import { createEditor } from '../support/admin/admin-roles';
import type { BootedSite } from '../support/sites/boot-site';
import { type CachedSite, cachedSite } from '../support/sites/cached-site';
import { eventually } from '../support/time/eventually';

let cached: CachedSite;
let site: BootedSite;
beforeAll(async () => {
  cached = await cachedSite();
  site = cached.site;
});
afterAll(() => cached.stop());
beforeEach(() => cached.settle());

describe('purging', () => {
  test('by an administrator clears the cache, and calls the site’s own function', async () => {
    const received: CatalogNews[] = [];
    cached.onNews((news) => void received.push(news));
    const { one } = await cached.twoProducts();
    expect((await site.admin('POST', '/commerce-bridge/cache/purge')).status).toBe(204);
    expect(await cached.source(`/products/${one.slug}`)).toBe('MISS');
    await eventually(async () => received.length > 0);
    expect(received.map(({ everything }) => everything)).toEqual([true]);
  });

  test('is forbidden to a role without the permission', async () => {
    const login = await createEditor(
      { request: site.admin },
      { name: 'reader', permissions: ['settings.read', 'catalog.read', 'sync.run'] },
    );
    const reader = await logIn(site, login);
    const { one } = await cached.twoProducts();
    expect((await reader.request('POST', '/commerce-bridge/cache/purge')).status).toBe(403);
    expect(await cached.source(`/products/${one.slug}`)).toBe('HIT');
    expect((await fetch(`${site.url}/commerce-bridge/cache/purge`, { method: 'POST' })).status).toBe(401);
  });

  test('from code drops what shows the named records, or everything', async () => {
    const { one, two } = await cached.twoProducts();
    const cache = site.strapi.plugin('commerce-bridge').service('cache');
    await cache.purge({ products: [one.id] });
    expect([await cached.source(`/products/${two.slug}`), await cached.source(`/products/${one.slug}`)]).toEqual([
      'HIT',
      'MISS',
    ]);
    await cache.purge();
    expect(await cached.source(`/products/${two.slug}`)).toBe('MISS');
  });
});
