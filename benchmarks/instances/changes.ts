import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { product, productList } from '../../contracts/rest/products';
import { type Simulator, startSimulator } from '../../simulator/src/server';
import { percentile } from '../lib/load';
import { table, writeSection } from '../lib/report';
import { type Instances, openInstances } from './open-instances';

const changes = 100;
const products = 100;
const instanceCount = 3;
const lookEvery = 4;
/** The maximum pause between changes, random so that they occur at any moment between two polls of the change log. */
const longestRest = 500;

/** Milliseconds until another instance showed a change, for each change and each other instance; ascending. */
interface Shown {
  /** Since its row was written to the change log, before the commit. */
  sinceWritten: number[];
  /** Since the committing instance acknowledged it. */
  sinceAcknowledged: number[];
}

/**
 * How long it takes until other instances serve a committed change, with Redis and without. Uses resyncs, since the
 * instance that receives the request also commits them.
 */
export async function measureChanges(): Promise<void> {
  const rows: string[][] = [];
  for (const isWithRedis of [false, true]) {
    const simulator = await startSimulator({ products, quota: 0, localDestinations: true });
    try {
      const instances = await openInstances({
        store: { url: simulator.url, ...simulator.account },
        isWithRedis,
      });
      try {
        await instances.startUntil(instanceCount);
        const shown = await measure(instances, simulator);
        for (const [name, times] of [
          ['since it was written, before its commit', shown.sinceWritten],
          ['since it was acknowledged', shown.sinceAcknowledged],
        ] as const)
          rows.push([
            `${isWithRedis ? 'with Redis' : 'without'}, ${name}`,
            ...[50, 95, 99, 100].map((percent) => `${percentile(times, percent).toFixed(0)} ms`),
          ]);
      } finally {
        await instances.close();
      }
    } finally {
      await simulator.close();
    }
  }
  const body = [
    table([['Until another instance shows a change', 'median', 'p95', 'p99', 'worst'], ...rows]),
    '',
    `${changes} changes of prices, committed by one of three instances, at any moment; the two others were asked for the product every ${lookEvery} milliseconds meanwhile. Counted is the whole time until the first response with the new price had arrived, of each of the two. What was committed before it was acknowledged may be shown before that, too: 0 ms.`,
  ].join('\n');
  console.log(body);
  writeSection({ id: 'instances-changes', title: 'Changes on other instances, PostgreSQL', body });
}

async function measure(
  { sites: [writer, ...readers], administrator, database }: Instances,
  simulator: Simulator,
): Promise<Shown> {
  const root = '/api/commerce-bridge/v1/products';
  const { products: listed } = productList.parse(await (await fetch(`${writer?.url}${root}?per_page=100`)).json());
  const sinceWritten: number[] = [];
  const sinceAcknowledged: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    const { id, slug } = listed[change % listed.length] ?? { id: 0, slug: '' };
    const price = 1000 + change;
    await pause(Math.random() * longestRest);
    const last = z
      .object({ last: z.coerce.number() })
      .parse(await database('commerce_bridge_changes').max({ last: 'id' }).first());
    simulator.store.products.update(id, { price });
    const showing = readers.map(({ url }) => firstWith(price, `${url}${root}/${slug}`));
    const resynced = await administrator.request('POST', `/commerce-bridge/products/${id}/resync`);
    const acknowledgedAt = Date.now();
    if (resynced.status !== 200) throw new Error(`the resync returned ${JSON.stringify(resynced)}`);
    const shownAt = await Promise.all(showing);
    const rows: unknown[] = await database('commerce_bridge_changes')
      .where('id', '>', last.last)
      .orderBy('id')
      .pluck('made_at');
    const writtenAt = Number(rows[0]);
    sinceWritten.push(...shownAt.map((at) => at - writtenAt));
    sinceAcknowledged.push(...shownAt.map((at) => Math.max(0, at - acknowledgedAt)));
  }
  const ascending = (times: number[]) => times.sort((a, b) => a - b);
  return { sinceWritten: ascending(sinceWritten), sinceAcknowledged: ascending(sinceAcknowledged) };
}

/** Resolves to the time when a response with this price had arrived. */
async function firstWith(price: number, address: string): Promise<number> {
  for (;;) {
    const shown = product.parse(await (await fetch(address)).json());
    if (shown.price === price) return Date.now();
    await pause(lookEvery);
  }
}
