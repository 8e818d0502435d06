import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { productList } from '../../contracts/rest/products';
import type { WriterThreadStart } from '../../server/src/sync/writer-thread/running-thread';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import type { BootOptions } from '../support/sites/boot-site';
import { compiledProgram } from '../support/sites/compiled-programs';
import { connectedSite, type ConnectedSite } from '../support/sites/connected-site';
import { finishedRun } from '../support/sites/runs';
import { eventually } from '../support/time/eventually';

const repository = resolve(__dirname, '../..');
const products = 60;

let connected: ConnectedSite;
let start: WriterThreadStart | null = null;
let price = 1000;

const useRealThread = async () => {
  start = { file: await compiledProgram('server/src/sync/writer-thread/writer-thread-entry.ts') };
};
beforeEach(useRealThread);

async function boot(options: BootOptions): Promise<ConnectedSite> {
  // The last test may have left another one.
  await useRealThread();
  return connectedSite({ simulator: { products }, boot: { machine: { writerThread: () => start }, ...options } });
}

/** Changes all products upstream. */
function reprice(): number {
  const { store } = connected.simulator;
  price += 1;
  const ids = store.products.ids();
  for (const id of ids) store.products.update(id, { price });
  return ids.length;
}

const startRun = () => connected.site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });

async function synchronize() {
  await startRun();
  return finishedRun(connected.site);
}

async function pricesRead(query = 'per_page=100'): Promise<Set<string>> {
  const list = productList.parse(await (await connected.site.rest(`/products?${query}`)).json());
  return new Set(list.products.map((product) => JSON.stringify(product.price)));
}

const showsAny = async (old: ReadonlySet<string>) => [...(await pricesRead())].some((shown) => old.has(shown));

/** The connections that wrote to the change log. */
const writers = async (): Promise<unknown[]> =>
  connected.site.strapi.db.connection('commerce_bridge_changes').distinct('origin').pluck('origin');

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`on ${kind.name}`, (at) => {
    let database: TestDatabase;

    beforeAll(async () => {
      database = await kind.create(at);
      connected = await boot(database.connection ? { database: database.connection } : { writeAhead: true });
    });
    afterAll(async () => {
      await connected.stop();
      await database.drop();
    });

    test('a full run writes in a thread, and the responses that were cached show it at once', async () => {
      const before = await writers();
      const old = await pricesRead();
      const all = reprice();
      expect(await synchronize()).toMatchObject({
        status: 'succeeded',
        counts: { fetched: all, updated: all, failed: 0 },
      });
      expect(await showsAny(old)).toBe(false);
      expect(await writers()).toHaveLength(before.length + 1);
    });

    test('what others fetched after the page of a run is not overwritten when its thread writes it', async () => {
      start = { file: await compiledProgram('tests/support/sites/late-writer-thread.ts') };
      const { simulator, site } = connected;
      const [id = 0] = simulator.store.products.ids();
      const thread = new BroadcastChannel('late-writer-thread');
      const waiting = new Promise((resolve) => {
        thread.onmessage = resolve;
      });
      reprice();
      await startRun();
      await waiting;
      simulator.store.products.update(id, { name: 'Newer' });
      expect((await site.admin('POST', `/commerce-bridge/products/${id}/resync`)).body).toMatchObject({
        outcome: 'updated',
      });
      const before = await writers();
      thread.postMessage('go');
      thread.close();
      expect(await finishedRun(site)).toMatchObject({ status: 'succeeded', counts: { failed: 0 } });
      expect(await writers()).toHaveLength(before.length + 1);
      const { products: listed } = productList.parse(await (await site.rest(`/products?ids=${id}`)).json());
      expect(listed.map(({ name }) => name)).toEqual(['Newer']);
    });

    test('a thread that ends after its commit, before it says so, costs nothing: the run continues, and caches learn of it', async () => {
      start = { file: await compiledProgram('tests/support/sites/mute-writer-thread.ts') };
      const old = await pricesRead();
      const all = reprice();
      const run = await synchronize();
      expect(run).toMatchObject({ status: 'succeeded', counts: { fetched: all, failed: 0 } });
      // The products that the thread had written.
      expect(run.counts.unchanged).toBeGreaterThan(0);
      expect(run.counts.unchanged + run.counts.updated).toBe(all);
      await eventually(async () => !(await showsAny(old)));
    });
  });
}

describe('with a write-ahead log', () => {
  beforeAll(async () => {
    connected = await boot({ writeAhead: true });
  });
  afterAll(() => connected.stop());

  test('shoppers read while a transaction has the only connection of the site, and see what is committed', async () => {
    const { connection } = connected.site.strapi.db;
    const old = await pricesRead();
    await connection
      .transaction(async (transaction) => {
        await transaction('commerce_bridge_products').delete();
        for (const query of ['per_page=99', 'orderby=title&per_page=98', 'in_stock=true&per_page=97'])
          for (const shown of await pricesRead(query)) expect(old).toContain(shown);
        const [{ slug }] = await transaction('commerce_bridge_slugs').where({ entity: 'product' }).limit(1);
        expect((await connected.site.rest(`/products/${encodeURIComponent(String(slug))}`)).status).toBe(200);
        throw new Error('roll back');
      })
      .catch((error: unknown) => expect(error).toMatchObject({ message: 'roll back' }));
  });

  test('a transaction of the site never finds the database locked or its snapshot outdated meanwhile', async () => {
    const { connection } = connected.site.strapi.db;
    const before = await writers();
    reprice();
    const running = { over: false };
    const sync = synchronize().finally(() => {
      running.over = true;
    });
    let written = 0;
    while (!running.over) {
      await connection.transaction(async (transaction) => {
        await transaction('strapi_core_store_settings').first();
        await new Promise((turn) => {
          setImmediate(turn);
        });
        await transaction('strapi_core_store_settings').where({ key: 'of nobody' }).delete();
      });
      written += 1;
    }
    expect((await sync).status).toBe('succeeded');
    expect(written).toBeGreaterThan(0);
    expect(await writers()).toHaveLength(before.length + 1);
  });

  test('what a thread leaves when it ends in the middle of a transaction is written in the main thread', async () => {
    start = { file: join(repository, 'tests/fixtures/dying-writer-thread.mjs') };
    const before = await writers();
    const all = reprice();
    expect(await synchronize()).toMatchObject({
      status: 'succeeded',
      counts: { fetched: all, updated: all, failed: 0 },
    });
    expect(await writers()).toHaveLength(before.length);
  });
});

test('without a write-ahead log, where a writer would block readers, a run writes in the main thread', async () => {
  connected = await boot({});
  const before = await writers();
  const all = reprice();
  expect(await synchronize()).toMatchObject({ status: 'succeeded', counts: { updated: all } });
  expect(await writers()).toHaveLength(before.length);
  await connected.stop();
});
