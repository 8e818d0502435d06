import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { collectionList } from '../../contracts/rest/collections';
import { productList } from '../../contracts/rest/products';
import { connectedSite, registerHooks, type ConnectedSite } from '../support/sites/connected-site';
import { eventually } from '../support/time/eventually';
import { listEvents, processedEvents } from '../support/shops/events';
import { whenAvailable } from '../support/requirements';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

const nothing = {
  data: [],
  meta: { pagination: { total: 0, count: 0, per_page: 50, current_page: 1, total_pages: 0, links: {} } },
};

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`empty responses on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let connected: ConnectedSite;

    beforeAll(async () => {
      database = await kind.create(at);
      connected = await connectedSite({
        simulator: { products: 160 },
        boot: {
          ...(database.connection && { database: database.connection }),
          environment: { COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS: '1,2,2,2,2' },
        },
      });
      registerHooks(connected);
    });
    afterAll(async () => {
      await connected.stop();
      await database.drop();
    });
    afterEach(() => connected.simulator.faults.clear());

    const documents = async () => {
      const rows = await connected.site.strapi.db
        .query('plugin::commerce-bridge.product')
        .findMany({ select: ['upstreamId', 'documentId'] });
      return new Map(
        rows.map(({ upstreamId, documentId }: { upstreamId: number; documentId: string }) => [upstreamId, documentId]),
      );
    };
    const total = async () => productList.parse(await (await connected.site.rest('/products?per_page=1')).json()).total;

    for (const times of [1, 8]) {
      test(`${times} of them during a bulk edit of 160 products remove none`, async () => {
        const { simulator, site } = connected;
        const [before, published] = [await documents(), await total()];
        simulator.faults.add({ kind: 'status', status: 200, body: nothing, path: '/v3/catalog/products', times });
        for (const id of simulator.store.products.ids())
          simulator.store.products.update(id, { description: `edited with ${times} empty responses` });
        await simulator.webhooks.idle();
        // While some events wait for their second look, their products are still served.
        expect(await total()).toBe(published);
        await eventually(
          async () => (await listEvents(site, '&status=complete')).total === (await listEvents(site)).total,
        );

        if (times === 1) expect((await listEvents(site)).events.filter(({ attempt }) => attempt > 0)).toEqual([]);
        expect(await documents()).toEqual(before);
        const shown = productList.parse(await (await site.rest('/products?per_page=100')).json()).products;
        expect(shown.filter(({ description }) => description !== `edited with ${times} empty responses`)).toEqual([]);
      });
    }

    test('an empty list of category trees removes no category, and the event is retried', async () => {
      const { simulator, site } = connected;
      const collections = async () =>
        collectionList.parse(await (await site.rest('/collections')).json()).collections.length;
      const before = await collections();
      const [category] = simulator.store.categories.all();
      simulator.faults.add({
        kind: 'status',
        status: 200,
        body: { data: [], meta: {} },
        path: '/v3/catalog/trees',
        times: 1,
      });
      simulator.store.categories.update(category?.id ?? 0, { description: 'changed' });
      const retried = await eventually(
        async () =>
          (await listEvents(site, `&entity_id=${category?.id}`)).events.find(
            ({ entity, attempt, status }) => entity === 'category' && attempt === 1 && status === 'complete',
          ) ?? null,
      );
      expect(retried.scope).toBe('store/category/updated');
      expect(await collections()).toBe(before);
    });
  });
}

describe('a product that upstream does not show to an update', () => {
  let connected: ConnectedSite;
  beforeAll(async () => {
    connected = await connectedSite({ simulator: { products: 30 } });
    registerHooks(connected);
  });
  afterAll(() => connected.stop());

  const isServed = async (id: number) =>
    productList.parse(await (await connected.site.rest(`/products?ids=${id}`)).json()).total === 1;

  test('is served until the second look, five seconds later, which does not count as an attempt', async () => {
    const { simulator, site } = connected;
    const [id = 0] = simulator.store.products.ids();
    // Deleted without its own event, followed by an event of another kind.
    simulator.webhooks.disturb({ lose: 1 });
    simulator.store.products.delete(id);
    simulator.webhooks.disturb({ lose: 0 });
    simulator.webhooks.emit({ scope: 'store/product/updated', data: { type: 'product', id } });
    const requests = () =>
      simulator.requests.all(
        (request) =>
          request.path.endsWith('/catalog/products') && new URLSearchParams(request.query).get('id:in') === String(id),
      );
    await eventually(async () => requests().length > 0);
    const waiting = await eventually(
      async () =>
        (await listEvents(site, `&entity_id=${id}`)).events.find(({ nextAttemptAt }) => nextAttemptAt !== null) ?? null,
    );

    expect(waiting).toMatchObject({ status: 'pending', attempt: 0, lastError: null });
    expect(await isServed(id)).toBe(true);
    expect(requests()).toHaveLength(1);
    await processedEvents(site);
    expect(await isServed(id)).toBe(false);
    expect((await listEvents(site, `&entity_id=${id}`)).events).toMatchObject([{ status: 'complete', attempt: 0 }]);
  });

  test('is gone at once if its deletion was reported, even if another event about it arrives after that', async () => {
    const { simulator } = connected;
    const [id = 0] = simulator.store.products.ids();
    expect(await isServed(id)).toBe(true);
    simulator.webhooks.pause();
    simulator.store.products.delete(id);
    simulator.webhooks.emit({ scope: 'store/product/updated', data: { type: 'product', id } });
    simulator.requests.clear();
    simulator.webhooks.resume();
    await eventually(async () => !(await isServed(id)));
    const requests = simulator.requests.all(({ query }) => new URLSearchParams(query).get('id:in') === String(id));
    expect(requests).toHaveLength(1);
  });
});
