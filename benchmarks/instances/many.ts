import { setTimeout as pause } from 'node:timers/promises';
import { product, productList } from '../../contracts/rest/products';
import { upstreamLoad } from '../../scripts/chaos/upstream-load';
import type { SiteProcess } from '../../scripts/lib/site-process';
import { synchronize } from '../../scripts/lib/sync-progress';
import { type Simulator, startSimulator } from '../../simulator/src/server';
import { deliver, deliveryBody, standardDelivery } from '../../tests/support/shops/deliveries';
import { eventually } from '../../tests/support/time/eventually';
import { offer, saturate } from '../lib/load';
import { table, writeSection } from '../lib/report';
import { type Instances, openInstances } from './open-instances';

const products = 400;
const latency = 50;
// Ten pools of ten connections would reach PostgreSQL's limit.
const pool = 4;
const idleSeconds = 30;
const queries = { perSecond: 60, seconds: 15 };
const callers = 48;
const coldSeconds = 8;
const window = { quota: 450, milliseconds: 30_000 };
const kills = 3;
/** Before an instance is killed, so that one is processing events. */
const warmUp = 3000;
const rest = '/api/commerce-bridge/v1';

interface Place extends Instances {
  simulator: Simulator;
}

/** Whether the findings for three instances also hold for many: counts and bounds, not speeds. */
export async function measureMany(count: number): Promise<void> {
  const found: [string, string[]][] = [];
  for (const isWithRedis of [false, true]) {
    const simulator = await startSimulator({
      ...{ products, latency, localDestinations: true, logCapacity: 1_000_000 },
      ...{ quota: window.quota, quotaWindowMilliseconds: window.milliseconds },
    });
    try {
      const environment = {
        DATABASE_POOL_MAX: String(pool),
        SERVE_ADMIN_PANEL: 'false',
        COMMERCE_BRIDGE_GRAPHQL_CLIENT_LIMIT: '20',
      };
      const instances = await openInstances({
        store: { url: simulator.url, ...simulator.account },
        isWithRedis,
        environment,
      });
      try {
        await instances.startUntil(count);
        for (const [name, value] of await measure({ ...instances, simulator })) {
          const row = found.find(([known]) => known === name);
          if (row) row[1].push(value);
          else found.push([name, [value]]);
        }
      } finally {
        await instances.close();
      }
    } finally {
      await simulator.close();
    }
    report(count, found);
  }
}

function report(count: number, found: readonly [string, string[]][]): void {
  const variants = ['Without Redis', 'With Redis'].slice(0, found[0]?.[1].length);
  const body = [
    table([['', ...variants], ...found.map(([name, values]) => [name, ...values])]),
    '',
    `${count} instances, each with a pool of ${pool} connections; a store that takes ${latency} milliseconds for a response and admits ${window.quota} REST requests in ${window.milliseconds / 1000} seconds. Queries and cold reads are sent to all instances in turns. An instance is killed while it processes events; counted is the time until a change that was delivered right after that shows on another one. These are counts and bounds: so many processes on one machine say nothing about speed.`,
  ].join('\n');
  console.log(body);
  writeSection({ id: 'instances-many', title: `${count} instances, PostgreSQL`, body });
}

async function measure(place: Place): Promise<[string, string][]> {
  const { sites, simulator } = place;
  const idle = await idleTransactions(place);
  const cold = await coldReads(place);
  const graphql = await graphqlLoad(place);
  simulator.requests.clear();
  const events = streamOf(place);
  const run = await synchronize(place.administrator, () => undefined);
  await events.stop();
  const load = upstreamLoad(simulator.requests.all());
  const takeovers: number[] = [];
  for (let killed = 0; killed < kills; killed += 1) takeovers.push(await takeover(place));
  return [
    ['Transactions a second, all idle', idle.toFixed(1)],
    ['… for each instance', (idle / sites.length).toFixed(2)],
    ['Connections, under cold reads', `${cold.connections} of ${sites.length * pool}`],
    ['Cold reads that failed', `${cold.failed} of ${cold.sent}`],
    ['GraphQL queries sent, and completed', `${graphql.sent}, ${graphql.completed}`],
    ['GraphQL requests to the store in any second', `${graphql.most} of 20`],
    ['A full sync alongside events', run.status],
    ['REST requests to the store at once', `${load.mostInFlight} of 3`],
    ['REST requests in any 30 seconds', `${mostInWindow(simulator)} of ${window.quota}`],
    ['Responses with 429 of the store', String(load.refused + graphql.refused)],
    ['Takeover after a kill', takeovers.map((time) => `${(time / 1000).toFixed(1)} s`).join(', ')],
  ];
}

/** The transactions per second of all idle instances together. */
async function idleTransactions({ database }: Place): Promise<number> {
  const count = async () => {
    const [row] = await database('pg_stat_database')
      .whereRaw('datname = current_database()')
      .select(database.raw('xact_commit + xact_rollback as count'));
    return Number(row?.count);
  };
  await pause(10_000);
  const before = await count();
  await pause(idleSeconds * 1000);
  // Two are the measurement's own.
  return ((await count()) - before - 2) / idleSeconds;
}

async function coldReads({ sites, countConnections }: Place) {
  let sent = 0;
  let connections = 0;
  const looks = setInterval(
    () => void countConnections(sites.length).then((found) => (connections = Math.max(connections, found))),
    250,
  );
  const result = await saturate({
    connections: callers,
    seconds: coldSeconds,
    next: () => {
      sent += 1;
      return { url: `${sites[sent % sites.length]?.url}${rest}/products?per_page=10&min_price=0.${1000 + sent}` };
    },
  });
  clearInterval(looks);
  return { connections, sent: result.sent, failed: result.sent - result.served };
}

async function graphqlLoad({ sites, simulator }: Place) {
  simulator.requests.clear();
  let sent = 0;
  const result = await offer({
    ...queries,
    next: () => {
      sent += 1;
      return {
        url: `${sites[sent % sites.length]?.url}${rest}/graphql`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ query: '{ site { settings { storeName } } }' })),
      };
    },
  });
  const { mostInASecond, refused } = upstreamLoad(simulator.requests.all());
  return { sent: result.sent, completed: result.served, most: mostInASecond, refused };
}

function mostInWindow({ requests }: Simulator): number {
  const times = requests.all(({ path }) => path.startsWith('/stores/')).map(({ at }) => at);
  return Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at < from + window.milliseconds).length),
  );
}

/** Sends ten events a second to the running instances until stopped. */
function streamOf({ sites, simulator }: Place) {
  const ids = simulator.store.products.ids();
  let isStopped = false;
  let sent = 0;
  const running = (async () => {
    while (!isStopped) {
      const alive = sites.filter((site) => site.isRunning());
      sent += 1;
      await send(simulator, alive[sent % alive.length], { id: ids[sent % ids.length] }).catch(() => undefined);
      await pause(100);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

async function send(
  { store, account }: Simulator,
  site: SiteProcess | undefined,
  { id, price }: { id: number | undefined; price?: number },
): Promise<void> {
  if (site === undefined || id === undefined) return;
  store.products.update(id, price === undefined ? { description: `<p>${performance.now()}</p>` } : { price });
  const body = deliveryBody({ data: { type: 'product', id } });
  await deliver(site, standardDelivery(account.clientSecret, { body }));
}

/** Kills the instance that processes events; resolves to the time until a new change is shown. */
async function takeover(place: Place): Promise<number> {
  const { sites, simulator, database } = place;
  const events = streamOf(place);
  await pause(warmUp);
  const victim = await eventually(async () => {
    const row: { pid: number } | undefined = await database('commerce_bridge_leases as lease')
      .join('commerce_bridge_instances as instance', 'instance.id', 'lease.instance_id')
      .where('lease.name', 'event-worker')
      .first('instance.pid');
    return sites.find((site) => site.isRunning() && site.pid === row?.pid) ?? null;
  });
  await victim.kill();
  const killedAt = Date.now();
  const alive = sites.filter((site) => site.isRunning());
  const [reader] = alive;
  const { products: listed } = productList.parse(await (await fetch(`${reader?.url}${rest}/products`)).json());
  const [first] = listed;
  const price = Math.round(killedAt / 1000) % 100_000;
  await send(simulator, alive.at(-1), { id: first?.id, price });
  await eventually(async () => {
    const response = await fetch(`${reader?.url}${rest}/products/${first?.slug}`);
    return product.parse(await response.json()).price === price;
  });
  const took = Date.now() - killedAt;
  await events.stop();
  return took;
}
