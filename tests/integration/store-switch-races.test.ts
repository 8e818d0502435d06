import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventList } from '../../contracts/admin/events';
import { productList } from '../../contracts/rest/products';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { forgetEntities } from '../../server/src/catalog/writing/entity-memories';
import { createCachedShop, StoreSwitchedError } from '../../server/src/catalog/shop/cached-shop';
import { createSideTables } from '../../server/src/catalog/writing/side-tables';
import { createStrapiCatalogStore } from '../../server/src/catalog/writing/strapi-catalog-store';
import { readCatalogTables } from '../../server/src/catalog/tables/strapi-tables';
import { containerOf } from '../../server/src/container';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { createKnexStateStore } from '../../server/src/database/knex-state-store';
import { aProduct } from '../support/shops/catalog-items';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { deliver, deliveryBody, standardDelivery } from '../support/shops/deliveries';
import { eventually } from '../support/time/eventually';
import { whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

const products = '/v3/catalog/products';

/** The site's own catalog store. */
function storeOf({ strapi }: BootedSite) {
  const database = strapi.db.connection;
  const { productIndex: productIndex, catalogChanges: changes } = containerOf(strapi);
  const store = createStrapiCatalogStore({
    database,
    catalogTables: readCatalogTables(strapi),
    sideTables: createSideTables({ database, catalogTables: readCatalogTables(strapi) }),
    readVersions: createReadVersions(database),
    productIndex,
    changes,
  });
  return { store, cachedShop: createCachedShop({ state: createKnexStateStore(database), store, forgetEntities }) };
}

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`while the store is switched on ${kind.name}`, (at) => {
    let first: Simulator;
    let second: Simulator;
    let site: BootedSite;
    let database: TestDatabase;

    beforeAll(async () => {
      first = await startSimulator({ products: 8, quota: 0, storeHash: 'first' });
      second = await startSimulator({ products: 5, seed: 2, quota: 0, storeHash: 'second' });
      database = await kind.create(at);
      site = await bootSite(database.connection ? { database: database.connection } : {});
    });
    afterAll(async () => {
      await site.stop();
      await first.close();
      await second.close();
      await database.drop();
      removeSite(site);
    });

    beforeEach(async () => {
      expect(await switchTo(first)).toBe(200);
      await call('POST', '/sync');
      expect((await finishedRun(site)).status).toBe('succeeded');
    });

    const call = (method: string, path: string, body?: unknown) => site.admin(method, `/commerce-bridge${path}`, body);
    const switchTo = async ({ url, account }: Simulator) => {
      const { storeHash, accessToken, clientSecret } = account;
      return (
        await call('PUT', '/settings', { apiUrl: url, storeHash, accessToken, clientSecret, clearCachedStore: true })
      ).status;
    };
    const total = async () => productList.parse(await (await site.rest('/products')).json()).total;
    const isAskedFor = (path: string) =>
      eventually(
        async () => first.requests.all((request) => request.path.endsWith(path) && request.status === 0).length > 0,
      );

    /**
     * Sends a request to the first store that gets its response only after the site has been switched to the second.
     */
    async function switchDuring<Result>(path: string, ask: () => Promise<Result>): Promise<Result> {
      first.faults.add({ kind: 'delay', milliseconds: 600_000, path, times: 0 });
      const asked = ask();
      await isAskedFor(path);
      expect(await switchTo(second)).toBe(200);
      first.faults.clear();
      return asked;
    }

    test('a resync in progress writes nothing, and says so', async () => {
      const [id] = first.store.products.ids();
      const { status, body } = await switchDuring(products, () => call('POST', `/products/${id}/resync`));
      expect([status, Object(Object(body).error).details]).toEqual([
        409,
        { code: 'store_switched', askedStore: 'first' },
      ]);
      expect(await total()).toBe(0);
    });

    test('a resync of a category in progress writes nothing', async () => {
      const [id] = first.store.state.categories.keys();
      const { status } = await switchDuring('/v3/catalog/trees/categories', () =>
        call('POST', `/records/category/${id}/resync`),
      );
      expect(status).toBe(409);
      expect(await storeOf(site).store.count('category')).toBe(0);
    });

    test('the switch waits for a transaction in progress, and clears what it wrote', async () => {
      const { store, cachedShop } = storeOf(site);
      const claim = await cachedShop.claim('first');
      let switching: Promise<number> = Promise.resolve(0);
      await claim.guard(store).transaction(async (transaction) => {
        switching = switchTo(second);
        await store.upsert(transaction, 'product', {
          responses: [{ items: [aProduct({ id: 4711 })], readVersion: 1_000_000 }],
          origin: { kind: 'event' },
          now: new Date(),
        });
      });
      expect(await switching).toBe(200);
      expect(await total()).toBe(0);
      const late = claim.guard(store).transaction(async () => undefined);
      await expect(late).rejects.toThrow(StoreSwitchedError);
    });

    test('an event in progress writes nothing, and is retried', async () => {
      const [id] = first.store.products.ids();
      await switchDuring(products, async () => {
        const sent = await deliver(
          site,
          standardDelivery(first.account.clientSecret, {
            body: deliveryBody({ data: { type: 'product', id: Number(id) } }),
          }),
        );
        expect(sent.status).toBe(200);
      });
      const failed = await eventually(
        async () => eventList.parse((await call('GET', '/events?status=failed')).body).events[0] ?? null,
      );
      expect(failed).toMatchObject({
        entity_id: id,
        lastError: expect.stringMatching(/connected to a different store/),
      });
      expect(await total()).toBe(0);
    });

    test('the next run contains only the second store', async () => {
      await switchDuring(products, () => call('POST', `/products/${first.store.products.ids()[0]}/resync`));
      await call('POST', '/sync');
      expect(await finishedRun(site)).toMatchObject({ status: 'succeeded', counts: { created: 5 } });
      expect(await storeOf(site).store.count('product')).toBe(5);
    });
  });
}
