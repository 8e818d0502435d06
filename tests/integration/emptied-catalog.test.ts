import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { overview } from '../../contracts/admin/overview';
import { productList } from '../../contracts/rest/products';
import { containerOf } from '../../server/src/container';
import { days } from '../../server/src/lib/durations';
import { readProducts } from '../../server/src/permissions';
import { tables } from '../../server/src/database/tables';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { openShop, type Shop } from '../support/shops/shop';
import { eventually } from '../support/time/eventually';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a site on ${kind.name} whose records are gone`, (at) => {
    let database: TestDatabase;
    let shop: Shop;

    beforeEach(async () => {
      database = await kind.create(at);
      shop = await openShop({
        simulator: { products: 40 },
        site: database.connection ? { database: database.connection } : {},
      });
      await shop.synchronize();
    });
    afterEach(async () => {
      await shop.close();
      await database.drop();
    });

    const total = async () => productList.parse(await shop.read('/products')).total;
    const listed = async () =>
      (await shop.site.strapi.db.connection(tables.listedProducts).pluck('product_id')).map(Number).sort();

    const products = () => shop.site.strapi.db.query('plugin::commerce-bridge.product');

    /** So that nothing in the store was modified since. */
    const ageRuns = async () => {
      const { connection } = shop.site.strapi.db;
      const yesterday = (column: string) => connection.raw('?? - ?', [column, days(1)]);
      const columns = ['started_at', 'finished_at', 'upstream_started_at'];
      await connection(tables.runs).update(Object.fromEntries(columns.map((column) => [column, yesterday(column)])));
    };
    const pickingRoles = () =>
      shop.site.strapi.db
        .query('admin::role')
        .count({ where: { permissions: { ...readProducts }, code: { $in: ['strapi-editor', 'strapi-author'] } } });

    test('can be synced immediately after the plugin was disabled and enabled again', async () => {
      const before = { total: await total(), listed: await listed() };
      await eventually(async () => (await pickingRoles()) === 2);
      await ageRuns();
      await shop.restart(() => bootDisabled(shop.site));
      await eventually(async () => (await pickingRoles()) === 2);

      expect([await total(), await listed()]).toEqual([0, []]);
      // Continues from no earlier run, since what those imported is gone.
      expect(await shop.synchronize({ mode: 'incremental' })).toMatchObject({
        mode: 'full',
        status: 'succeeded',
        counts: { created: 40, failed: 0 },
        failures: [],
      });
      expect({ total: await total(), listed: await listed() }).toEqual(before);
      expect(await shop.synchronize({ mode: 'incremental' })).toMatchObject({ mode: 'incremental' });
      expect(await shop.synchronize()).toMatchObject({ status: 'succeeded', counts: { unchanged: 40 } });
    });

    test('misses nothing after a run was interrupted, and the plugin disabled and enabled again', async () => {
      const counts = async () =>
        overview.parse((await shop.site.admin('GET', '/commerce-bridge/overview')).body).counts;
      const before = await counts();
      shop.simulator.requests.clear();
      shop.simulator.latency = 60;
      await shop.site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
      // By then, the categories and brands are committed.
      await shop.simulator.requests.waitFor(({ path }) => path.endsWith('/catalog/products'));
      shop.simulator.latency = 60_000;
      expect(await shop.site.strapi.db.connection(tables.runs).where({ status: 'running' }).first()).toMatchObject({
        phase: 'brands',
      });
      await shop.restart(async () => {
        shop.simulator.latency = 0;
        await bootDisabled(shop.site);
      });

      expect(await finishedRun(shop.site)).toMatchObject({
        mode: 'full',
        status: 'succeeded',
        counts: { created: 40, failed: 0 },
        countsByEntity: { category: { created: before.categories }, brand: { created: before.brands } },
      });
      expect(await counts()).toEqual(before);
      expect(await shop.synchronize({ mode: 'incremental' })).toMatchObject({ mode: 'incremental' });
    });

    test('is to be verified and synced in full after `strapi import`, which stops the site as soon as it has replaced them', async () => {
      const { strapi } = shop.site;
      const { listeners, verification } = containerOf(strapi);
      const [upstreamId] = shop.simulator.store.products.ids();
      strapi.db.lifecycles.disable();
      await products().update({ where: { upstreamId }, data: { title: 'Older' } });
      strapi.db.lifecycles.enable();
      await listeners.stop();
      // Or it has begun.
      const requested = await strapi.db.connection(tables.state).where({ name: 'catalog.verification.requested' });
      expect(JSON.stringify([requested, await verification.state()])).toContain('content_replaced');
      expect(await shop.synchronize({ mode: 'incremental' })).toMatchObject({ mode: 'full', status: 'succeeded' });
      expect(await shop.synchronize({ mode: 'incremental' })).toMatchObject({ mode: 'incremental' });
    });

    test('is neither verified nor synced in full after an export, for which Strapi disables lifecycles, too', async () => {
      const { strapi } = shop.site;
      strapi.db.lifecycles.disable();
      expect(await products().findMany({ limit: 1 })).toHaveLength(1);
      strapi.db.lifecycles.enable();
      await containerOf(strapi).listeners.stop();
      const requested = strapi.db.connection(tables.state).where({ name: 'catalog.verification.requested' });
      expect(await requested.first()).toBeUndefined();
      expect(await shop.synchronize({ mode: 'incremental' })).toMatchObject({ mode: 'incremental' });
    });

    test('stops the boot of an older version before Strapi drops the columns that only a later one knows', async () => {
      const { strapi } = shop.site;
      await strapi.db
        .connection('commerce_bridge_migrations')
        .insert({ name: '999-of-a-later-version', batch: 99, migration_time: new Date() });
      const boot = strapi.hook('strapi::content-types.beforeSync').call({ oldContentTypes: {}, contentTypes: {} });
      await expect(boot).rejects.toThrow('A later version of Commerce Bridge has migrated this database');
    });

    test('can be synced while it is running, after its table was emptied by hand', async () => {
      const before = { total: await total(), listed: await listed() };
      await shop.site.strapi.db.connection('commerce_bridge_products').delete();
      expect(await shop.synchronize()).toMatchObject({
        status: 'succeeded',
        counts: { created: 40, failed: 0 },
        failures: [],
      });
      expect({ total: await total(), listed: await listed() }).toEqual(before);
    });
  });
}

/** Boots the site once with the plugin disabled: Strapi then drops the tables of its content types. */
async function bootDisabled({ folder }: BootedSite): Promise<void> {
  // Node caches the configuration that it has loaded, so the other one is in another place.
  const other = `${folder}-disabled`;
  cpSync(folder, other, { recursive: true, filter: (path) => !path.endsWith('data.db') });
  const path = join(other, 'config/plugins.js');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"enabled": true', '"enabled": false'));
  const site = await bootSite({ folder: other });
  expect(await site.strapi.db.connection.schema.hasTable('commerce_bridge_products')).toBe(false);
  await site.stop();
  removeSite(site);
}
