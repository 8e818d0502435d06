import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { type Simulator, startSimulator } from '../../simulator/src/server';
import type { SiteProcess } from '../../scripts/lib/site-process';
import { deliver, deliveryBody, standardDelivery } from '../../tests/support/shops/deliveries';
import { table, writeSection } from '../lib/report';
import { openInstances } from './open-instances';

const products = 400;
/** The store's response time in milliseconds: without it, no events would arrive while others are fetched. */
const latency = 50;
const instanceCount = 3;
// Slower streams deliver single events, which are never combined, however many instances there are.
const streams = [
  { name: '20 events a second, for 10 seconds', perSecond: 20, count: 200 },
  { name: '300 events at once', perSecond: Infinity, count: 300 },
] as const;
const quiet = 3000;

/** How many upstream requests the same events cost when one instance receives them, and when three do. */
export async function measureRequests(): Promise<void> {
  const rows: string[][] = [];
  for (const isWithRedis of [false, true]) {
    const simulator = await startSimulator({
      products,
      quota: 0,
      latency,
      localDestinations: true,
      logCapacity: 100_000,
    });
    try {
      const instances = await openInstances({ store: { url: simulator.url, ...simulator.account }, isWithRedis });
      try {
        const found: number[][] = [];
        for (const count of [1, instanceCount]) {
          await instances.startUntil(count);
          const costs: number[] = [];
          for (const stream of streams) costs.push(await costOf(stream, { ...instances, simulator }));
          found.push(costs);
        }
        const [one = [], several = []] = found;
        for (const [place, { name }] of streams.entries())
          rows.push([
            `${name}${isWithRedis ? ', with Redis' : ''}`,
            String(one[place]),
            String(several[place]),
            `${((several[place] ?? NaN) / (one[place] ?? NaN)).toFixed(2)} ×`,
          ]);
      } finally {
        await instances.close();
      }
    } finally {
      await simulator.close();
    }
  }
  const body = [
    table([['Events', 'Requests, one instance', 'Requests, three', 'Compared'], ...rows]),
    '',
    `Deliveries about ${products} products, each of which had changed, to all instances in turns. Counted is everything that the store was asked for until all events were processed and it had received nothing for ${quiet / 1000} seconds. The store takes ${latency} milliseconds for a response. Fewer a second may come one by one: then each costs a request, and another one for its modifiers, however many instances there are.`,
  ].join('\n');
  console.log(body);
  writeSection({ id: 'instances-requests', title: 'Upstream requests of one instance and three, PostgreSQL', body });
}

async function costOf(
  { perSecond, count }: (typeof streams)[number],
  { sites, simulator, database }: { sites: readonly SiteProcess[]; simulator: Simulator; database: Knex },
): Promise<number> {
  const { store, requests, account } = simulator;
  const ids = store.products.ids();
  await untilSettled(simulator, database);
  requests.clear();
  const started = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let number = 0; number < count; number += 1) {
    const due = started + (number / perSecond) * 1000;
    if (due > performance.now()) await pause(due - performance.now());
    const id = ids[(number * 7) % ids.length] ?? 0;
    store.products.update(id, { description: `<p>${started} ${number}</p>` });
    const site = sites[number % sites.length];
    const body = deliveryBody({ data: { type: 'product', id } });
    if (site) sent.push(deliver(site, standardDelivery(account.clientSecret, { body })));
  }
  await Promise.all(sent);
  await untilSettled(simulator, database);
  return requests.total;
}

async function untilSettled({ requests }: Simulator, database: Knex): Promise<void> {
  let known = requests.total;
  for (let since = Date.now(); Date.now() - since < quiet; await pause(200)) {
    const waiting: unknown = await database('commerce_bridge_events').whereNotNull('due_at').first('id');
    if (waiting !== undefined || requests.total !== known) since = Date.now();
    known = requests.total;
  }
}
