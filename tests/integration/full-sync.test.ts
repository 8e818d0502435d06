import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { product, productList } from '../../contracts/rest/products';
import { tables } from '../../server/src/database/tables';
import { finishedRun } from '../support/sites/runs';
import { openShop, type Shop } from '../support/shops/shop';

const withDocumentId = z.object({ documentId: z.string() });

describe('a full sync', () => {
  let shop: Shop;
  let products: Shop['simulator']['store']['products'];

  beforeAll(async () => {
    shop = await openShop({ simulator: { products: 130 } });
    ({ products } = shop.simulator.store);
  });
  // The cache contains what the store has.
  beforeEach(async () => {
    expect((await shop.synchronize({ allowMassRemoval: true })).status).toBe('succeeded');
  });
  afterAll(() => shop.close());

  const listed = async () => productList.parse(await shop.read('/products?per_page=100'));
  const size = () => products.ids().length;
  const documentIdOf = async (upstreamId: number) =>
    withDocumentId.parse(
      await shop.site.strapi.db.query('plugin::commerce-bridge.product').findOne({ where: { upstreamId } }),
    ).documentId;

  test("copies every product, every brand, and the categories of the channel's tree", async () => {
    await shop.site.admin('POST', '/commerce-bridge/catalog/clear');
    const run = await shop.synchronize();

    expect(run).toMatchObject({ mode: 'full', status: 'succeeded', total: size(), failures: [], error: null });
    expect(run.counts).toEqual({
      fetched: size(),
      created: size(),
      updated: 0,
      unchanged: 0,
      removed: 0,
      failed: 0,
    });
    expect(run.countsByEntity.category.created).toBe(
      shop.simulator.store.categories.all().filter(({ tree_id: tree }) => tree === 1).length,
    );
    expect(run.countsByEntity.brand.created).toBe(shop.simulator.store.brands.all().length);
    expect((await listed()).total).toBeGreaterThan(100);
  });

  test('writes nothing when nothing changed upstream', async () => {
    const run = await shop.synchronize();
    expect(run.counts).toEqual({
      fetched: size(),
      created: 0,
      updated: 0,
      unchanged: size(),
      removed: 0,
      failed: 0,
    });
  });

  test('updates a changed product in place, so that it keeps its document id', async () => {
    const [id] = products.ids();
    const before = await documentIdOf(Number(id));
    products.update(Number(id), { name: 'Renamed in the store', price: 12.34 });

    const run = await shop.synchronize();

    expect(run.counts).toMatchObject({ updated: 1, unchanged: size() - 1 });
    expect(await documentIdOf(Number(id))).toBe(before);
  });

  test('removes what upstream no longer has, and restores what upstream has again', async () => {
    const [, id] = products.ids();
    products.delete(Number(id));
    const run = await shop.synchronize();
    expect(run).toMatchObject({ status: 'succeeded', counts: { removed: 1, unchanged: size() } });

    const created = products.create({ id: Number(id), name: 'Back again', channels: [1] });
    const next = await shop.synchronize();
    expect(next.counts).toMatchObject({ created: 1 });
    expect(await documentIdOf(created.id)).toEqual(expect.any(String));
  });

  test('reports an unusable product by id and name, and continues without it', async () => {
    const [, , id] = products.ids();
    const price = products.get(Number(id))?.fields.price;
    products.update(Number(id), { price: 1e30 });

    const run = await shop.synchronize();

    expect(run.status).toBe('partial');
    expect(run.failures).toEqual([
      expect.objectContaining({ entity: 'product', id, reason: expect.stringMatching(/price/) }),
    ]);
    expect(run.counts).toMatchObject({ fetched: size(), failed: 1, removed: 0 });
    products.update(Number(id), { price });
  });

  test('that could not be stored does not block the next one', async () => {
    const database = shop.site.strapi.db.connection;
    await database.raw(
      `create trigger refuse before insert on ${tables.runs} begin select raise(abort, 'no runs today'); end`,
    );
    const start = () => shop.site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    expect((await start()).status).toBe(500);
    await database.raw('drop trigger refuse');

    expect((await start()).status).toBe(202);
    expect(await finishedRun(shop.site)).toMatchObject({ status: 'succeeded' });
  });

  test('reports a product that the database rejects, and writes the others on its page', async () => {
    const [, , , refused, other] = products.ids();
    const database = shop.site.strapi.db.connection;
    await database.raw(
      "create trigger refuse before update on commerce_bridge_products when new.title = 'Refused' begin select raise(abort, 'no such title'); end",
    );
    const name = products.get(Number(refused))?.fields.name;
    products.rename(Number(refused), 'Refused');
    products.rename(Number(other), 'Welcome');

    const run = await shop.synchronize();

    expect(run).toMatchObject({ status: 'partial', counts: { fetched: size(), updated: 1, failed: 1, removed: 0 } });
    expect(run.failures).toEqual([
      {
        entity: 'product',
        id: refused,
        name: 'Refused',
        reason: expect.stringMatching(/^The database rejected it: .*no such title/),
      },
    ]);
    await database.raw('drop trigger refuse');
    products.rename(Number(refused), String(name));
    expect(await shop.synchronize()).toMatchObject({ status: 'succeeded' });
  });

  test('stops before it removes more than half of the records, and removes them once that is allowed', async () => {
    const cached = size();
    const doomed = products.ids().slice(0, 80);
    for (const id of doomed) products.delete(id);

    const stopped = await shop.synchronize();
    expect(stopped.status).toBe('failed');
    expect(stopped.error).toContain(`80 of ${cached} cached records (product) are no longer in BigCommerce`);
    expect(stopped.reasons).toEqual([
      { code: 'mass_removal', values: { entity: 'product', gone: 80, cached, limitPercent: 50 } },
    ]);
    expect(stopped.counts.removed).toBe(0);

    const allowed = await shop.synchronize({ allowMassRemoval: true });
    expect(allowed).toMatchObject({ status: 'succeeded', counts: { removed: 80 } });
    for (const id of doomed) products.create({ name: `Again ${id}`, channels: [1] });
  });

  test('gives a slug to the lowest id that claims it, and redirects an old slug to the new one', async () => {
    const twins = [1, 2].map(() =>
      products.create({ name: 'Twin', channels: [1], custom_url: { url: '/all/twin/', is_customized: true } }),
    );
    const [first, second] = twins.map(({ id }) => id);
    await shop.synchronize();
    expect(product.parse(await shop.read('/products/twin')).id).toBe(first);
    expect(product.parse(await shop.read(`/products/twin-${second}`)).id).toBe(second);

    products.delete(Number(first));
    await shop.synchronize();
    expect(product.parse(await shop.read('/products/twin')).id).toBe(second);
    const moved = await shop.site.rest(`/products/twin-${second}`);
    expect(moved.status).toBe(301);
    expect(moved.headers.get('location')).toMatch(/\/products\/twin$/);
  });

  test('runs one at a time, names the current run, and ends when it is canceled', async () => {
    shop.simulator.faults.add({ kind: 'delay', milliseconds: 60_000, path: '/v3/catalog/products', times: 0 });
    const started = await shop.site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    const second = await shop.site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      error: { details: { code: 'sync_busy', run: { id: z.object({ id: z.string() }).parse(started.body).id } } },
    });

    await shop.site.admin('POST', '/commerce-bridge/sync/cancel');
    expect((await finishedRun(shop.site)).status).toBe('cancelled');
    shop.simulator.faults.clear();
  });

  test('keeps the catalog when upstream fails halfway, and says why', async () => {
    const before = await listed();
    shop.simulator.faults.add({ kind: 'status', status: 401, path: '/v3/catalog/products', times: 0 });
    const run = await shop.synchronize();
    shop.simulator.faults.clear();

    expect(run.status).toBe('failed');
    expect(run.error).toMatch(/401/);
    expect(run.reasons).toMatchObject([{ code: 'upstream_unauthorized', values: { status: 401 } }]);
    expect(JSON.stringify(run)).not.toContain(shop.simulator.account.accessToken);
    expect(await listed()).toEqual(before);
  });

  test('limits an incremental run to what was modified since the last success', async () => {
    const run = await shop.synchronize({ mode: 'incremental' });
    expect(run).toMatchObject({ mode: 'incremental', status: 'succeeded', counts: { created: 0, removed: 0 } });
    const asked = shop.simulator.requests.all(({ path }) => path.endsWith('/v3/catalog/products')).at(-1);
    expect(asked?.query).toMatch(/date_modified(:|%3A)min=\d{4}-\d\d-\d\dT\d\d(:|%3A)\d\d(:|%3A)\d\dZ/);
  });
});
