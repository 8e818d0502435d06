import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { overview } from '../../contracts/admin/overview';
import { removalsAllowed } from '../../contracts/admin/removals';
import { healthRecord } from '../../contracts/admin/health';
import { productList } from '../../contracts/rest/products';
import { containerOf } from '../../server/src/container';
import { createAbsences } from '../../server/src/catalog/removal/absences';
import { createRemovalLimit } from '../../server/src/catalog/removal/removal-limit';
import { createRemovals, type Removals } from '../../server/src/catalog/removal/removals';
import { readCatalogTables } from '../../server/src/catalog/tables/strapi-tables';
import { createDatabaseClock } from '../../server/src/database/database-clock';
import { tables } from '../../server/src/database/tables';
import { systemClock } from '../../server/src/lib/clock';
import { days, milliseconds, minutes } from '../../server/src/lib/durations';
import { catalogWriter } from '../support/shops/catalog-items';
import { connectedSite, registerHooks, type ConnectedSite } from '../support/sites/connected-site';
import { eventually } from '../support/time/eventually';
import { processedEvents } from '../support/shops/events';
import { plansOf } from '../support/databases/statement-plans';
import { whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

const size = 60;

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the removal limit on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let connected: ConnectedSite;
    let made = 0;

    beforeAll(async () => {
      database = await kind.create(at);
      connected = await connectedSite({
        simulator: { products: size },
        boot: database.connection ? { database: database.connection } : {},
      });
      registerHooks(connected);
    });
    // Everything in the store is cached, and nothing was removed recently.
    beforeEach(async () => {
      const { site, simulator } = connected;
      const { products } = simulator.store;
      while (products.ids().length < size)
        products.create({ name: `Another ${(made += 1)}`, channels: [1], is_visible: true });
      await simulator.webhooks.idle();
      await processedEvents(site);
      await site.admin('POST', '/commerce-bridge/sync', { mode: 'full', allowMassRemoval: true });
      expect((await finishedRun(site)).status).toBe('succeeded');
      await site.strapi.db.connection(tables.removals).delete();
      expect([await cached(), await held()]).toEqual([size, []]);
    });
    afterAll(async () => {
      await connected.stop();
      await database.drop();
    });

    const cached = async () =>
      containerOf(connected.site.strapi)
        .catalog.browser.browse({ filter: {}, orderBy: 'title', direction: 'asc', page: 1, pageSize: 1 })
        .then(({ total }) => total);
    const held = async () =>
      overview.parse((await connected.site.admin('GET', '/commerce-bridge/overview')).body).removalHeld;
    const deleteSome = async (count: number) => {
      const { store, webhooks } = connected.simulator;
      for (const id of store.products.ids().slice(0, count)) store.products.delete(id);
      await webhooks.idle();
      await processedEvents(connected.site);
    };

    /** Another instance of the site. */
    function anotherInstance(): Removals {
      const { strapi } = connected.site;
      const clock = createDatabaseClock({ database: strapi.db.connection, clock: systemClock });
      const parts = { database: strapi.db.connection, catalogTables: readCatalogTables(strapi), clock };
      return createRemovals({
        ...parts,
        absences: createAbsences(parts),
        drawReadVersion: () => catalogWriter(strapi).readVersions.draw(),
        limit: createRemovalLimit({ ...parts, settings: () => ({ percent: 50, minimum: 20 }) }),
      });
    }

    test('is computed from an index, without reading whole products', async () => {
      const { connection } = connected.site.strapi.db;
      const plans = await plansOf(connection, /commerce_bridge_products/, () => anotherInstance().allowance('product'));
      expect(plans).toMatchObject([{ scanned: [] }]);
    });

    test('lets events remove half, names what is held, and an administrator approves the rest', async () => {
      const { site, simulator } = connected;
      await deleteSome(40);
      expect(await cached()).toBe(30);
      const [waiting] = await held();
      expect(waiting).toMatchObject({ entity: 'product', count: 10 });
      expect(waiting?.examples).toHaveLength(5);
      expect(
        productList.parse(await (await site.rest('/products?per_page=100')).json()).products.map(({ name }) => name),
      ).toEqual(expect.arrayContaining(waiting?.examples ?? []));
      const health = healthRecord.parse((await site.admin('POST', '/commerce-bridge/health/check')).body);
      expect(health.issues).toContainEqual({
        code: 'removal_held',
        values: { entity: 'product', count: 10, examples: waiting?.examples.join(', ') },
      });

      // One of them still exists.
      const [name = ''] = waiting?.examples ?? [];
      const id =
        productList
          .parse(await (await site.rest('/products?per_page=100')).json())
          .products.find((item) => item.name === name)?.id ?? 0;
      simulator.webhooks.disturb({ lose: 1 });
      simulator.store.products.create({ id, name, channels: [1], is_visible: true });
      await simulator.webhooks.idle();
      simulator.webhooks.disturb({});
      const { body } = await site.admin('POST', '/commerce-bridge/removals/allow');
      expect(removalsAllowed.parse(body)).toEqual({ removed: 9, shownAgain: 1 });
      expect(await cached()).toBe(21);
      expect(await held()).toEqual([]);
    });

    test('counts what all instances removed, in the removing transactions', async () => {
      const { strapi } = connected.site;
      await deleteSome(38);
      const { body } = await connected.site.admin('POST', '/commerce-bridge/removals/allow');
      expect(removalsAllowed.parse(body)).toMatchObject({ removed: 8 });
      const before = await cached();
      const catalog = catalogWriter(strapi);
      const ids = connected.simulator.store.products.ids();
      const { readVersions: readVersions, store } = catalog;
      const instances = [containerOf(strapi).removals, anotherInstance()];
      const parts = [ids.slice(0, 8), ids.slice(8, 16)];
      const readVersion = await readVersions.draw();
      const settle = async (removals: Removals, some: readonly number[]) => {
        await removals.noteAbsent({ entity: 'product', ids: some, readVersion, confirmableAfter: milliseconds(0) });
        const confirmable = await removals.confirmable({ entity: 'product', ids: some });
        return store.transaction((transaction) =>
          removals.settle(transaction, store, {
            entity: 'product',
            ids: some,
            readVersion,
            confirmable,
            origin: { kind: 'event' },
            excess: 'hold',
          }),
        );
      };
      // More than half has already been removed within ten minutes.
      const settled = await Promise.all(instances.map((removals, place) => settle(removals, parts[place] ?? [])));
      expect(settled.flatMap(({ removed }) => removed)).toEqual([]);
      expect(settled.flatMap(({ held: waiting }) => waiting)).toHaveLength(16);

      await strapi.db.connection('commerce_bridge_removals').delete();
      const again = await Promise.all(instances.map((removals, place) => settle(removals, parts[place] ?? [])));
      expect(again.flatMap(({ removed }) => removed)).toHaveLength(Math.floor(before / 2));
      expect(await cached()).toBe(before - Math.floor(before / 2));
    });

    test('counts what was removed by a clock that was a day ahead for ten minutes, too', async () => {
      const { strapi } = connected.site;
      const { connection } = strapi.db;
      const removed = { entity: 'product', removed_at: Date.now() + days(1), records: size };
      await connection(tables.removals).insert(removed);
      expect(await containerOf(strapi).removals.allowance('product')).toMatchObject({ records: 0 });
      const [noted]: unknown[] = await connection(tables.removals).pluck('removed_at');
      expect(Number(noted)).toBeLessThan(Date.now() + minutes(1));
    });

    test('keeps what a run finds, and lets a run confirm what was held', async () => {
      const { site, simulator } = connected;
      const { removals } = containerOf(site.strapi);
      const ids = simulator.store.products.ids().slice(0, 6);
      await removals.noteAbsent({ entity: 'product', ids, confirmableAfter: milliseconds(0) });
      await removals.hold({ entity: 'product', ids, origin: { kind: 'event' } });
      expect(await held()).toMatchObject([{ entity: 'product', count: 6 }]);
      await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
      expect((await finishedRun(site)).status).toBe('succeeded');
      expect(await cached()).toBe(simulator.store.products.ids().length);
      expect(await held()).toEqual([]);

      await deleteSome(34);
      expect(await held()).toMatchObject([{ entity: 'product', count: 4 }]);
      await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
      expect((await finishedRun(site)).status).toBe('succeeded');
      await eventually(async () => (await held()).length === 0);
      expect(await cached()).toBe(simulator.store.products.ids().length);
    });

    test('lets a run remove what it may, together with what it confirms, however much that is', async () => {
      const { site, simulator } = connected;
      const { removals } = containerOf(site.strapi);
      simulator.webhooks.pause();
      const ids = simulator.store.products.ids().slice(0, 54);
      const waiting = ids.slice(0, 27);
      await removals.noteAbsent({ entity: 'product', ids: waiting, confirmableAfter: milliseconds(0) });
      await removals.hold({ entity: 'product', ids: waiting, origin: { kind: 'event' } });
      for (const id of ids) simulator.store.products.delete(id);
      await site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
      const { status } = await finishedRun(site);
      simulator.webhooks.resume();
      expect([status, await cached()]).toEqual(['succeeded', size - 54]);
    });
  });
}
