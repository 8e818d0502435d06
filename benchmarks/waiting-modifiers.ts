import createKnex from 'knex';
import { parseArgs } from 'node:util';
import { tables } from '../server/src/database/tables';
import { benchServers } from './lib/bench-databases';
import { launchBenchSite, makeBenchSite } from './lib/bench-site';
import { type LoadResult, offer, percentile } from './lib/load';
import { table, writeSection } from './lib/report';
import { capacityFor, loadColumns, shoppers, shoppersOf } from './lib/shoppers';
import { connectionTo, launchStore, syncedDatabase } from './lib/synced-database';

/**
 * Shoppers who read lists at half of the site's capacity, while the modifiers of all products wait to be read, as after
 * a first sync; from a store that has them, and from one that has hardly any of these products. On SQLite.
 *
 *   npx tsx benchmarks/waiting-modifiers.ts [--products N] [--reuse] [--seconds N]
 */
const usual = { products: 100_000, seconds: 20 };
const mostTimes = 2;

void main();

interface Measured {
  name: string;
  shopping: LoadResult;
  readPerSecond: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { products: { type: 'string' }, seconds: { type: 'string' }, reuse: { type: 'boolean', default: false } },
  });
  const products = Number(values.products ?? usual.products);
  const seconds = Number(values.seconds ?? usual.seconds);
  const server = benchServers.find(({ id }) => id === 'sqlite');
  if (!server) throw new Error('there is no SQLite');
  await makeBenchSite();
  const synced = await syncedDatabase(server, { products, reuse: values.reuse });
  const database = 'commerce_bridge_bench_waiting_modifiers';

  async function shopping<Result>(
    store: { size: number; areRead: boolean },
    work: (next: ReturnType<typeof shoppersOf>, filename: string) => Promise<Result>,
  ): Promise<Result> {
    const simulator = await launchStore(store.size);
    const environment = { ...connectionTo(simulator), ...server?.environment(database) };
    const site = await launchBenchSite({
      ...environment,
      COMMERCE_BRIDGE_MODIFIERS_ENABLED: String(store.areRead),
    });
    try {
      return await work(shoppersOf(site, products), String(environment['DATABASE_FILENAME']));
    } finally {
      await site.stop();
      await simulator.stop();
    }
  }

  await server.drop(database);
  await server.copy(synced, database);
  const { perSecond, alone } = await shopping({ size: 10, areRead: false }, async (next) => {
    const half = Math.floor((await capacityFor(next)) / 2);
    return { perSecond: half, alone: await offer({ perSecond: half, seconds, next }) };
  });
  const measured: Measured[] = [];
  for (const [name, size] of [
    ['from a store that has them', products],
    ['from a store without these products', 10],
  ] as const) {
    const filename = String(server.environment(database)['DATABASE_FILENAME']);
    await markAll(filename);
    measured.push({
      name,
      ...(await shopping({ size, areRead: true }, async (next) => {
        await offer({ perSecond, seconds: 5, next });
        const before = await settledIn(filename);
        const load = await offer({ perSecond, seconds, next });
        return { shopping: load, readPerSecond: ((await settledIn(filename)) - before) / seconds };
      })),
    });
  }
  await server.drop(database);

  const p99 = (load: LoadResult) => percentile(load.latencies, 99);
  const times = measured.map(({ shopping: load }) => p99(load) / p99(alone));
  const isMet =
    times.every((each) => each <= mostTimes) && measured.every(({ shopping: { sent, served } }) => sent === served);
  const body = [
    table([
      ['', 'Requests', 'Served', 'p50', 'p99', 'Slowest', 'Products asked for per second'],
      ['Nothing waits', ...loadColumns(alone), '0'],
      ...measured.map(({ name, shopping: load, readPerSecond }) => [
        `Modifiers of ${products.toLocaleString('en')} products wait, ${name}`,
        ...loadColumns(load),
        readPerSecond.toFixed(0),
      ]),
    ]),
    '',
    `Target: every shopper served, with a p99 of at most ${mostTimes} times the one while nothing waits. Measured: ${times.map((each) => each.toFixed(2)).join(' and ')} times, ${isMet ? 'met' : '**not met**'}.`,
    '',
    `${shoppers} shoppers read lists, ${perSecond} requests per second together, half of what the site serves over 8 connections; few of them are the same.`,
  ].join('\n');
  console.log(body);
  if (products === usual.products)
    writeSection({ id: 'waiting-modifiers', title: 'Reads while modifiers wait, SQLite', body });
}

/** The state that a first sync leaves. */
async function markAll(filename: string): Promise<void> {
  const knex = createKnex({ client: 'better-sqlite3', connection: { filename }, useNullAsDefault: true });
  try {
    await knex(tables.productModifiers).delete();
    await knex.raw(
      'insert into ?? (product_id, read_version, content, asked_version, due_at, urgency, attempts) select upstream_id, 0, null, 1, ?, 0, 0 from commerce_bridge_products',
      [tables.productModifiers, Date.now() - 1000],
    );
  } finally {
    await knex.destroy();
  }
}

/** How many have been requested so far. */
async function settledIn(filename: string): Promise<number> {
  const knex = createKnex({ client: 'better-sqlite3', connection: { filename }, useNullAsDefault: true });
  try {
    const [row] = await knex(tables.productModifiers)
      .whereNull('due_at')
      .orWhere('attempts', '>', 0)
      .count<{ count: number }[]>({ count: '*' });
    return Number(row?.count);
  } finally {
    await knex.destroy();
  }
}
