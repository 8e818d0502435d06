import { afterAll, beforeAll, expect, test } from 'vitest';
import createKnex, { type Knex } from 'knex';
import { createCatalogChanges } from '../../server/src/catalog/changes/catalog-changes';
import type { CatalogItems } from '../../server/src/catalog/writing/catalog-store';
import type { EntityKind } from '../../server/src/catalog/model/catalog-types';
import { assignSlugs } from '../../server/src/catalog/model/slugs';
import { createSideTables } from '../../server/src/catalog/writing/side-tables';
import { createStrapiCatalogStore } from '../../server/src/catalog/writing/strapi-catalog-store';
import { readCatalogTables } from '../../server/src/catalog/tables/strapi-tables';
import { containerOf } from '../../server/src/container';
import { fromJson, toNumber } from '../../server/src/database/database';
import { createReadVersions } from '../../server/src/catalog/writing/knex-read-versions';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { aBrand, aCategory, aProduct } from '../support/shops/catalog-items';
import { createMemoryLog } from '../support/instances/memory-log';
import { createQuietLogger } from '../support/quiet-logger';
import { Randomness } from '../support/randomness';
import { whenAvailable } from '../support/requirements';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import { testSeed } from '../support/test-seed';

const origin = { kind: 'event' } as const;
const pairs = Array.from({ length: 20 }, (_, place) => place);

/** Connection settings of sites. */
const moods: Record<string, readonly string[]> = {
  PostgreSQL: [
    'select 1',
    'set default_transaction_isolation = "repeatable read"',
    'set default_transaction_isolation = "serializable"',
  ],
  'MySQL or MariaDB': [
    'select 1',
    'set session innodb_snapshot_isolation = on',
    'set session transaction isolation level serializable',
  ],
};

for (const kind of databaseKinds) {
  if (kind.name === 'SQLite') continue;
  whenAvailable(kind.requirement).describe(`concurrent writers on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let site: BootedSite;
    const pools: Knex[] = [];

    beforeAll(async () => {
      database = await kind.create(at);
      site = await bootSite(database.connection ? { database: database.connection } : {});
    });
    afterAll(async () => {
      for (const pool of pools) await pool.destroy();
      await site.stop();
      await database.drop();
      removeSite(site);
    });

    /** Another process: separate connections, with these settings. */
    function aWriter(mood = 'select 1') {
      const { client, connection } = site.strapi.db.connection.client.config;
      const afterCreate = (
        raw: { query: (sql: string, done: (error: unknown) => void) => void },
        done: (error: unknown, connection: unknown) => void,
      ) => raw.query(mood, (error) => done(error, raw));
      const pool = createKnex({
        client: String(client).startsWith('mysql') ? 'mysql2' : 'pg',
        connection: { ...connection },
        pool: { min: 0, max: 3, afterCreate },
      });
      pools.push(pool);
      const readVersions = createReadVersions(pool);
      const changes = createCatalogChanges({ database: pool, log: createMemoryLog(), logger: createQuietLogger() });
      const { productIndex: productIndex } = containerOf(site.strapi);
      const store = createStrapiCatalogStore({
        database: pool,
        catalogTables: readCatalogTables(site.strapi),
        sideTables: createSideTables({ database: pool, catalogTables: readCatalogTables(site.strapi) }),
        readVersions,
        productIndex,
        changes,
      });
      return {
        async write<Kind extends EntityKind>(entity: Kind, items: readonly CatalogItems[Kind][]) {
          const readVersion = await readVersions.draw();
          return store.transaction((transaction) =>
            store.upsert(transaction, entity, { responses: [{ items, readVersion }], origin, now: new Date() }),
          );
        },
        async remove(entity: EntityKind, ids: readonly number[]) {
          const readVersion = await readVersions.draw();
          return store.transaction((transaction) =>
            store.remove(transaction, { entity, ids, readVersion, origin, now: new Date() }),
          );
        },
      };
    }

    const tables = () => readCatalogTables(site.strapi);
    const stored = async (entity: EntityKind): Promise<Record<string, unknown>[]> =>
      site.strapi.db.connection(tables().tables[entity]).select('*');

    /** Slugs are a function of all claims, and relations are those that the products reference. */
    async function expectInvariants(): Promise<void> {
      for (const entity of ['product', 'category', 'brand'] as const) {
        const rows = (await stored(entity)).filter(
          (row) => row.withdrawn_at === undefined || row.withdrawn_at === null,
        );
        const wanted = assignSlugs(
          rows.map((row) => ({ id: toNumber(row.upstream_id), claim: String(row.slug_claim) })),
        );
        expect(new Map(rows.map((row) => [toNumber(row.upstream_id), String(row.slug)]))).toEqual(wanted);
        const held = await site.strapi.db
          .connection('commerce_bridge_slugs')
          .where({ entity })
          .select('upstream_id', 'slug');
        expect(new Map(held.map((row) => [toNumber(row.upstream_id), String(row.slug)]))).toEqual(wanted);
      }
      const rowIds = new Map((await stored('category')).map((row) => [toNumber(row.upstream_id), toNumber(row.id)]));
      const { name, joinColumn, inverseJoinColumn } = tables().productCategories;
      const links: Record<string, unknown>[] = await site.strapi.db.connection(name).select('*');
      for (const product of await stored('product')) {
        const named = fromJson(product.category_ids);
        const expected = (Array.isArray(named) ? named : []).flatMap((id: unknown) => rowIds.get(toNumber(id)) ?? []);
        const linked = links
          .filter((link) => toNumber(link[joinColumn.name]) === toNumber(product.id))
          .map((link) => toNumber(link[inverseJoinColumn.name]));
        expect({ product: product.upstream_id, linked: linked.sort() }).toEqual({
          product: product.upstream_id,
          linked: expected.sort(),
        });
      }
    }

    test('of two records that claim one slug give it to the lowest id, and never to both', async () => {
      const [one, two] = [aWriter(), aWriter()];
      for (const pair of pairs) {
        const title = `Claimed ${pair}x`;
        await Promise.all([
          one.write('product', [aProduct({ id: 1000 + pair * 2, title })]),
          two.write('product', [aProduct({ id: 1001 + pair * 2, title })]),
        ]);
      }
      await expectInvariants();
    });

    test('leave no needless suffix when one removes the record whose slug the other claims', async () => {
      const [one, two] = [aWriter(), aWriter()];
      for (const pair of pairs) {
        const title = `Left ${pair}x`;
        await one.write('product', [aProduct({ id: 2000 + pair * 2, title })]);
        await Promise.all([
          one.remove('product', [2000 + pair * 2]),
          two.write('product', [aProduct({ id: 2001 + pair * 2, title })]),
        ]);
      }
      await expectInvariants();
    });

    test('of a product and of its category and brand relate them', async () => {
      const [one, two] = [aWriter(), aWriter()];
      for (const pair of pairs) {
        const [categoryId, brandId] = [3000 + pair, 3000 + pair];
        await Promise.all([
          one.write('product', [
            aProduct({ id: 3000 + pair, title: `Related ${pair}x`, categoryIds: [categoryId], brandId }),
          ]),
          two
            .write('category', [aCategory({ id: categoryId, title: `Named ${pair}x` })])
            .then(() => two.write('brand', [aBrand({ id: brandId, title: `Maker ${pair}x` })])),
        ]);
      }
      await expectInvariants();
      const written = new Set(pairs.map((pair) => 3000 + pair));
      const related = (await stored('product')).filter((row) => written.has(toNumber(row.upstream_id))).length;
      const brands: unknown[] = await site.strapi.db
        .connection(tables().productBrand.name)
        .pluck(tables().productBrand.joinColumn.name);
      expect([related, brands.length]).toEqual([pairs.length, pairs.length]);
    });

    for (const mood of moods[kind.name] ?? []) {
      test(`lose nothing and fail with nothing, four of them for some seconds (${mood})`, async () => {
        await Promise.all([1, 2, 3, 4].map((place) => aBusyWriter(aWriter(mood), new Randomness(testSeed + place))));
        await expectInvariants();
      });
    }

    /**
     * Writes, renames, and removes a few records repeatedly, so that it conflicts with the others as often as possible.
     */
    async function aBusyWriter(writer: ReturnType<typeof aWriter>, random: Randomness): Promise<void> {
      const below = (end: number) => random.below(end);
      const some = (count: number) => [...new Set(Array.from({ length: count }, () => 4000 + below(30)))];
      for (let step = 0; step < 15; step += 1) {
        const turn = below(10);
        if (turn < 6) {
          const items = some(8).map((id) =>
            aProduct({
              id,
              title: `Busy ${below(6)}${below(3) === 0 ? `-${4000 + below(30)}` : ''}`,
              price: below(50),
              categoryIds: [4000 + below(4), 4004 + below(4)],
            }),
          );
          const outcomes = await writer.write('product', items);
          expect(outcomes).toHaveLength(items.length);
        } else if (turn < 8)
          await writer.write(
            'category',
            [4000, 4001, 4002, 4003].slice(below(3)).map((id) => aCategory({ id, title: `Shelf ${below(3)}` })),
          );
        else await writer.remove('product', some(3));
      }
    }
  });
}
