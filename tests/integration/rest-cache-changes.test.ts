import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { collection, collectionList } from '../../contracts/rest/collections';
import { productList } from '../../contracts/rest/products';
import { everythingChanged } from '../../server/src/catalog/changes/change-log';
import type { CatalogNews } from '../../server/src/outbox/change-hook';
import { containerOf } from '../../server/src/container';
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

describe('what upstream changes', () => {
  test('an edited product is dropped with what shows it; another product stays with what shows only that', async () => {
    const { one, two } = await cached.twoProducts();
    const [shown, apart] = [
      ['/products', `/products/${one.slug}/related`],
      [`/products/${two.slug}`, '/products?per_page=1&page=2', '/collections', '/brands'],
    ];
    for (const path of [...shown, ...apart]) await cached.source(path);
    cached.simulator.store.products.update(one.id, { description: '<p>fixed</p>' });
    await eventually(async () => (await cached.product(one.slug)).description === '<p>fixed</p>');
    for (const path of apart) expect([path, await cached.source(path)]).toEqual([path, 'HIT']);
    for (const path of shown) expect([path, await cached.source(path)]).toEqual([path, 'MISS']);
  });

  test('a renamed category shows in its products, in lists, and in collections', async () => {
    const collections = collectionList.parse(await (await site.rest('/collections')).json()).collections;
    const products = productList.parse(await (await site.rest('/products?per_page=100')).json()).products;
    const named = collections.find(({ slug }) => products.some(({ categories }) => categories.includes(slug)));
    const shown = products.find(({ categories }) => categories.includes(named?.slug ?? ''));
    const apart = products.find(({ categories }) => !categories.includes(named?.slug ?? ''));
    if (!named || !shown || !apart) throw new Error('the catalog has no such products');
    await cached.product(shown.slug);
    await cached.product(apart.slug);

    cached.simulator.store.categories.update(named.id, {
      name: 'Renamed',
      url: { path: '/renamed/', is_customized: true },
    });
    await eventually(async () => (await cached.product(shown.slug)).categories.includes('renamed'));
    expect(productList.parse(await (await site.rest('/products?category=renamed')).json()).total).toBeGreaterThan(0);
    expect(collection.parse(await (await site.rest('/collections/renamed')).json()).name).toBe('Renamed');
    expect(await cached.source(`/products/${apart.slug}`)).toBe('HIT');
  });

  test('that is made while a response is read keeps it out of every cache', async () => {
    const { one } = await cached.twoProducts();
    containerOf(site.strapi).responses.forget(everythingChanged);
    const { prepared } = containerOf(site.strapi).catalog;
    const { findBySlug } = prepared;
    onTestFinished(() => void (prepared.findBySlug = findBySlug));
    prepared.findBySlug = async (slug) => {
      const found = await findBySlug(slug);
      await containerOf(site.strapi).purgeCaches({ products: [one.id] });
      return found;
    };
    const askedDuring = await site.rest(`/products/${one.slug}`);
    prepared.findBySlug = findBySlug;
    const askedAfter = await site.rest(`/products/${one.slug}`);
    const caching = ({ headers }: Response) => [headers.get('cache-control'), headers.get('surrogate-key')];
    expect(caching(askedDuring)).toEqual(['private, no-store', null]);
    expect(caching(askedAfter)).toEqual([
      'public, max-age=60, stale-while-revalidate=300',
      expect.stringContaining(`product-${one.id}`),
    ]);
  });

  test('reaches the site’s own function with its ids, after the commit and never before', async () => {
    const { one } = await cached.twoProducts();
    const received: { news: CatalogNews; served: string }[] = [];
    cached.onNews(async (news) => {
      received.push({ news, served: (await cached.product(one.slug)).description });
    });
    const refused = containerOf(site.strapi).catalogChanges.transaction(async (transaction) => {
      containerOf(site.strapi).catalogChanges.collect(transaction, {
        entity: 'product',
        kind: 'updated',
        ids: [one.id],
      });
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    cached.simulator.store.products.update(one.id, { description: '<p>changed</p>' });
    await eventually(async () => received.length > 0);
    expect(received).toEqual([
      { news: { products: [one.id], categories: [], brands: [], everything: false }, served: '<p>changed</p>' },
    ]);
  });

  test('is written even if the site’s own function fails', async () => {
    cached.onNews(() => {
      throw new Error('the CDN is away');
    });
    const { one } = await cached.twoProducts();
    cached.simulator.store.products.update(one.id, { description: '<p>all the same</p>' });
    await eventually(async () => (await cached.product(one.slug)).description === '<p>all the same</p>');
  });
});

describe('what is changed through Strapi', () => {
  test('through its database layer shows immediately', async () => {
    const { one, two } = await cached.twoProducts();
    for (const { slug } of [one, two]) await cached.product(slug);
    await site.strapi.db
      .query('plugin::commerce-bridge.product')
      .update({ where: { upstreamId: one.id }, data: { title: 'By an import' } });
    expect((await cached.product(one.slug)).name).toBe('By an import');
    expect(await cached.source(`/products/${two.slug}`)).toBe('HIT');
    await site.strapi.db
      .query('plugin::commerce-bridge.product')
      .updateMany({ where: { upstreamId: one.id }, data: { publicationStatus: 'draft' } });
    expect((await site.rest(`/products/${one.slug}`)).status).toBe(404);
    await site.strapi.db
      .query('plugin::commerce-bridge.product')
      .updateMany({ where: { upstreamId: one.id }, data: { publicationStatus: 'publish' } });
  });

  test('within a transaction shows when it commits, and not when it is rolled back', async () => {
    const { one } = await cached.twoProducts();
    const change = (title: string) =>
      site.strapi.db
        .query('plugin::commerce-bridge.product')
        .update({ where: { upstreamId: one.id }, data: { title } });
    await site.strapi.db.transaction(async () => void (await change('Committed')));
    expect((await cached.product(one.slug)).name).toBe('Committed');
    const failing = site.strapi.db.transaction(async () => {
      await change('Rolled back');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await cached.product(one.slug)).name).toBe('Committed');
  });

  test('by an import, during which Strapi sends no events, shows when it has finished', async () => {
    const { one } = await cached.twoProducts();
    site.strapi.db.lifecycles.disable();
    // Imports contain whole records; a record exported by an earlier version has no precomputed columns.
    const data = { title: 'Imported', preparedItem: null, preparedDetails: null };
    await site.strapi.db.query('plugin::commerce-bridge.product').update({ where: { upstreamId: one.id }, data });
    site.strapi.db.lifecycles.enable();
    await eventually(async () => (await cached.product(one.slug)).name === 'Imported');
  });
});
