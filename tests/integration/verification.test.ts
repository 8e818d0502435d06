import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Knex } from 'knex';
import { type Verification, verificationState } from '../../contracts/admin/verification';
import { readCatalogTables } from '../../server/src/catalog/strapi-tables';
import { tables } from '../../server/src/database/tables';
import { eventually } from '../support/eventually';
import { whenAvailable } from '../support/requirements';
import { openShop, type Shop } from '../support/shop';
import { databaseKinds, type TestDatabase } from '../support/test-databases';

const productTable = 'commerce_bridge_products';
const nothing = { record: 0, precomputed: 0, links: 0, slug: 0, index: 0, search: 0, leftovers: 0 };

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the cached catalog on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let shop: Shop;
    let knex: Knex;
    let answers: unknown[];

    const read = (path: string) => shop.read(path);
    const everything = async () => [await read('/products?per_page=100'), await read('/products?orderby=date'), await read('/collections'), await read('/brands'), await read('/products?search=e')];

    async function verify(): Promise<Verification> {
      const { status, body } = await shop.site.admin('POST', '/commerce-bridge/sync/verify');
      expect({ status, body }).toMatchObject({ status: 202 });
      const id = verificationState.parse(body).current?.id;
      return eventually(async () => {
        const { current, last } = verificationState.parse((await shop.site.admin('GET', '/commerce-bridge/sync/verify')).body);
        return current === null && (id === undefined || last?.id === id) ? last : null;
      });
    }

    /** Damages what `damage` does, and expects that one pass finds exactly that and puts it right. */
    async function expectRepaired(damage: () => Promise<unknown>, found: Partial<typeof nothing>): Promise<void> {
      await damage();
      const report = await verify();
      expect(report).toMatchObject({ status: 'succeeded', repaired: { ...nothing, ...found }, waiting: 0 });
      expect(await everything()).toEqual(answers);
      expect((await verify()).repaired).toEqual(nothing);
    }

    beforeAll(async () => {
      database = await kind.create(at);
      shop = await openShop({ simulator: { products: 60 }, site: database.connection ? { database: database.connection } : {} });
      knex = shop.site.strapi.db.connection;
      await shop.synchronise();
      answers = await everything();
    });
    afterAll(async () => {
      await shop.close();
      await database.drop();
    });

    const row = (offset: number) => knex(productTable).where({ publication_status: 'publish' }).orderBy('upstream_id').offset(offset).first();

    test('is found right where nothing was damaged', async () => {
      const report = await verify();
      expect(report).toMatchObject({ status: 'succeeded', trigger: 'manual', checked: { product: 60 }, repaired: nothing, examples: [] });
      expect(report.checked.category + report.checked.brand).toBeGreaterThan(3);
    });

    test('has a damaged record fetched from the store although its fingerprint stayed', async () => {
      const { upstream_id: id } = await row(0);
      await expectRepaired(() => knex(productTable).where({ upstream_id: id }).update({ price: 0.01, upstream_modified_at: null }), { record: 1, precomputed: 1 });
      expect((await verify()).examples).toEqual([]);
    });

    test('has a damaged category and brand fetched, too', async () => {
      await expectRepaired(async () => {
        await knex('commerce_bridge_categories').where({ id: (await knex('commerce_bridge_categories').first()).id }).update({ title: 'Damaged' });
        await knex('commerce_bridge_brands').where({ id: (await knex('commerce_bridge_brands').first()).id }).update({ content: 'Damaged' });
      }, { record: 2 });
    });

    test('has precomputed responses made anew', async () => {
      const { upstream_id: id } = await row(1);
      await expectRepaired(() => knex(productTable).where({ upstream_id: id }).update({ prepared_item: '"Damaged"\n1\nnull\n[]\ntrue\n[]', title_key: 'damaged' }), { precomputed: 1 });
    });

    test('has missing and false links put right', async () => {
      const { productCategories, productBrand } = readCatalogTables(shop.site.strapi);
      await expectRepaired(async () => {
        const [first, second] = await knex(productCategories.name).orderBy('id').limit(2);
        await knex(productCategories.name).where({ id: first.id }).delete();
        expect(second).toBeDefined();
      }, { links: 1 });
      await expectRepaired(async () => knex(productBrand.name).where({ id: (await knex(productBrand.name).first()).id }).delete(), { links: 1 });
    });

    test('has slugs that follow from what is claimed', async () => {
      const { upstream_id: id } = await row(2);
      await expectRepaired(() => knex(productTable).where({ upstream_id: id }).update({ slug: 'damaged' }), { slug: 1 });
      const category = await knex('commerce_bridge_categories').first();
      await expectRepaired(() => knex('commerce_bridge_categories').where({ id: category.id }).update({ slug: 'damaged' }), { slug: 1 });
    });

    test('has lists in step with its records', async () => {
      const placed: unknown[] = await knex(tables.categoryListings).distinct().orderBy('product_id').limit(3).pluck('product_id');
      expect(placed).toHaveLength(3);
      const [one, two, three] = placed.map((id) => ({ product_id: Number(id) }));
      await expectRepaired(async () => {
        await knex(tables.listedProducts).where(one ?? {}).update({ price: 9999 });
        await knex(tables.listedProducts).where(two ?? {}).delete();
        await knex(tables.categoryListings).where(three ?? {}).delete();
        // Its text stands in SQLite's index for a product that is not listed.
      }, { index: 3, ...(kind.name === 'SQLite' && { leftovers: 1, search: 1 }) });
    });

    test('lets go of what is left of records that are gone', async () => {
      const listed = await knex(tables.listedProducts).first();
      await expectRepaired(async () => {
        await knex(tables.listedProducts).insert({ ...listed, product_id: 777_001 });
        await knex(tables.categoryListings).insert({ product_id: 777_002, category_id: 1, created: 1, price: 1, title_key: 'gone' });
        await knex(tables.missingLinks).insert({ entity: 'brand', upstream_id: 1, product_id: 777_003, position: 1 });
      }, { leftovers: 3 });
    });

    if (kind.name === 'SQLite') {
      test('has a search index that holds each of its texts, and no other', async () => {
        const { upstream_id: id } = await row(6);
        await expectRepaired(async () => {
          await knex(tables.searchIndex).where({ rowid: id }).delete();
          await knex.raw(`insert into ${tables.searchIndex} (rowid, search_text) values (777004, 'gone')`);
        }, { search: 1, leftovers: 1 });
      });
    }

    test('is verified from where an instance left off that is gone', async () => {
      const { upstream_id: after } = await row(9);
      const left = { ...(await verify()), id: 'left', status: 'running', finishedAt: null, checked: { product: 10, category: 1, brand: 1 } };
      await knex(tables.state).insert({ name: 'catalog.verification', value: JSON.stringify({ report: left, position: { entity: 'product', after: Number(after) } }) }).onConflict('name').merge();
      const behind = await knex(productTable).where('upstream_id', '>', after);
      expect(await verify()).toMatchObject({ id: 'left', status: 'succeeded', checked: { product: 10 + behind.length, category: 1, brand: 1 } });
    });

    test('is verified by one instance at a time, and no further once that is cancelled', async () => {
      await knex(tables.leases).insert({ name: 'verification', holder: 'another instance', expires_at: Date.now() + 3_600_000 }).onConflict('name').merge();
      expect(await shop.site.admin('POST', '/commerce-bridge/sync/verify')).toMatchObject({ status: 409, body: { error: { details: { code: 'verification_busy' } } } });
      await knex(tables.leases).where({ name: 'verification' }).delete();
      await shop.site.admin('POST', '/commerce-bridge/sync/verify');
      await shop.site.admin('POST', '/commerce-bridge/sync/verify/cancel');
      const { last } = await eventually(async () => {
        const state = verificationState.parse((await shop.site.admin('GET', '/commerce-bridge/sync/verify')).body);
        return state.current === null ? state : null;
      });
      expect(['cancelled', 'succeeded']).toContain(last?.status);
    });
  });
}
