import { parseArgs } from 'node:util';
import { registerAdministrator } from '../scripts/lib/administrator';
import { type BenchServer, benchServers } from './lib/bench-databases';
import { launchBenchSite, makeBenchSite } from './lib/bench-site';
import { table, writeSection } from './lib/report';
import { firstRun, peakResidentMegabytes, processorSeconds } from './lib/runs';
import { connectionTo, launchStore } from './lib/synced-database';

/**
 * A first full sync of 100,000 and of ten times as many products: speed, and the site's peak resident memory.
 *
 *   npx tsx benchmarks/first-sync.ts [sqlite | postgres | mysql …] [--products N] [--times N]
 *
 * Other sizes leave BENCHMARKS.md alone.
 */
const usual = { products: 100_000, times: 10 };
const leastSpeed = 0.9;
const mostMemory = 1.1;

void main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { products: { type: 'string' }, times: { type: 'string' } },
  });
  const products = Number(values.products ?? usual.products);
  const times = Number(values.times ?? usual.times);
  await makeBenchSite();
  const wanted = positionals.length > 0 ? positionals : ['sqlite', 'postgres'];
  for (const server of benchServers.filter(({ id }) => wanted.includes(id))) {
    const absence = await server.absence();
    if (absence !== null) {
      console.log(`${server.name} is skipped: ${absence}`);
      continue;
    }
    const small = await measure(server, products);
    const large = await measure(server, products * times);
    const body = bodyOf(small, large);
    console.log(body);
    if (products === usual.products && times === usual.times)
      writeSection({ id: `first-sync-${server.id}`, title: `First sync of 1,000,000 products, ${server.name}`, body });
  }
}

interface Measured {
  products: number;
  perSecond: number;
  perProcessorSecond: number;
  peakMegabytes: number;
}

async function measure(server: BenchServer, products: number): Promise<Measured> {
  const database = `commerce_bridge_bench_first_sync`;
  await server.drop(database);
  await server.create(database);
  const store = await launchStore(products);
  const site = await launchBenchSite({ ...server.environment(database), ...connectionTo(store) });
  try {
    const administrator = await registerAdministrator(site);
    const before = processorSeconds(site.pid);
    const { perSecond } = await firstRun(administrator, products);
    const perProcessorSecond = products / (processorSeconds(site.pid) - before);
    return { products, perSecond, perProcessorSecond, peakMegabytes: peakResidentMegabytes(site.pid) };
  } finally {
    await site.stop();
    await store.stop();
    await server.drop(database);
  }
}

function bodyOf(small: Measured, large: Measured): string {
  const speed = large.perSecond / small.perSecond;
  const memory = large.peakMegabytes / small.peakMegabytes;
  const verdict = speed >= leastSpeed && memory <= mostMemory ? 'met' : '**not met**';
  return [
    table([
      ['Products', 'Products per second', 'Per second of the site’s processor time', 'Peak resident memory'],
      ...[small, large].map(({ products, perSecond, perProcessorSecond, peakMegabytes }) => [
        products.toLocaleString('en'),
        perSecond.toFixed(0),
        perProcessorSecond.toFixed(0),
        `${peakMegabytes.toFixed(0)} MB`,
      ]),
    ]),
    '',
    `Target: at least ${leastSpeed} times the speed, and at most ${mostMemory} times the memory. Measured: ${speed.toFixed(2)} and ${memory.toFixed(2)} times, ${verdict}. The columns of lists (docs/decisions/0033-product-columns.md), which grow with the catalog, are part of that memory.`,
    '',
    'The site has one processor, the simulated store, which has no request quota, another one. The site’s processor time, of all its threads, does not depend on what else the machine does.',
  ].join('\n');
}
