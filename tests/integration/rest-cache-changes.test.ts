import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { collection, collectionList } from '../../contracts/rest/collections';
import { productList } from '../../contracts/rest/products';
import { everythingChanged } from '../../server/src/catalog/changes/change-log';
import type { CatalogNews } from '../../server/src/outbox/change-hook';
import { readCatalogTables } from '../../server/src/catalog/tables';
import { containerOf } from '../../server/src/container';
import { tables } from '../../server/src/database/tables';
import { aCategory, aProduct, catalogWriter } from '../support/shops/catalog-items';
import type { BootedSite } from '../support/sites/boot-site';
import { type CachedSite, cachedSite } from '../support/sites/cached-site';
import { eventually } from '../support/time/eventually';

const categoryUid = 'plugin::commerce-bridge.category';

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

  test('that is made while a redirect is read keeps it out of every cache, too', async () => {
    const catalog = catalogWriter(site.strapi);
    const rename = (slugClaim: string) => catalog.write('product', [aProduct({ id: 6000, slugClaim })]);
    onTestFinished(() => catalog.removeForGood('product', [6000]));
    for (const slug of ['here', 'there']) await rename(slug);
    const { products } = containerOf(site.strapi).catalog;
    const { findCurrentSlug } = products;
    onTestFinished(() => void (products.findCurrentSlug = findCurrentSlug));
    products.findCurrentSlug = async (slug) => {
      const found = await findCurrentSlug(slug);
      await rename('here');
      return found;
    };
    const redirect = async (slug: string) => {
      const { status, headers } = await site.rest(`/products/${slug}`, { redirect: 'manual' });
      return [status, headers.get('cache-control'), headers.get('surrogate-key')];
    };
    expect(await redirect('here')).toEqual([301, 'private, no-store', null]);
    products.findCurrentSlug = findCurrentSlug;
    expect(await redirect('there')).toEqual([301, 'public, max-age=60, stale-while-revalidate=300', 'products']);
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

  test('of a category shows in its products', async () => {
    const { slug, categories } = await oneInCategory();
    await site.strapi.db
      .query(categoryUid)
      .update({ where: { slug: categories[0] }, data: { slug: 'of-the-site', slugClaim: 'of-the-site' } });
    onTestFinished(() => nameAgain('of-the-site', categories[0]));
    expect((await cached.product(slug)).categories).toEqual(['of-the-site', ...categories.slice(1)]);
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

  test('by an import in another process shows once the cache is cleared, also in slugs of categories', async () => {
    const { slug, categories } = await oneInCategory();
    await renameCategory(categories[0], 'imported');
    onTestFinished(() => nameAgain('imported', categories[0]));
    await containerOf(site.strapi).purgeCaches();
    expect((await cached.product(slug)).categories).toEqual(['imported', ...categories.slice(1)]);
  });
});

test('after the database is restored, products show its category slugs, and no later ones', async () => {
  const { slug, categories } = await oneInCategory();
  const database = site.strapi.db.connection;
  const category = () => database(readCatalogTables(site.strapi).tables.category).where({ upstream_id: id });
  const number = () => database(tables.sequences).where({ name: 'categories' });
  const { id } = collection.parse(await (await site.rest(`/collections/${categories[0]}`)).json());
  const before = { category: await category().first(), number: await number().first() };
  await catalogWriter(site.strapi).write('category', [aCategory({ id, title: 'Undone' })]);
  expect((await cached.product(slug)).categories).toContain('undone');
  await containerOf(site.strapi).responses.lookNow();

  await category().update(before.category);
  await number().update(before.number);
  await database(tables.changes).delete();
  await containerOf(site.strapi).responses.lookNow();
  expect((await cached.product(slug)).categories).toEqual(categories);
});

/** A product that shows the slugs of categories. */
async function oneInCategory(): Promise<{ slug: string; categories: [string, ...string[]] }> {
  const { products } = productList.parse(await (await site.rest('/products?per_page=100')).json());
  const shown = products.find(({ categories }) => categories.length > 0);
  const [first, ...others] = shown?.categories ?? [];
  if (!shown || first === undefined) throw new Error('no product has a category');
  await cached.product(shown.slug);
  return { slug: shown.slug, categories: [first, ...others] };
}

/** Behind the back of the site, which learns nothing of it. */
async function renameCategory(from: string, to: string): Promise<void> {
  await site.strapi.db
    .connection(readCatalogTables(site.strapi).tables.category)
    .where({ slug: from })
    .update({ slug: to, slug_claim: to });
}

async function nameAgain(from: string, to: string): Promise<void> {
  await renameCategory(from, to);
  await containerOf(site.strapi).purgeCaches();
}
