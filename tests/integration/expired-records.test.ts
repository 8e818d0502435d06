import { expect, test } from 'vitest';
import { createSideTables } from '../../server/src/catalog/writing/side-tables';
import { createStrapiCatalogStore } from '../../server/src/catalog/writing/strapi-catalog-store';
import { readCatalogTables } from '../../server/src/catalog/tables/strapi-tables';
import { containerOf } from '../../server/src/container';
import { createDatabaseClock } from '../../server/src/database/database-clock';
import { tables as ownTables } from '../../server/src/database/tables';
import { days } from '../../server/src/lib/durations';
import { aBrand, aCategory, aProduct, catalogWriter } from '../support/shops/catalog-items';
import { bootSite, removeSite } from '../support/sites/boot-site';
import { whenAvailable } from '../support/requirements';
import { ShiftedClock } from '../support/time/shifted-clock';
import { databaseKinds } from '../support/databases/test-databases';
import { withStoredMoments } from '../../server/src/catalog/tables/moments';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`withdrawn records on ${kind.name}`, (at) => {
    test("are deleted after the retention period by the database's clock, but not while one comes back", async () => {
      const clock = new ShiftedClock();
      const database = await kind.create(at);
      const site = await bootSite({
        ...(database.connection && { database: database.connection }),
        machine: { clock, databaseClock: createDatabaseClock },
      });
      try {
        const { strapi } = site;
        const catalog = catalogWriter(strapi);
        const { tables } = readCatalogTables(strapi);
        const { productIndex: productIndex, catalogChanges, deleteExpired } = containerOf(strapi);
        const pass = () => deleteExpired(new AbortController().signal);
        const left = async () => ({
          product: (await strapi.db.connection(tables.product).orderBy('upstream_id').pluck('upstream_id')).map(Number),
          category: (await strapi.db.connection(tables.category).pluck('upstream_id')).map(Number),
          brand: (await strapi.db.connection(tables.brand).pluck('upstream_id')).map(Number),
        });
        await catalog.write('category', [aCategory({ id: 1 })]);
        await catalog.write('brand', [aBrand({ id: 2 })]);
        // The first product has no relations, whose foreign keys would detect that its row is gone.
        const products = [
          aProduct({ id: 10 }),
          ...[11, 12].map((id) => aProduct({ id, categoryIds: [1], brandId: 2 })),
        ];
        await catalog.write('product', products);
        await catalog.remove('category', [1]);
        await catalog.remove('brand', [2]);
        await catalog.remove('product', [10, 11]);

        // With a wrong clock of the machine, nothing is deleted; on SQLite there is no other clock.
        if (database.connection) {
          clock.advance(days(40));
          expect(await pass()).toBe(0);
        }
        const longAgo = withStoredMoments(strapi.db.connection, { withdrawn_at: new Date(Date.now() - days(31)) });
        for (const table of [tables.product, tables.category, tables.brand])
          await strapi.db.connection(table).whereNotNull('withdrawn_at').update(longAgo);
        // One came with an import, which brings none of our own tables.
        await strapi.db.connection(ownTables.readVersions).where({ entity: 'product', upstream_id: 11 }).delete();

        // They are deleted while one of them is being written again.
        let deletes = true;
        const returning = createStrapiCatalogStore({
          database: strapi.db.connection,
          catalogTables: readCatalogTables(strapi),
          sideTables: createSideTables({ database: strapi.db.connection, catalogTables: readCatalogTables(strapi) }),
          readVersions: catalog.readVersions,
          productIndex,
          changes: catalogChanges,
          workScheduler: {
            yieldIfDue: async () => undefined,
            yieldInTransactionIfDue: async () => {
              // SQLite has one connection, and nothing can interleave.
              if (!deletes || !database.connection) return;
              deletes = false;
              await pass();
            },
          },
        });
        const readVersion = await catalog.readVersions.draw();
        await returning.transaction((transaction) =>
          returning.upsert(transaction, 'product', {
            responses: [{ items: products.slice(0, 1), readVersion }],
            origin: { kind: 'event' },
            now: new Date(),
          }),
        );
        await pass();
        expect(await left()).toEqual({ product: [10, 12], category: [], brand: [] });

        // Records that still reference them are related again once they are back.
        await catalog.write('category', [aCategory({ id: 1 })]);
        await catalog.write('brand', [aBrand({ id: 2 })]);
        const named: { categories: unknown[]; brand: unknown }[] = await strapi.db
          .query('plugin::commerce-bridge.product')
          .findMany({ populate: ['categories', 'brand'], orderBy: 'upstreamId' });
        expect(named.map(({ categories, brand }) => [categories.length, brand !== null])).toEqual([
          [0, false],
          [1, true],
        ]);
      } finally {
        await site.stop();
        await database.drop();
        removeSite(site);
      }
    });
  });
}
