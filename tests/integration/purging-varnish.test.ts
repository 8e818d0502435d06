import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { product, productList } from '../../contracts/rest/products';
import { purgeTest, purgingState } from '../../contracts/admin/purging';
import { type ConnectedSite, connectedSite, registerHooks } from '../support/sites/connected-site';
import { eventually } from '../support/time/eventually';
import { varnish, whenAvailable } from '../support/requirements';
import { startVarnish, type Varnish } from '../support/http/varnish';

whenAvailable(varnish()).describe('a Varnish in front of the site', (varnishd) => {
  const suite = varnishSuite(varnishd);

  test.each([
    { soft: true, method: 'PURGE' as const },
    { soft: false, method: 'PURGE' as const },
    { soft: false, method: 'BAN' as const },
  ])('shows what changed upstream, of a page that it had cached (soft: $soft, $method)', async (options) => {
    await suite.aim(options);
    const { id, slug } = await suite.oneProduct(0);
    await eventually(() => suite.isHit(slug));
    const text = `<p>fresh ${options.method} ${options.soft}</p>`;
    suite.connected.simulator.store.products.update(id, { description: text });
    expect(await eventually(async () => (await suite.shown(slug)) === text)).toBe(true);
  });

  test('keeps the page of another product', async () => {
    const [one, two] = [await suite.oneProduct(0), await suite.oneProduct(1)];
    for (const { slug } of [one, two]) await eventually(() => suite.isHit(slug));
    suite.connected.simulator.store.products.update(one.id, { description: '<p>only this one</p>' });
    await eventually(async () => (await suite.shown(one.slug)) === '<p>only this one</p>');
    expect(await suite.isHit(two.slug)).toBe(true);
  });

  test('accepts a test purge, and is listed with its last delivery', async () => {
    const tested = await suite.connected.site.admin('POST', '/commerce-bridge/purging/edge/test');
    expect(purgeTest.parse(tested.body)).toEqual({ succeeded: true, error: null });
    const { targets } = purgingState.parse((await suite.connected.site.admin('GET', '/commerce-bridge/purging')).body);
    expect(targets).toMatchObject([{ key: 'edge', kind: 'varnish', waiting: 0, error: null, dropped: 0 }]);
  });
});

whenAvailable(varnish()).describe('a Varnish in front of a site that is down', (varnishd) => {
  const suite = varnishSuite(varnishd);

  test('serves its pages, those that were purged softly, too', async () => {
    const [one, two] = [await suite.oneProduct(2), await suite.oneProduct(3)];
    for (const { slug } of [one, two]) await eventually(() => suite.isHit(slug));
    await suite.stop();
    await fetch(suite.cache.url, { method: 'PURGE', headers: { 'xkey-softpurge': `product-${one.id}` } });
    expect([await suite.shown(one.slug), await suite.shown(two.slug)]).toEqual([one.description, two.description]);
  });
});

function varnishSuite(varnishd: string) {
  let connected: ConnectedSite | undefined;
  let cache: Varnish | undefined;
  let isUp = true;
  const parts = () => ({ connected: connected ?? expect.unreachable(), cache: cache ?? expect.unreachable() });

  beforeAll(async () => {
    connected = await connectedSite({ simulator: { products: 5 } });
    registerHooks(connected);
    cache = await startVarnish(varnishd, connected.site);
  });
  afterAll(async () => {
    await cache?.stop();
    if (isUp) await connected?.stop();
  });
  beforeEach(() => aim({ soft: true }));

  const aim = (options: { soft?: boolean; method?: 'PURGE' | 'BAN' }) =>
    parts().connected.site.admin('PUT', '/commerce-bridge/settings', {
      purgeTargets: [{ key: 'edge', kind: 'varnish', url: parts().cache.url, ...options }],
    });
  const page = (slug: string) => fetch(`${parts().cache.url}/api/commerce-bridge/v1/products/${slug}`);
  return {
    get connected() {
      return parts().connected;
    },
    get cache() {
      return parts().cache;
    },
    aim,
    shown: async (slug: string) => product.parse(await (await page(slug)).json()).description,
    /** For a hit, Varnish also names the request that fetched it. */
    isHit: async (slug: string) => (await page(slug)).headers.get('x-varnish')?.includes(' ') === true,
    async oneProduct(place: number) {
      const { rest } = parts().connected.site;
      const { products } = productList.parse(await (await rest('/products?per_page=100')).json());
      const { slug } = products[place] ?? expect.unreachable();
      return product.parse(await (await rest(`/products/${slug}`)).json());
    },
    async stop() {
      await parts().connected.stop();
      isUp = false;
    },
  };
}
