import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Knex } from 'knex';
import { changedIdsSchema } from '../../server/src/catalog/changes/change-log';
import type { EntityKind } from '../../server/src/catalog/model/catalog-types';
import { readCatalogTables } from '../../server/src/catalog/tables/strapi-tables';
import { toNumber } from '../../server/src/database/database';
import { tables } from '../../server/src/database/tables';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { aBrand, aCategory, aProduct, catalogWriter } from '../support/shops/catalog-items';
import { whenAvailable } from '../support/requirements';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

const right = {
  product: { 11: 'shirt', 12: 'shirt-12', 21: 'mug', 31: 'cap', 32: 'cap-32', 41: 'Hat', 42: 'hat' },
  category: { 5: 'sale', 6: 'sale-6' },
  brand: { 7: 'acme' },
};

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`wrong slugs of an earlier version on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let site: BootedSite;

    const knex = (): Knex => site.strapi.db.connection;
    const tableOf = (entity: EntityKind) => readCatalogTables(site.strapi).tables[entity];
    const rename = (entity: EntityKind, id: number, slug: string) =>
      knex()(tableOf(entity)).where({ upstream_id: id }).update({ slug });
    const options = () => (database.connection ? { database: database.connection } : {});

    async function slugsIn(table: string, where: Record<string, unknown>): Promise<Record<string, string>> {
      const rows: Record<string, unknown>[] = await knex()(table)
        .where(where)
        .orderBy('upstream_id')
        .select('upstream_id', 'slug');
      return Object.fromEntries(rows.map((row) => [String(toNumber(row.upstream_id)), String(row.slug)]));
    }

    const stored = async () => ({
      product: await slugsIn(tableOf('product'), {}),
      category: await slugsIn(tableOf('category'), {}),
      brand: await slugsIn(tableOf('brand'), {}),
    });
    const held = async () => ({
      product: await slugsIn(tables.slugs, { entity: 'product' }),
      category: await slugsIn(tables.slugs, { entity: 'category' }),
      brand: await slugsIn(tables.slugs, { entity: 'brand' }),
    });

    async function bootAgain(): Promise<void> {
      await site.stop();
      site = await bootSite({ ...options(), folder: site.folder });
    }

    beforeAll(async () => {
      database = await kind.create(at);
      site = await bootSite(options());
      const catalog = catalogWriter(site.strapi);
      const claims = { 11: 'shirt', 12: 'shirt', 21: 'mug', 31: 'cap', 32: 'cap', 41: 'Hat', 42: 'hat' };
      await catalog.write(
        'product',
        Object.entries(claims).map(([id, slugClaim]) => aProduct({ id: Number(id), slugClaim })),
      );
      await catalog.write('category', [
        aCategory({ id: 5, slugClaim: 'sale' }),
        aCategory({ id: 6, slugClaim: 'sale' }),
      ]);
      await catalog.write('brand', [aBrand({ id: 7, title: 'Acme' })]);

      await rename('product', 12, 'shirt');
      await rename('product', 21, 'mug-21');
      await rename('category', 6, 'sale');
      await knex()(tables.slugs).delete();
      await knex()(tables.state).where({ name: 'catalog.slugs' }).delete();
      // Nothing listens at this address, so that its notifications wait.
      const purgeTargets = [{ key: 'cache', kind: 'varnish', url: 'http://127.0.0.1:9/' }];
      await site.admin('PUT', '/commerce-bridge/settings', { purgeTargets });
      await bootAgain();
    });
    afterAll(async () => {
      await site.stop();
      await database.drop();
      removeSite(site);
    });

    test('are repaired when the site boots, and correct ones stay', async () => {
      expect(await stored()).toEqual(right);
    });

    test('have one holder each from then on', async () => {
      expect(await held()).toEqual(right);
    });

    test('redirect to the repaired ones', async () => {
      const moved = await site.rest('/products/mug-21', { redirect: 'manual' });
      expect([moved.status, moved.headers.get('location')]).toEqual([301, expect.stringMatching(/\/products\/mug$/)]);
      expect(await (await site.rest('/products/shirt')).json()).toMatchObject({ id: 11 });
    });

    test('are purged from caches in front of the site', async () => {
      const waiting: unknown[] = await knex()(tables.outbox).where({ target: 'cache' }).pluck('content');
      const changes = waiting.map((content) => changedIdsSchema.parse(JSON.parse(String(content))));
      expect(changes.flatMap(({ products }) => products)).toEqual(expect.arrayContaining([12, 21]));
      expect(changes.flatMap(({ categories }) => categories)).toContain(6);
    });

    test('are searched for once', async () => {
      onTestFinished(async () => void (await rename('product', 21, 'mug')));
      await rename('product', 21, 'mug-21');
      await bootAgain();
      expect((await stored()).product).toMatchObject({ 21: 'mug-21' });
    });
  });
}
