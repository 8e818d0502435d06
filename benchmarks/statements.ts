import createKnex, { type Knex } from 'knex';
import { productList } from '../contracts/rest/products';
import { containerOf } from '../server/src/container';
import { type ConnectedSite, connectedSite, type ConnectedSiteOptions } from '../tests/support/sites/connected-site';
import { deliver, deliveryBody, standardDelivery } from '../tests/support/shops/deliveries';
import { eventually } from '../tests/support/time/eventually';
import { keepsResponses } from '../tests/support/instances/keeps-responses';
import { type OwnRedis, startOwnRedis } from '../tests/support/instances/own-redis';
import { responseStatements } from '../tests/support/databases/response-statements';
import { SwiftClock } from '../tests/support/time/swift-clock';
import { benchServers } from './lib/bench-databases';
import { table, writeSection } from './lib/report';

/**
 * How many statements the plugin sends to PostgreSQL: while idle, and for each read, delivery, and event. Statements
 * are counted, not timed, so other load on the machine has no effect.
 */
const speed = 30;
const idleMinutes = 5;
const reads = 100;
const burst = 300;
const alone = 20;
const databaseName = 'commerce_bridge_bench_statements';

void main();

async function main(): Promise<void> {
  const plain = await onSite(false, idleRates);
  const withRedis = await onSite(true, idleRates);
  const work = await onSite(false, workStatements);
  const rate = (value: number) => value.toFixed(2);
  const body = [
    table([
      ['An idle instance', 'Statements a second', 'with Redis'],
      ['without caches to purge', rate(plain.none), rate(withRedis.none)],
      ['with two caches to purge', rate(plain.two), rate(withRedis.two)],
    ]),
    '',
    table([
      ['For each', 'Statements'],
      ...work.map(([name, count]) => [name, count < 10 ? `${Number(count.toFixed(2))}` : count.toFixed(0)]),
    ]),
    '',
    `Counted over ${idleMinutes} minutes of the site’s clock, which ran ${speed} times as fast, ${reads} reads, and as many events as the table says; \`BEGIN\` and \`COMMIT\` count as statements. While requests come, an instance without Redis also looks at the change log twice a second, with purge targets up to five times, regardless of their number: that is not in the table. An event's statements are those of its delivery, of the worker, and of writing the product.`,
  ].join('\n');
  console.log(body);
  writeSection({ id: 'statements', title: 'Statements, PostgreSQL', body });
}

interface Place {
  connected: ConnectedSite;
  clock: SwiftClock;
  /** A separate connection. */
  database: Knex;
}

async function onSite<Result>(isWithRedis: boolean, work: (place: Place) => Promise<Result>): Promise<Result> {
  const server = benchServers.find(({ id }) => id === 'postgres');
  const absence = server ? await server.absence() : 'unknown';
  if (!server || absence !== null) throw new Error(`This benchmark takes a PostgreSQL server: ${absence}`);
  await server.drop(databaseName);
  await server.create(databaseName);
  const address = String(server.environment(databaseName)['DATABASE_URL']);
  const redis: OwnRedis | null = isWithRedis ? await startOwnRedis() : null;
  // Only the idle time is sped up.
  const clock = new SwiftClock(work === workStatements ? 1 : speed);
  const options: ConnectedSiteOptions = {
    simulator: { products: burst + 50, clock: clock.simulated },
    boot: {
      machine: { clock },
      database: { client: 'postgres', connection: { connectionString: address } },
      ...(redis && { environment: { COMMERCE_BRIDGE_REDIS_URL: `redis://127.0.0.1:${redis.port}` } }),
    },
  };
  const database = createKnex({ client: 'pg', connection: address });
  const connected = await connectedSite(options);
  try {
    return await work({ connected, clock, database });
  } finally {
    await connected.stop();
    await database.destroy();
    await server.drop(databaseName);
    await redis?.close();
  }
}

async function idleRates({ connected, clock }: Place): Promise<{ none: number; two: number }> {
  const passed = async (count: number) => {
    const since = clock.now().getTime();
    await eventually(async () => clock.now().getTime() - since >= count * 60_000);
  };
  const rateWith = async (count: number) => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const keys = Array.from({ length: count }, (_, number) => `cache-${number}`);
    await connected.site.admin('PUT', '/commerce-bridge/settings', {
      purgeTargets: keys.map((key) => ({ key, kind: 'webhook', url: 'http://127.0.0.1:9', secret })),
    });
    await passed(1);
    const from = clock.now().getTime();
    const total = await statementsDuring(connected, () => passed(idleMinutes));
    return (total * 1000) / (clock.now().getTime() - from);
  };
  return { none: await rateWith(0), two: await rateWith(2) };
}

async function workStatements({ connected, database }: Place): Promise<(readonly [string, number])[]> {
  const { site, simulator } = connected;
  await keepsResponses(site);
  const { products } = productList.parse(await (await site.rest('/products?per_page=100')).json());
  const readStatements = async (paths: readonly string[]) => {
    const statements = await responseStatements(site.strapi, async () => {
      for (const path of paths) await site.rest(path);
    });
    return statements.filter((sql) => !/commerce_bridge_changes|txid_/.test(sql)).length / paths.length;
  };
  const numbers = Array.from({ length: reads }, (_, number) => number);
  await site.rest('/products?per_page=10');
  const hot = await readStatements(numbers.map(() => '/products?per_page=10'));
  const list = await readStatements(numbers.map((number) => `/products?per_page=10&min_price=0.${100 + number}`));
  const detail = await readStatements(products.slice(0, reads).map(({ slug }) => `/products/${slug}`));

  const ids = simulator.store.products.ids();
  const send = (id: number) =>
    deliver(
      site,
      standardDelivery(simulator.account.clientSecret, { body: deliveryBody({ data: { type: 'product', id } }) }),
    );
  const isDone = async () => {
    const row: unknown = await database('commerce_bridge_events').whereNotNull('due_at').first('id');
    return row === undefined;
  };
  const settled = () => eventually(isDone);
  let edits = 0;
  const change = (id: number) => simulator.store.products.update(id, { description: `<p>edit ${(edits += 1)}</p>` });

  let single = 0;
  for (const id of ids.slice(0, alone)) {
    change(id);
    single += await statementsDuring(connected, async () => {
      await send(id);
      await settled();
    });
  }
  const many = ids.slice(0, burst);
  many.forEach(change);
  const together = await statementsDuring(connected, async () => {
    await Promise.all(many.map(send));
    await settled();
  });

  await containerOf(site.strapi).webhooks.stopProcessing();
  const deliveries = await statementsDuring(connected, async () => {
    for (const id of ids.slice(0, reads)) await send(id);
  });
  const flood = await statementsDuring(connected, () => Promise.all(many.map(send)));
  return [
    ['hot read', hot],
    ['cold read of a list', list],
    ['cold read of a product', detail],
    ['delivery, one after the other', deliveries / reads],
    [`delivery, ${burst} at once`, flood / burst],
    [`event of a changed product, alone (${alone} of them)`, single / alone],
    [`event of a changed product, ${burst} at once`, together / burst],
  ];
}

async function statementsDuring({ site }: ConnectedSite, work: () => Promise<unknown>): Promise<number> {
  let statements = 0;
  // Strapi sends its own statistics at some time of the day.
  const count = ({ sql }: { sql: string }) => {
    if (!/strapi_core_store|upload_folders|"files"/.test(sql)) statements += 1;
  };
  site.strapi.db.connection.on('query', count);
  await work();
  site.strapi.db.connection.off('query', count);
  return statements;
}
