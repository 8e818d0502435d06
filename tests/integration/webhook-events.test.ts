import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectionList } from '../../contracts/rest/collections';
import {
  product as productDetail,
  productList,
  type ProductListView,
  type ProductView,
} from '../../contracts/rest/products';
import { connectedSite, registerHooks, type ConnectedSite } from '../support/sites/connected-site';
import { eventually } from '../support/time/eventually';
import { listEvents, processedEvents } from '../support/shops/events';

let connected: ConnectedSite;
/** Slugs of products by id. */
const slugs = new Map<number, string>();
let ids: number[] = [];

beforeAll(async () => {
  connected = await connectedSite({ simulator: { products: 240 } });
  registerHooks(connected);
  ids = connected.simulator.store.products.ids();
  for (let page = 1; page <= 3; page += 1) {
    for (const { id, slug } of (await list(`?per_page=100&page=${page}`)).products) slugs.set(id, slug);
  }
});
afterAll(async () => {
  await connected.stop();
});
beforeEach(async () => {
  await settled();
  connected.simulator.requests.clear();
});

/** A product that the public API serves; each test has its own. */
let taken = 0;
function aProductId(): number {
  const served = ids.filter((id) => slugs.has(id));
  const id = served[taken];
  taken += 1;
  if (id === undefined) throw new Error('there are no more products');
  return id;
}

/** The product; null for a 404. */
async function read(id: number): Promise<ProductView | null> {
  const response = await connected.site.rest(`/products/${encodeURIComponent(slugs.get(id) ?? '')}?include=inventory`);
  return response.status === 404 ? null : productDetail.parse(await response.json());
}

async function list(query: string): Promise<ProductListView> {
  return productList.parse(await (await connected.site.rest(`/products${query}`)).json());
}

async function settled(): Promise<void> {
  await connected.simulator.webhooks.idle();
  await processedEvents(connected.site);
}

const requestsTo = (path: string) => connected.simulator.requests.all((request) => request.path.endsWith(path)).length;

describe('an upstream event shows in the public API', () => {
  // The latency is measured in the webhook receiver section of BENCHMARKS.md.
  test('for each of twenty products that were edited one after the other', async () => {
    const { store } = connected.simulator;
    for (const id of Array.from({ length: 20 }, aProductId)) {
      const description = `edit of ${id}`;
      store.products.update(id, { description });
      await eventually(async () => (await read(id))?.description === description);
    }
  });

  test('for a product that was created', async () => {
    const { store } = connected.simulator;
    const { id } = store.products.create({
      name: 'Brand new teapot',
      price: 12,
      weight: 1,
      type: 'physical',
      is_visible: true,
    });
    store.products.assign(id, 1);
    store.products.update(id, { is_visible: true });
    await eventually(async () => (await list('?search=new%20teapot')).total === 1);
  });

  test('for a product that was hidden, and shown again', async () => {
    const id = aProductId();
    connected.simulator.store.products.hide(id);
    await eventually(async () => (await read(id)) === null);
    connected.simulator.store.products.show(id);
    await eventually(async () => (await read(id)) !== null);
  });

  test('for a product that was deleted', async () => {
    const id = aProductId();
    connected.simulator.store.products.delete(id);
    await eventually(async () => (await read(id)) === null);
  });

  test("for a variant's price, with only the ids of the SKU and its product", async () => {
    const { store } = connected.simulator;
    const id =
      ids.find(
        (each) =>
          slugs.has(each) &&
          (store.products.get(each)?.variants.length ?? 0) > 1 &&
          !store.products.get(each)?.variants.some(({ sku_id: sku }) => sku === null),
      ) ?? 0;
    const [variant] = store.products.get(id)?.variants ?? [];
    store.variants.update(id, variant?.id ?? 0, { price: 4321.5 });
    await eventually(async () => (await read(id))?.variants.some(({ price }) => price === 4321.5) ?? false);
    expect((await listEvents(connected.site, `&entity_id=${id}`)).events).toContainEqual(
      expect.objectContaining({ scope: 'store/sku/updated', entity: 'product', entity_id: id }),
    );
  });

  test('for stock', async () => {
    const { store } = connected.simulator;
    const id = aProductId();
    store.products.update(id, { inventory_tracking: 'product' });
    store.products.restock(id, 4711);
    await eventually(async () => (await read(id))?.inventory?.level === 4711);
  });

  test('for a category that was renamed, moved, and deleted, in collections and products', async () => {
    const { store } = connected.simulator;
    const id = aProductId();
    const category = store.categories.create({ name: 'Gifts', is_visible: true });
    store.products.move(id, [category.id]);
    await eventually(async () => (await read(id))?.categories.includes('gifts') ?? false);

    store.categories.rename(category.id, 'Presents');
    const collections = async () =>
      collectionList.parse(await (await connected.site.rest('/collections')).json()).collections;
    await eventually(async () => (await collections()).some(({ name }) => name === 'Presents'));
    expect((await collections()).find(({ id: each }) => each === category.id)).toMatchObject({ product_count: 1 });

    store.categories.delete(category.id, 'keep');
    await eventually(async () => (await read(id))?.categories.length === 0);
    expect((await collections()).some(({ id: each }) => each === category.id)).toBe(false);
  });

  test("for the store's weight unit", async () => {
    const id = aProductId();
    connected.simulator.store.updateInformation({ weight_units: 'Tonnes' });
    await eventually(async () => (await read(id))?.meta.weight.endsWith(' t') ?? false);
  });
});

describe('many events', () => {
  test('for 200 products, 500 in a burst, make at most 20 requests', async () => {
    const { simulator } = connected;
    const burst = ids.filter((id) => slugs.has(id) && simulator.store.products.get(id) !== undefined).slice(-200);
    expect(burst).toHaveLength(200);
    const started = performance.now();
    for (let event = 0; event < 500; event += 1)
      simulator.store.products.update(burst[event % 200] ?? 0, { description: `burst ${event}` });
    await settled();

    // Each request collects events for most of a second; on a slow machine, deliveries take longer, and need more
    // requests.
    const took = performance.now() - started;
    expect(simulator.requests.total).toBeLessThanOrEqual(Math.max(20, 10 + took / 800));
    for (const [index, id] of burst.entries())
      expect((await read(id))?.description).toBe(`burst ${index < 100 ? 400 + index : 200 + index}`);
  });

  test('for one product in one burst are one event and one request', async () => {
    const { simulator } = connected;
    const id = aProductId();
    // Delayed, so that the first one is not fetched before all of them are delivered, however slow this machine is.
    simulator.faults.add({ kind: 'delay', milliseconds: 30_000, path: '/v3/catalog/products', times: 1 });
    for (let edit = 1; edit <= 10; edit += 1) simulator.store.products.update(id, { description: `many ${edit}` });
    await simulator.webhooks.idle();
    simulator.faults.clear();
    await settled();
    expect((await read(id))?.description).toBe('many 10');
    expect(requestsTo('/v3/catalog/products')).toBeLessThanOrEqual(2);
  });

  test('do not lose an edit made while the product is being fetched', async () => {
    const { simulator } = connected;
    const id = aProductId();
    simulator.faults.add({ kind: 'delay', milliseconds: 30_000, path: '/v3/catalog/products', times: 1 });
    simulator.store.products.update(id, { description: 'first' });
    await eventually(async () => simulator.requests.inFlight > 0);
    simulator.store.products.update(id, { description: 'second' });
    await simulator.webhooks.idle();
    simulator.faults.clear();
    await settled();
    expect((await read(id))?.description).toBe('second');
    expect(requestsTo('/v3/catalog/products')).toBe(2);
  });
});

describe('an event that fails', () => {
  test('waits for its retry with the error, and completes when an administrator retries it and upstream responds', async () => {
    const { simulator, site } = connected;
    const id = aProductId();
    simulator.faults.add({ kind: 'status', status: 404, path: '/v3/catalog/products', times: 0 });
    const started = Date.now();
    simulator.store.products.update(id, { description: 'late' });
    await settled();
    const [failed] = (await listEvents(site, `&entity_id=${id}`)).events;
    expect(failed).toMatchObject({ status: 'failed', attempt: 0, lastError: expect.stringContaining('404') });
    expect(Date.parse(failed?.nextAttemptAt ?? '')).toBeGreaterThan(started + 50_000);
    expect((await read(id))?.description).not.toBe('late');

    simulator.faults.clear();
    const retried = await site.admin('POST', `/commerce-bridge/events/${failed?.id}/retry`);
    expect(retried).toMatchObject({ status: 200, body: { event: { id: failed?.id, status: 'pending', attempt: 0 } } });
    await eventually(async () => (await read(id))?.description === 'late');
    // An event's change is visible a moment before the event itself is complete.
    await processedEvents(site);
    expect((await listEvents(site, `&entity_id=${id}`)).events[0]).toMatchObject({
      status: 'complete',
      lastError: null,
    });
  });

  test('completes when a newer event for its product does', async () => {
    const { simulator, site } = connected;
    const id = aProductId();
    simulator.faults.add({ kind: 'status', status: 404, path: '/v3/catalog/products', times: 1 });
    simulator.store.products.update(id, { description: 'one' });
    await settled();
    simulator.store.products.update(id, { description: 'two' });
    await settled();
    const { events } = await listEvents(site, `&entity_id=${id}`);
    expect(events.slice(0, 2).map(({ status }) => status)).toEqual(['complete', 'complete']);
  });

  test('does not delay another one in the same request', async () => {
    const { simulator, site } = connected;
    const [bad, good] = [aProductId(), aProductId()];
    const price = simulator.store.products.get(bad)?.fields.price ?? 0;
    simulator.store.products.update(bad, { price: 1e25 });
    simulator.store.products.update(good, { description: 'fine' });
    await settled();
    expect((await read(good))?.description).toBe('fine');
    const [event] = (await listEvents(site, `&entity_id=${bad}`)).events;
    expect(event).toMatchObject({ status: 'failed', lastError: expect.stringContaining('price') });
    // Otherwise it would be retried during another test.
    simulator.store.products.update(bad, { price });
    await settled();
  });
});
