import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { productList } from '../../contracts/rest/products';
import type { WriterThreadStart } from '../../server/src/sync/writer-thread';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import { whenAvailable } from '../support/requirements';
import { connectedSite, type ConnectedSite } from '../support/sites/connected-site';
import { finishedRun } from '../support/sites/runs';

const repository = resolve(__dirname, '../..');
const threadFromSource: WriterThreadStart = {
  file: join(repository, 'server/src/sync/writer-thread-entry.ts'),
  execArgv: ['--require', 'tsx/cjs'],
};
const products = 60;

let connected: ConnectedSite;
let start: WriterThreadStart | null = null;
let price = 1000;

beforeEach(() => {
  start = threadFromSource;
});

const boot = (database?: Record<string, unknown>) =>
  connectedSite({
    simulator: { products },
    boot: { machine: { writerThread: () => start }, ...(database && { database }) },
  });

/** Changes all products upstream. */
function reprice(): number {
  const { store } = connected.simulator;
  price += 1;
  const ids = store.products.ids();
  for (const id of ids) store.products.update(id, { price });
  return ids.length;
}

async function synchronise() {
  await connected.site.admin('POST', '/commerce-bridge/sync', { mode: 'full' });
  return finishedRun(connected.site);
}

async function pricesRead(): Promise<Set<string>> {
  const list = productList.parse(await (await connected.site.rest('/products?per_page=100')).json());
  return new Set(list.products.map((product) => JSON.stringify(product.price)));
}

/** The connections that wrote to the change log. */
const writers = async (): Promise<unknown[]> =>
  connected.site.strapi.db.connection('commerce_bridge_changes').distinct('origin').pluck('origin');

async function expectThreadToWrite(): Promise<void> {
  const before = await writers();
  const old = await pricesRead();
  const all = reprice();
  expect(await synchronise()).toMatchObject({ status: 'succeeded', counts: { fetched: all, updated: all, failed: 0 } });
  expect([...(await pricesRead())].filter((shown) => old.has(shown))).toEqual([]);
  expect(await writers()).toHaveLength(before.length + 1);
}

describe('on SQLite', () => {
  beforeAll(async () => {
    connected = await boot();
    // Without it, a writer would block readers, and runs have no thread.
    await connected.site.strapi.db.connection.raw('pragma journal_mode = wal');
  });
  afterAll(() => connected.stop());

  test('a full run writes in a thread, and the responses that were cached show it at once', expectThreadToWrite);

  test('a transaction of the site never finds the database locked or its snapshot outdated meanwhile', async () => {
    const { connection } = connected.site.strapi.db;
    const before = await writers();
    reprice();
    const running = { over: false };
    const sync = synchronise().finally(() => {
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

  test('what a thread leaves when it ends is written in the main thread', async () => {
    start = { file: join(repository, 'tests/fixtures/dying-writer-thread.cjs') };
    const all = reprice();
    expect(await synchronise()).toMatchObject({
      status: 'succeeded',
      counts: { fetched: all, updated: all, failed: 0 },
    });
  });

  test('a run on a database that a thread cannot open writes in the main thread', async () => {
    await connected.site.strapi.db.connection.raw('pragma journal_mode = delete');
    const before = await writers();
    const all = reprice();
    expect(await synchronise()).toMatchObject({ status: 'succeeded', counts: { updated: all } });
    expect(await writers()).toHaveLength(before.length);
  });
});

for (const kind of databaseKinds.filter(({ name }) => name !== 'SQLite')) {
  whenAvailable(kind.requirement).describe(`on ${kind.name}`, (at) => {
    let database: TestDatabase;

    beforeAll(async () => {
      database = await kind.create(at);
      connected = await boot(database.connection);
    });
    afterAll(async () => {
      await connected.stop();
      await database.drop();
    });

    test('a full run writes in a thread, and the responses that were cached show it at once', expectThreadToWrite);
  });
}
