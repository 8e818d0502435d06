import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { collection, collectionList } from '../../contracts/rest/collections';
import { product, productList } from '../../contracts/rest/products';
import { logIn } from '../../scripts/lib/administrator';
import type { CatalogNews } from '../../server/src/catalog/change-hook';
import { containerOf } from '../../server/src/container';
import { createEditor } from '../support/admin-roles';
import type { BootedSite } from '../support/boot-site';
import { aCategory, aProduct, catalogWriter } from '../support/catalog-items';
import { connectedSite, registerHooks, type ConnectedSite } from '../support/connected-site';
import { eventually } from '../support/eventually';
import { processedEvents } from '../support/events';
import { finishedRun } from '../support/runs';

interface Heard {
  news: CatalogNews;
  /** What the site served at that moment. */
  served: string;
}

interface EntryEvent {
  name: string;
  uid: string;
  entry: Record<string, unknown>;
}

let connected: ConnectedSite;
let site: BootedSite;
const heard: Heard[] = [];
let onNews: (news: CatalogNews) => Promise<void> | void = () => undefined;

beforeAll(async () => {
  Object.assign(globalThis, { tellTest: (news: CatalogNews) => onNews(news) });
  connected = await connectedSite({ simulator: { products: 12 }, boot: { configSource: '{ onCatalogChange: (news) => globalThis.tellTest(news) }' } });
  registerHooks(connected);
  site = connected.site;
});
afterAll(async () => {
  await connected.stop();
});
beforeEach(async () => {
  await connected.simulator.webhooks.idle();
  await processedEvents(site);
  heard.length = 0;
  onNews = () => undefined;
  containerOf(site.strapi).answers.forget({ products: [], categories: [], brands: [], isStoreChanged: false, isEverything: true });
});

const cacheOf = async (path: string) => (await site.rest(path)).headers.get('x-cache');
const slugsOf = async () => productList.parse(await (await site.rest('/products?per_page=100')).json()).products.map(({ slug }) => slug);
const readProduct = async (slug: string) => product.parse(await (await site.rest(`/products/${slug}`)).json());

async function twoProducts() {
  const [one = '', two = ''] = await slugsOf();
  return { one: await readProduct(one), two: await readProduct(two) };
}

describe('a kept answer', () => {
  test('is a HIT from the second time on, byte for byte, with the same tag', async () => {
    const first = await site.rest('/products?per_page=3');
    const again = await site.rest('/products?per_page=3');
    expect([first.headers.get('x-cache'), again.headers.get('x-cache')]).toEqual(['MISS', 'HIT']);
    expect(await again.text()).toBe(await first.text());
    for (const name of ['etag', 'cache-control', 'surrogate-key', 'content-type', 'content-length', 'x-content-type-options', 'vary']) {
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    }
  });

  test('is found for whatever means the same: other capitals, defaults, parameters that nobody knows', async () => {
    await cacheOf('/products');
    for (const path of ['/products?utm_source=x', '/products?page=1&per_page=10', '/products?per_page=10&page=1&search=', '/products/']) {
      expect([path, await cacheOf(path), await cacheOf(path)]).toEqual([path, 'HIT', 'HIT']);
    }
  });

  test('is a 304 for who has it, and answers HEAD without a body', async () => {
    const etag = (await site.rest('/collections')).headers.get('etag') ?? '';
    const unchanged = await site.rest('/collections', { headers: { 'if-none-match': etag } });
    expect([unchanged.status, unchanged.headers.get('x-cache'), await unchanged.text()]).toEqual([304, 'HIT', '']);
    const head = await site.rest('/collections', { method: 'HEAD' });
    expect([head.headers.get('x-cache'), Number(head.headers.get('content-length')) > 2, await head.text()]).toEqual(['HIT', true, '']);
  });

  test('keeps the cross-origin policy and a request id of its own', async () => {
    await cacheOf('/brands');
    const response = await site.rest('/brands', { headers: { origin: 'https://evil.example', 'x-request-id': 'mine' } });
    expect([response.headers.get('x-cache'), response.headers.get('access-control-allow-origin'), response.headers.get('x-request-id')]).toEqual(['HIT', null, 'mine']);
  });

  test('is none for failures, old slugs, and other methods', async () => {
    for (const path of ['/products/nowhere', '/products?per_page=0']) {
      expect([await cacheOf(path), await cacheOf(path)]).toEqual([null, null]);
    }
    await cacheOf('/products');
    expect((await site.rest('/products', { method: 'DELETE' })).status).toBe(405);
  });

  test('is made by one read for all who ask at once', async () => {
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }) => void (sql.includes('commerce_bridge_products') && statements.push(sql));
    const { connection } = site.strapi.db;
    connection.on('query', note);
    await cacheOf('/products?per_page=11');
    const alone = statements.length;
    await Promise.all(Array.from({ length: 30 }, () => cacheOf('/products?per_page=12')));
    connection.removeListener('query', note);
    expect(statements.length).toBe(2 * alone);
  });

  test('needs no database', async () => {
    await cacheOf('/products?per_page=5');
    const rename = (from: string, to: string) => site.strapi.db.connection.schema.renameTable(from, to);
    await rename('commerce_bridge_products', 'mislaid');
    const source = await cacheOf('/products?per_page=5').finally(() => rename('mislaid', 'commerce_bridge_products'));
    expect(source).toBe('HIT');
  });
});

describe('what upstream changes', () => {
  test('a product that was edited goes, and all lists; another product stays', async () => {
    const { one, two } = await twoProducts();
    for (const path of ['/products', `/products/${one.slug}/related`, '/collections', '/brands']) await cacheOf(path);
    connected.simulator.store.products.update(one.id, { description: '<p>mended</p>' });
    await eventually(async () => (await readProduct(one.slug)).description === '<p>mended</p>');
    expect(await cacheOf(`/products/${two.slug}`)).toBe('HIT');
    expect(await cacheOf('/products')).toBe('MISS');
  });

  test('a category that was renamed shows in its products, in lists and in collections', async () => {
    const collections = collectionList.parse(await (await site.rest('/collections')).json()).collections;
    const products = productList.parse(await (await site.rest('/products?per_page=100')).json()).products;
    const named = collections.find(({ slug }) => products.some(({ categories }) => categories.includes(slug)));
    const shown = products.find(({ categories }) => categories.includes(named?.slug ?? ''));
    const apart = products.find(({ categories }) => !categories.includes(named?.slug ?? ''));
    if (!named || !shown || !apart) throw new Error('the catalog has no such products');
    await readProduct(shown.slug);
    await readProduct(apart.slug);

    connected.simulator.store.categories.update(named.id, { name: 'Renamed', url: { path: '/renamed/', is_customized: true } });
    await eventually(async () => (await readProduct(shown.slug)).categories.includes('renamed'));
    expect(productList.parse(await (await site.rest('/products?category=renamed')).json()).total).toBeGreaterThan(0);
    expect(collection.parse(await (await site.rest('/collections/renamed')).json()).name).toBe('Renamed');
    expect(await cacheOf(`/products/${apart.slug}`)).toBe('HIT');
  });

  test('reaches the site’s own function with its ids, once committed and never before', async () => {
    const { one } = await twoProducts();
    onNews = async (news) => {
      heard.push({ news, served: (await readProduct(one.slug)).description });
    };
    const refused = containerOf(site.strapi).catalogChanges.transaction(async (transaction) => {
      containerOf(site.strapi).catalogChanges.collect(transaction, { entity: 'product', kind: 'updated', ids: [one.id] });
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    connected.simulator.store.products.update(one.id, { description: '<p>told</p>' });
    await eventually(async () => heard.length > 0);
    expect(heard).toEqual([{ news: { products: [one.id], categories: [], brands: [], everything: false }, served: '<p>told</p>' }]);
  });

  test('is written although the site’s own function fails', async () => {
    onNews = () => {
      throw new Error('the CDN is away');
    };
    const { one } = await twoProducts();
    connected.simulator.store.products.update(one.id, { description: '<p>all the same</p>' });
    await eventually(async () => (await readProduct(one.slug)).description === '<p>all the same</p>');
  });
});

describe('Strapi’s own entry events', () => {
  const events: EntryEvent[] = [];
  let slow: Promise<void> = Promise.resolve();
  const subscriber = async (name: string, ...given: unknown[]) => {
    const [payload] = given;
    if (!name.startsWith('entry.') || !isEntryEvent(payload)) return;
    await slow;
    events.push({ name, ...payload });
  };
  beforeAll(() => void site.strapi.eventHub.subscribe(subscriber));
  afterAll(() => site.strapi.eventHub.unsubscribe(subscriber));
  beforeEach(() => {
    events.length = 0;
    slow = Promise.resolve();
  });
  const of = (id: number) => events.filter(({ entry }) => entry['upstreamId'] === id).map(({ name }) => name);

  test('fire for what an event changed, with the record as Strapi shows it', async () => {
    const { one } = await twoProducts();
    connected.simulator.store.products.update(one.id, { description: '<p>an entry</p>' });
    await eventually(async () => of(one.id).length > 0);
    const [event] = events;
    expect(event).toMatchObject({ name: 'entry.update', uid: 'plugin::commerce-bridge.product', entry: { content: '<p>an entry</p>', slug: one.slug, categories: expect.any(Array) } });
    expect(Object.keys(event?.entry ?? {})).not.toContain('fingerprint');
  });

  test('tell that a record came and went', async () => {
    const { id } = connected.simulator.store.products.create({ name: 'Short lived', price: 1, weight: 1, type: 'physical', is_visible: true });
    await eventually(async () => of(id).includes('entry.create'));
    connected.simulator.store.products.delete(id);
    await eventually(async () => of(id).includes('entry.delete'));
  });

  test('fire for full runs only where the setting says so', async () => {
    const catalog = connected.simulator.store.products;
    const { one } = await twoProducts();
    // From here on only runs tell the site what changed.
    for (const { id } of connected.simulator.webhooks.registry.all()) connected.simulator.webhooks.registry.deactivate(id);
    const edit = async (description: string) => {
      catalog.update(one.id, { description });
      await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
      await finishedRun(site);
    };
    await edit('<p>full and quiet</p>');
    expect((await readProduct(one.slug)).description).toBe('<p>full and quiet</p>');
    expect(of(one.id)).toEqual([]);
    await site.admin('PUT', '/commerce-bridge/settings', { entryEventsOfFullRuns: true });
    await edit('<p>full and told</p>');
    await eventually(async () => of(one.id).length === 1);
    await site.admin('PUT', '/commerce-bridge/settings', { entryEventsOfFullRuns: false });
  });

  test('wait for slow listeners outside of Strapi’s memory: a record once, however often it changes meanwhile', async () => {
    let release: () => void = () => undefined;
    slow = new Promise((resolve) => {
      release = resolve;
    });
    // As an event does.
    const writer = catalogWriter(site.strapi, containerOf(site.strapi).catalogChanges);
    await writer.write('product', [aProduct({ id: 9000, title: 'First' })]);
    for (let edit = 1; edit <= 20; edit += 1) await writer.write('product', [aProduct({ id: 9001, title: `Edit ${edit}` })]);
    expect(events).toEqual([]);
    release();
    await eventually(async () => of(9001).length > 0);
    expect([of(9000), of(9001), events.at(-1)?.entry['title']]).toEqual([['entry.create'], ['entry.create'], 'Edit 20']);
    await writer.remove('product', [9000, 9001]);
  });
});

describe('what is changed through Strapi', () => {
  test('by its database layer shows at once', async () => {
    const { one, two } = await twoProducts();
    for (const { slug } of [one, two]) await readProduct(slug);
    await site.strapi.db.query('plugin::commerce-bridge.product').update({ where: { upstreamId: one.id }, data: { title: 'By an import' } });
    expect((await readProduct(one.slug)).name).toBe('By an import');
    expect(await cacheOf(`/products/${two.slug}`)).toBe('HIT');
    await site.strapi.db.query('plugin::commerce-bridge.product').updateMany({ where: { upstreamId: one.id }, data: { publicationStatus: 'draft' } });
    expect((await site.rest(`/products/${one.slug}`)).status).toBe(404);
    await site.strapi.db.query('plugin::commerce-bridge.product').updateMany({ where: { upstreamId: one.id }, data: { publicationStatus: 'publish' } });
  });

  test('within a transaction shows when that commits, and not when it is rolled back', async () => {
    const { one } = await twoProducts();
    const change = (title: string) => site.strapi.db.query('plugin::commerce-bridge.product').update({ where: { upstreamId: one.id }, data: { title } });
    await site.strapi.db.transaction(async () => void (await change('Committed')));
    expect((await readProduct(one.slug)).name).toBe('Committed');
    const failing = site.strapi.db.transaction(async () => {
      await change('Rolled back');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await readProduct(one.slug)).name).toBe('Committed');
  });

  test('by an import, during which Strapi tells nobody, shows when it is over', async () => {
    const { one } = await twoProducts();
    site.strapi.db.lifecycles.disable();
    // An import brings whole records; one that an earlier version exported has nothing laid ready.
    const data = { title: 'Imported', preparedItem: null, preparedDetails: null };
    await site.strapi.db.query('plugin::commerce-bridge.product').update({ where: { upstreamId: one.id }, data });
    site.strapi.db.lifecycles.enable();
    await eventually(async () => (await readProduct(one.slug)).name === 'Imported');
  });
});

describe('purging', () => {
  test('by an administrator empties the cache, and the site’s own function hears of it', async () => {
    onNews = (news) => void heard.push({ news, served: '' });
    const { one } = await twoProducts();
    expect((await site.admin('POST', '/commerce-bridge/cache/purge')).status).toBe(204);
    expect(await cacheOf(`/products/${one.slug}`)).toBe('MISS');
    await eventually(async () => heard.length > 0);
    expect(heard.map(({ news }) => news.everything)).toEqual([true]);
  });

  test('is refused to a role without the permission', async () => {
    const login = await createEditor({ request: site.admin }, { name: 'reader', permissions: ['settings.read', 'catalog.read', 'sync.run'] });
    const reader = await logIn(site, login);
    const { one } = await twoProducts();
    expect((await reader.request('POST', '/commerce-bridge/cache/purge')).status).toBe(403);
    expect(await cacheOf(`/products/${one.slug}`)).toBe('HIT');
    expect((await fetch(`${site.url}/commerce-bridge/cache/purge`, { method: 'POST' })).status).toBe(401);
  });

  test('from code drops what shows the named records, or all', async () => {
    const { one, two } = await twoProducts();
    const cache = site.strapi.plugin('commerce-bridge').service('cache');
    await cache.purge({ products: [one.id] });
    expect([await cacheOf(`/products/${two.slug}`), await cacheOf(`/products/${one.slug}`)]).toEqual(['HIT', 'MISS']);
    await cache.purge();
    expect(await cacheOf(`/products/${two.slug}`)).toBe('MISS');
  });
});

test('ten thousand different requests take no more memory than the setting allows', async () => {
  await site.admin('PUT', '/commerce-bridge/settings', { cacheMegabytes: 1 });
  const categories = Array.from({ length: 5 }, (_, index) => aCategory({ id: 8000 + index, title: `Filler ${index}` }));
  await catalogWriter(site.strapi).write('category', categories);
  for (let batch = 0; batch < 100; batch += 1) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => cacheOf(`/products?min_price=${batch}.${index + 10}&per_page=100&x=${'y'.repeat(index)}`)));
  }
  const { bytes, answers } = containerOf(site.strapi).answers.size();
  expect(bytes).toBeLessThanOrEqual(2 ** 20);
  expect(answers).toBeGreaterThan(0);
  await site.admin('PUT', '/commerce-bridge/settings', { cacheMegabytes: 48 });
});

function isEntryEvent(value: unknown): value is Omit<EntryEvent, 'name'> {
  return typeof value === 'object' && value !== null && 'uid' in value && 'entry' in value && typeof value.entry === 'object';
}
