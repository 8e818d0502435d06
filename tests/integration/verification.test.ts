import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Knex } from 'knex';
import { readCatalogTables } from '../../server/src/catalog/tables/strapi-tables';
import { containerOf } from '../../server/src/container';
import { tables } from '../../server/src/database/tables';
import { aBrand, aCategory, aProduct, catalogWriter } from '../support/shops/catalog-items';
import { eventually } from '../support/time/eventually';
import { nothingRepaired as nothing, verificationOf } from '../support/shops/catalog-verification';
import { damageSearchIndex } from '../support/shops/damaged-search';
import { whenAvailable } from '../support/requirements';
import { openShop, type Shop } from '../support/shops/shop';
import { SwiftClock } from '../support/time/swift-clock';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

const productTable = 'commerce_bridge_products';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`the cached catalog on ${kind.name}`, (at) => {
    let database: TestDatabase;
    let shop: Shop;
    let knex: Knex;
    let responses: unknown[];

    const { everything, state, lastReport, verify, expectRepaired } = verificationOf({
      shop: () => shop,
      responses: () => responses,
    });

    beforeAll(async () => {
      database = await kind.create(at);
      const clock = new SwiftClock(4);
      shop = await openShop({
        simulator: { products: 60, clock: clock.simulated },
        site: { machine: { clock }, ...(database.connection && { database: database.connection }) },
      });
      knex = shop.site.strapi.db.connection;
      await shop.synchronize();
      responses = await everything();
    });
    afterAll(async () => {
      await shop.close();
      await database.drop();
    });

    const row = (offset: number) =>
      knex(productTable).where({ publication_status: 'publish' }).orderBy('upstream_id').offset(offset).first();

    test('passes when nothing is damaged', async () => {
      const cached: unknown[] = await knex(productTable).pluck('upstream_id');
      expect(cached.length).toBeGreaterThanOrEqual(60);
      const report = await verify();
      expect(report).toMatchObject({
        status: 'succeeded',
        trigger: 'manual',
        checked: { product: cached.length },
        repaired: nothing,
        examples: [],
      });
      expect(report.checked.category + report.checked.brand).toBeGreaterThan(3);
    });

    test('gets a damaged record fetched from the store, even if its fingerprint is unchanged', async () => {
      const { upstream_id: id } = await row(0);
      await expectRepaired(
        () => knex(productTable).where({ upstream_id: id }).update({ price: 0.01, upstream_modified_at: null }),
        { record: 1, precomputed: 1 },
      );
      for (const damage of [{ availability: 'gone' }, { tags: '"x"' }])
        await expectRepaired(() => knex(productTable).where({ upstream_id: id }).update(damage), { record: 1 });
      expect((await verify()).examples).toEqual([]);
    });

    test('gets a damaged category and brand fetched, too', async () => {
      await expectRepaired(
        async () => {
          await knex('commerce_bridge_categories')
            .where({ id: (await knex('commerce_bridge_categories').first()).id })
            .update({ title: 'Damaged' });
          await knex('commerce_bridge_brands')
            .where({ id: (await knex('commerce_bridge_brands').first()).id })
            .update({ content: 'Damaged' });
        },
        { record: 2 },
      );
    });

    test('gets its precomputed responses recomputed', async () => {
      const { upstream_id: id } = await row(1);
      await expectRepaired(
        () =>
          knex(productTable)
            .where({ upstream_id: id })
            .update({ prepared_item: '"Damaged"\n1\nnull\n[]\ntrue\n[]', title_key: 'damaged' }),
        { precomputed: 1 },
      );
    });

    test('gets missing and wrong relations repaired', async () => {
      const { productCategories, productBrand } = readCatalogTables(shop.site.strapi);
      await expectRepaired(
        async () => {
          const [first, second] = await knex(productCategories.name).orderBy('id').limit(2);
          await knex(productCategories.name).where({ id: first.id }).delete();
          expect(second).toBeDefined();
        },
        { links: 1 },
      );
      await expectRepaired(
        async () =>
          knex(productBrand.name)
            .where({ id: (await knex(productBrand.name).first()).id })
            .delete(),
        { links: 1 },
      );
    });

    test('gets the slugs that follow from all claims', async () => {
      const { upstream_id: id } = await row(2);
      await expectRepaired(() => knex(productTable).where({ upstream_id: id }).update({ slug: 'damaged' }), {
        slug: 1,
      });
      const category = await knex('commerce_bridge_categories').first();
      await expectRepaired(
        () => knex('commerce_bridge_categories').where({ id: category.id }).update({ slug: 'damaged' }),
        { slug: 1 },
      );
    });

    test('gets its product index rebuilt to match its records', async () => {
      const placed: unknown[] = await knex(tables.categoryListings)
        .distinct()
        .orderBy('product_id')
        .limit(3)
        .pluck('product_id');
      expect(placed).toHaveLength(3);
      const [one, two, three] = placed.map((id) => ({ product_id: Number(id) }));
      await expectRepaired(
        async () => {
          await knex(tables.listedProducts)
            .where(one ?? {})
            .update({ price: 9999 });
          await knex(tables.listedProducts)
            .where(two ?? {})
            .delete();
          await knex(tables.categoryListings)
            .where(three ?? {})
            .delete();
          // The search index contains the text of a product that is not listed.
        },
        { index: 3, leftovers: 1, search: 1 },
      );
    });

    test('gets leftovers of deleted records removed', async () => {
      const listed = await knex(tables.listedProducts).first();
      await expectRepaired(
        async () => {
          await knex(tables.listedProducts).insert({ ...listed, product_id: 777_001 });
          await knex(tables.categoryListings).insert({
            product_id: 777_002,
            category_id: 1,
            created: 1,
            price: 1,
            title_key: 'gone',
          });
          await knex(tables.missingLinks).insert({ entity: 'brand', upstream_id: 1, product_id: 777_003, position: 1 });
        },
        { leftovers: 3 },
      );
    });

    test('gets a search index with exactly its own texts', async () => {
      const { upstream_id: id } = await row(6);
      await expectRepaired(() => damageSearchIndex(knex, { without: Number(id), leftover: 777_004 }), {
        search: 1,
        leftovers: 1,
      });
    });

    test('is verified from where a dead instance left off', async () => {
      const { upstream_id: after } = await row(9);
      const left = {
        ...(await verify()),
        id: 'left',
        status: 'running',
        finishedAt: null,
        checked: { product: 10, category: 1, brand: 1 },
      };
      await knex(tables.state)
        .insert({
          name: 'catalog.verification',
          value: JSON.stringify({ report: left, position: { entity: 'product', after: Number(after) } }),
        })
        .onConflict('name')
        .merge();
      const behind = await knex(productTable).where('upstream_id', '>', after);
      // Refused if the site has already noticed it by itself.
      await shop.site.admin('POST', '/commerce-bridge/sync/verify');
      expect(await eventually(async () => ((await lastReport())?.id === 'left' ? lastReport() : null))).toMatchObject({
        status: 'succeeded',
        checked: { product: 10 + behind.length, category: 1, brand: 1 },
      });
    });

    test('is verified to the end by an instance that was already running when another one died', async () => {
      const left = { ...(await verify()), id: 'left by another', status: 'running', finishedAt: null };
      await knex(tables.state)
        .insert({
          name: 'catalog.verification',
          value: JSON.stringify({ report: left, position: { entity: 'product', after: -1 } }),
        })
        .onConflict('name')
        .merge();
      expect(
        await eventually(async () => ((await lastReport())?.id === 'left by another' ? lastReport() : null)),
      ).toMatchObject({ status: 'succeeded' });
    });

    test('is verified after a scheduled full run', async () => {
      await knex(tables.runs).delete();
      await containerOf(shop.site.strapi).scheduledSync.job.run(new AbortController().signal);
      expect(
        await eventually(async () => ((await lastReport())?.trigger === 'full_run' ? lastReport() : null)),
      ).toMatchObject({ status: 'succeeded', repaired: nothing });
      expect(await knex(tables.runs).where({ mode: 'full', status: 'succeeded' })).toHaveLength(1);
    });

    test('is verified after an import or a transfer', async () => {
      const { lifecycles } = shop.site.strapi.db;
      lifecycles.disable();
      const damaged = await row(3);
      const products = shop.site.strapi.db.query('plugin::commerce-bridge.product');
      await products.update({ where: { id: damaged.id }, data: { title: 'Imported' } });
      await knex(productTable).where({ id: damaged.id }).update({ title_key: 'imported' });
      lifecycles.enable();
      expect(
        await eventually(async () => ((await lastReport())?.trigger === 'content_replaced' ? lastReport() : null)),
      ).toMatchObject({ status: 'succeeded', repaired: { record: 1 }, waiting: 0 });
      expect(await everything()).toEqual(responses);
    });

    test('is correct where a category or brand came after its products', async () => {
      const catalog = catalogWriter(shop.site.strapi);
      await catalog.write('product', [
        aProduct({ id: 880_001, categoryIds: [880_003], brandId: 880_002 }),
        aProduct({ id: 880_004, brandId: 880_002 }),
      ]);
      await catalog.write('brand', [aBrand({ id: 880_002 })]);
      await catalog.write('category', [aCategory({ id: 880_003 })]);
      expect(await verify()).toMatchObject({ status: 'succeeded', repaired: nothing, examples: [] });
      // Other problems of such a product are still detected.
      await catalog.write('product', [aProduct({ id: 880_005, categoryIds: [880_006] })]);
      await knex(productTable).where({ upstream_id: 880_005 }).update({ sku: 'damaged' });
      await catalog.write('category', [aCategory({ id: 880_006 })]);
      expect((await verify()).repaired).toMatchObject({ record: 1 });
      await catalog.removeForGood('product', [880_001, 880_004, 880_005]);
      await catalog.remove('category', [880_003, 880_006]);
      await catalog.remove('brand', [880_002]);
    });

    test('shows no withdrawn product in lists or searches', async () => {
      const catalog = catalogWriter(shop.site.strapi);
      await catalog.write('product', [aProduct({ id: 881_001, title: 'Withdrawn thing', categoryIds: [1] })]);
      await catalog.remove('product', [881_001]);
      const listed = await knex(tables.listedProducts).where({ product_id: 881_001 }).first();
      expect(listed).toBeDefined();
      await knex(tables.listedProducts).where({ product_id: 881_001 }).update({ is_published: true });
      await knex(tables.categoryListings).insert({
        product_id: 881_001,
        category_id: 1,
        created: 1,
        price: 1,
        title_key: 'withdrawn thing',
      });
      expect(await verify()).toMatchObject({ status: 'succeeded', repaired: { ...nothing, index: 1 } });
      expect(await everything()).toEqual(responses);
      expect((await verify()).repaired).toEqual(nothing);
      await catalog.removeForGood('product', [881_001]);
    });

    test('is verified by one instance at a time, which stops when the pass is canceled', async () => {
      await knex(tables.leases)
        .insert({ name: 'verification', holder: 'another instance', expires_at: Date.now() + 3_600_000 })
        .onConflict('name')
        .merge();
      expect(await shop.site.admin('POST', '/commerce-bridge/sync/verify')).toMatchObject({
        status: 409,
        body: { error: { details: { code: 'verification_busy' } } },
      });
      await knex(tables.leases).where({ name: 'verification' }).delete();
      await shop.site.admin('POST', '/commerce-bridge/sync/verify');
      await shop.site.admin('POST', '/commerce-bridge/sync/verify/cancel');
      const { last } = await eventually(async () => {
        const seen = await state();
        return seen.current === null ? seen : null;
      });
      expect(['cancelled', 'succeeded']).toContain(last?.status);
    });
  });
}
