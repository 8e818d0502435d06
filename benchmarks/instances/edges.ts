import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { product, productList } from '../../contracts/rest/products';
import { type Simulator, startSimulator } from '../../simulator/src/server';
import { startVarnish } from '../../tests/support/http/varnish';
import { deliver, deliveryBody, standardDelivery } from '../../tests/support/shops/deliveries';
import { percentile } from '../lib/load';
import { table, writeSection } from '../lib/report';
import { type Instances, openInstances } from './open-instances';

const program = '/usr/sbin/varnishd';
const changes = 25;
const products = 100;
const instanceCount = 3;
const lookEvery = 10;
const longestRest = 1500;

/** How long a Varnish in front of an instance serves outdated pages, if it caches them until they are purged. */
export async function measureEdges(): Promise<void> {
  if (!existsSync(program))
    throw new Error(`This benchmark takes a Varnish (Debian: varnish, varnish-modules): ${program}`);
  const rows: string[][] = [];
  for (const isWithRedis of [false, true]) {
    const simulator = await startSimulator({ products, quota: 0, localDestinations: true });
    try {
      const instances = await openInstances({ store: { url: simulator.url, ...simulator.account }, isWithRedis });
      try {
        for (const count of isWithRedis ? [instanceCount] : [1, instanceCount]) {
          await instances.startUntil(count);
          const times = await measure({ ...instances, simulator });
          rows.push([
            `${count === 1 ? 'one instance' : `${count} instances`}${isWithRedis ? ', with Redis' : ''}`,
            ...[50, 95, 100].map((percent) => `${percentile(times, percent).toFixed(0)} ms`),
          ]);
        }
      } finally {
        await instances.close();
      }
    } finally {
      await simulator.close();
    }
  }
  const body = [
    table([['Until a Varnish shows a change', 'median', 'p95', 'worst'], ...rows]),
    '',
    `${changes} changes of prices at any moment, from the acknowledgement of the delivery to the first response with the new price of a Varnish in front of the first instance, with the VCL of the documentation, which was asked every ${lookEvery} milliseconds. Deliveries go to all instances in turns.`,
  ].join('\n');
  console.log(body);
  writeSection({ id: 'instances-edges', title: 'A cache in front of one instance and three, PostgreSQL', body });
}

async function measure(place: Instances & { simulator: Simulator }): Promise<number[]> {
  const { sites, administrator, simulator } = place;
  const [first] = sites;
  if (!first) throw new Error('no instance was started');
  const cache = await startVarnish(program, first);
  try {
    const purgeTargets = [{ key: 'edge', kind: 'varnish', url: cache.url, soft: true }];
    await administrator.request('PUT', '/commerce-bridge/settings', { purgeTargets });
    // Other instances reload settings every few seconds.
    await pause(10_000);
    const root = `${cache.url}/api/commerce-bridge/v1/products`;
    const { products: listed } = productList.parse(await (await fetch(`${root}?per_page=100`)).json());
    const priceOf = async (slug: string) => product.parse(await (await fetch(`${root}/${slug}`)).json()).price;
    const times: number[] = [];
    for (let change = 0; change < changes; change += 1) {
      const { id, slug } = listed[change % listed.length] ?? { id: 0, slug: '' };
      await priceOf(slug);
      await pause(Math.random() * longestRest);
      const price = 1000 * sites.length + change;
      simulator.store.products.update(id, { price });
      const body = deliveryBody({ data: { type: 'product', id } });
      const delivery = standardDelivery(simulator.account.clientSecret, { body });
      await deliver(sites[change % sites.length] ?? first, delivery);
      const acknowledgedAt = Date.now();
      while ((await priceOf(slug)) !== price) await pause(lookEvery);
      times.push(Date.now() - acknowledgedAt);
    }
    return times.sort((a, b) => a - b);
  } finally {
    await cache.stop();
  }
}
