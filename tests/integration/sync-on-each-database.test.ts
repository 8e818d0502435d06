import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { run as runSchema, syncState } from '../../contracts/admin/runs';
import { productList } from '../../contracts/rest/products';
import { differingTables, dumpDatabase, writtenByDryRuns } from '../support/databases/database-dump';
import { eventually } from '../support/time/eventually';
import { expectedCatalog } from '../support/shops/expected-catalog';
import { whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { openShop, type Shop } from '../support/shops/shop';
import { SwiftClock } from '../support/time/swift-clock';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a sync on ${kind.name}`, (at) => {
    let shop: Shop;
    let database: TestDatabase;

    beforeAll(async () => {
      database = await kind.create(at);
      const clock = new SwiftClock(4);
      shop = await openShop({
        simulator: { products: 160, clock: clock.simulated },
        site: { machine: { clock }, ...(database.connection && { database: database.connection }) },
      });
    });
    // The cache contains what the store has.
    beforeEach(async () => {
      expect((await shop.synchronize({ allowMassRemoval: true })).status).toBe('succeeded');
    });
    afterAll(async () => {
      await shop.close();
      await database.drop();
    });

    async function expectInStep(): Promise<void> {
      const { listItems } = await expectedCatalog(shop.simulator, {
        permalink: (slug) => `http://shop.example.com/products/${slug}`,
      });
      const pages = [1, 2].map((page) => shop.read(`/products?per_page=100&page=${page}`));
      const listed = (await Promise.all(pages)).flatMap((response) => productList.parse(response).products);
      expect(new Map(listed.map((item) => [item.id, item]))).toEqual(listItems);
    }

    test('imports the whole catalog, and nothing twice', async () => {
      const all = shop.simulator.store.products.ids().length;
      await shop.site.admin('POST', '/commerce-bridge/catalog/clear');
      expect(await shop.synchronize()).toMatchObject({ status: 'succeeded', counts: { created: all } });
      await expectInStep();
      expect(await shop.synchronize()).toMatchObject({ status: 'succeeded', counts: { unchanged: all, updated: 0 } });
    });

    test('follows edits, removals, moved and swapped slugs, and odd texts', async () => {
      const { products } = shop.simulator.store;
      const [first, second, third, fourth, fifth] = products.ids();
      products.update(Number(first), {
        name: 'Größe “XL” — 100 % ☕️ 漢字',
        description: '<p>A &amp; B <script>alert(1)</script> \\ %</p>',
        price: 0.0001,
      });
      products.swapUrls(Number(second), Number(third));
      products.delete(Number(fourth));
      products.hide(Number(fifth));
      products.create({
        name: 'New',
        channels: [1],
        custom_url: { url: '/new/', is_customized: false },
        id: 2_147_483_000,
      });

      expect(await shop.synchronize()).toMatchObject({
        status: 'succeeded',
        counts: { created: 1, removed: 1 },
        failures: [],
      });
      await expectInStep();
    });

    test('compares everything without a write if nothing changed, and finds changes without an event', async () => {
      const { products, variants } = shop.simulator.store;
      const many = products.create({
        name: 'Many',
        channels: [1],
        inventory_tracking: 'variant',
        variants: Array.from({ length: 260 }, (_, place) => ({
          inventory_level: 1,
          options: { Number: String(place) },
        })),
        images: Array.from({ length: 50 }, (_, place) => ({ description: `Picture ${place}` })),
      });
      await shop.synchronize();
      expect(await shop.synchronize({ mode: 'sweep' })).toMatchObject({
        mode: 'sweep',
        status: 'succeeded',
        counts: { updated: 0, unchanged: products.ids().length },
      });

      const [quiet] = products.ids();
      products.setCustomFields(Number(quiet), [{ name: 'Quiet', value: 'yes' }]);
      variants.restock(many.id, many.variants.at(-1)?.id ?? 0, 0);
      products.delete(Number(products.ids().at(1)));
      expect(await shop.synchronize({ mode: 'sweep' })).toMatchObject({
        status: 'succeeded',
        counts: { updated: 2, removed: 1 },
      });
      await expectInStep();
    });

    test('predicts in a dry run what the run then does, and writes nothing for it', async () => {
      const { products } = shop.simulator.store;
      products.update(Number(products.ids().at(2)), { price: 4.5 });
      products.create({ name: 'Foretold', channels: [1] });
      products.delete(Number(products.ids().at(3)));
      const dump = () => dumpDatabase(shop.site.strapi, { except: writtenByDryRuns });
      const before = await dump();
      const predicted = await shop.synchronize({ dryRun: true });
      expect(differingTables(before, await dump())).toEqual([]);
      expect(predicted).toMatchObject({ status: 'succeeded', counts: { created: 1, updated: 1, removed: 1 } });
      expect((await shop.synchronize()).countsByEntity).toEqual(predicted.countsByEntity);
      await expectInStep();
    });

    test('imports recent changes, and single products', async () => {
      const { products } = shop.simulator.store;
      const [modified = 0, single = 0] = products.ids().slice(20);
      products.update(modified, { description: 'Modified of late' });
      expect(await shop.synchronize({ mode: 'incremental' })).toMatchObject({
        mode: 'incremental',
        status: 'succeeded',
        counts: { updated: 1 },
      });
      products.update(single, { description: 'By itself' });
      const { body } = await shop.site.admin('POST', `/commerce-bridge/products/${single}/resync`);
      expect(body).toEqual({ id: single, outcome: 'updated', reason: null });
      await expectInStep();
    });

    test('resumes the same run after the site was stopped halfway', async () => {
      const { products } = shop.simulator.store;
      for (const id of products.ids()) products.setCustomFields(id, [{ name: 'Touched', value: String(id) }]);
      // All but the first page are delayed, so that the run has not ended before it is stopped.
      shop.simulator.faults.add({
        kind: 'delay',
        milliseconds: 60_000,
        path: '/v3/catalog/products',
        skip: 1,
        times: 0,
      });
      const started = runSchema.parse((await shop.site.admin('POST', '/commerce-bridge/sync', { mode: 'full' })).body);
      await eventually(async () => {
        const { current } = syncState.parse((await shop.site.admin('GET', '/commerce-bridge/sync')).body);
        return current !== null && current.counts.fetched > 0;
      });
      await shop.restart();
      shop.simulator.faults.clear();
      const { id, status, counts, total } = await finishedRun(shop.site);
      expect({ id, status, fetched: counts.fetched, updated: counts.updated }).toEqual({
        id: started.id,
        status: 'succeeded',
        fetched: total,
        updated: total,
      });
      await expectInStep();
    });

    test('blames no record while the database has no connection left, however often in a row', async () => {
      const { client } = shop.site.strapi.db.connection;
      const begin = client.transaction.bind(client);
      let refusals = 0;
      const refusing = vi.spyOn(client, 'transaction').mockImplementation((...given: unknown[]) => {
        if (!isWithin('writeBatch') || refusals === 4) return begin(...given);
        refusals += 1;
        throw Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
      });
      onTestFinished(() => refusing.mockRestore());
      expect(await shop.synchronize()).toMatchObject({ status: 'succeeded', error: null, failures: [] });
      expect(refusals).toBe(4);
      await expectInStep();
    });

    test('removes all records and imports them again', async () => {
      const { status } = await shop.site.admin('POST', '/commerce-bridge/catalog/clear');
      expect(status).toBe(200);
      expect(productList.parse(await shop.read('/products')).total).toBe(0);
      await shop.synchronize();
      await expectInStep();
    });
  });
}

/** Whether a function of this name is being executed, or awaits what is. */
function isWithin(name: string): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const { stack = '' } = new Error('where');
  Error.stackTraceLimit = stackTraceLimit;
  return stack.includes(name);
}
