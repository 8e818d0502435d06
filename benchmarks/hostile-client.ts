import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { includeGroups } from '../contracts/rest/parameters';
import { SENTENCES } from '../simulator/src/catalog/words';
import type { SiteProcess } from '../scripts/lib/site-process';
import { type BenchServer, benchServers } from './lib/bench-databases';
import { launchBenchSite, makeBenchSite } from './lib/bench-site';
import { type LoadRequest, type LoadResult, offer, percentile } from './lib/load';
import { lowerPriority } from './lib/pinning';
import { table, writeSection } from './lib/report';
import { capacityFor, shoppers, shoppersOf } from './lib/shoppers';
import { connectionTo, launchStore, syncedDatabase } from './lib/synced-database';

/**
 * Shoppers who read lists at half of the site's capacity, alone and alongside one client that sends the most expensive
 * documented requests, twenty a second, none of them twice; on one processor, and on all of this machine's.
 *
 *   npx tsx benchmarks/hostile-client.ts [sqlite | postgres | mysql …] [--reuse] [--seconds N] [--client-percent N] [--without-report]
 */
const products = 100_000;
const hostilePerSecond = 20;
// Major garbage collections occur every five to twenty seconds.
const usualSeconds = 60;
const mostTimes = 2;
const ours = '/api/commerce-bridge/v1';

void main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      reuse: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      'client-percent': { type: 'string' },
      'without-report': { type: 'boolean', default: false },
    },
  });
  await makeBenchSite();
  const wanted = positionals.length > 0 ? positionals : ['sqlite'];
  for (const server of benchServers.filter(({ id }) => wanted.includes(id))) {
    const given = {
      database: await syncedDatabase(server, { products, reuse: values.reuse }),
      seconds: Number(values.seconds ?? usualSeconds),
      percent: values['client-percent'],
    };
    const body = [
      `With ${cpus().length} processors, and the load generator next to it:\n`,
      bodyOf(await measure(server, { ...given, place: 'everywhere' })),
      '\nWith a single processor, on which V8 collects garbage with several threads as well:\n',
      bodyOf(await measure(server, { ...given, place: 'site' })),
      footnote,
    ].join('\n');
    console.log(body);
    if (!values['without-report'])
      writeSection({ id: `hostile-client-${server.id}`, title: `A hostile client, ${server.name}`, body });
  }
}

interface Measured {
  capacity: number;
  alone: LoadResult;
  attacked: LoadResult;
  hostile: LoadResult;
}

interface HostileRun {
  database: string;
  seconds: number;
  /** The setting `readClientPercent`. */
  percent: string | undefined;
  place: 'site' | 'everywhere';
}

async function measure(server: BenchServer, { database, seconds, percent, place }: HostileRun): Promise<Measured> {
  const store = await launchStore(10);
  lowerPriority(store.pid);
  const site = await launchBenchSite(
    {
      ...server.environment(database),
      ...connectionTo(store),
      ...(percent !== undefined && { COMMERCE_BRIDGE_READ_CLIENT_PERCENT: percent }),
    },
    { place },
  );
  try {
    const next = shoppersOf(site, products);
    const capacity = await capacityFor(next);
    const perSecond = Math.floor(capacity / 2);
    // The site needs a while to report what these requests are built from.
    const hostileNext = await hostileOf(site);
    // Warms up, so that the search thread is running, and the index is in the system's memory.
    await offer({ perSecond: hostilePerSecond, seconds: 5, next: hostileNext });
    const before = await offer({ perSecond, seconds: seconds / 2, next });
    const [attacked, hostile] = await Promise.all([
      offer({ perSecond, seconds, next }),
      offer({ perSecond: hostilePerSecond, seconds, next: hostileNext }),
    ]);
    const after = await offer({ perSecond, seconds: seconds / 2, next });
    return { capacity, alone: both(before, after), attacked, hostile };
  } finally {
    await site.stop();
    await store.stop();
  }
}

function both(one: LoadResult, other: LoadResult): LoadResult {
  return {
    sent: one.sent + other.sent,
    served: one.served + other.served,
    others: { ...one.others, ...other.others },
    seconds: one.seconds + other.seconds,
    latencies: [...one.latencies, ...other.latencies].sort((a, b) => a - b),
  };
}

/**
 * The most expensive requests: all fields of a hundred products, filters that leave many, and terms that nearly all
 * products have.
 */
async function hostileOf({ url }: SiteProcess): Promise<() => LoadRequest> {
  const facts = z
    .object({ categories: z.array(z.string()), prices: z.array(z.number()) })
    .parse(await (await fetch(`${url}/api/bench/list-facts`)).json());
  const all = includeGroups.join(',');
  const words = SENTENCES.flatMap((sentence) =>
    Array.from({ length: sentence.length - 6 }, (_, at) => sentence.slice(at, at + 5).trim()),
  );
  let sent = 0;
  return () => {
    sent += 1;
    const price = facts.prices[(sent * 13) % facts.prices.length] ?? 0;
    const queries = [
      { per_page: '100', include: all, orderby: 'title', page: String(200 + sent) },
      { search: words[sent % words.length] ?? '', in_stock: 'true', orderby: 'price', page: '40' },
      { min_price: String(price), in_stock: 'true', orderby: 'title', page: '300', per_page: '100', include: all },
      { search: (words[(sent * 3) % words.length] ?? '').slice(0, 2), orderby: 'title', page: '50' },
      {
        category: facts.categories[0] ?? '',
        max_price: String(price + 500),
        on_sale: 'false',
        orderby: 'title',
        page: '30',
      },
    ];
    const query = new URLSearchParams(queries[sent % queries.length]);
    return { url: `${url}${ours}/products?${query.toString()}`, localAddress: '127.0.2.1' };
  };
}

const footnote = `
${shoppers} shoppers read lists; few of their requests are the same. The hostile client sends ${hostilePerSecond} a second from one address: a hundred products with all their fields, terms that nearly all products have, and filters in the order of another value, far pages of each.`;

function bodyOf({ capacity, alone, attacked, hostile }: Measured): string {
  const p99 = (load: LoadResult) => percentile(load.latencies, 99);
  const times = p99(attacked) / p99(alone);
  const refused = hostile.others['429'] ?? 0;
  const row = (name: string, load: LoadResult) => [
    name,
    String(load.sent),
    String(load.served),
    String(load.others['429'] ?? 0),
    ...[50, 99].map((percent) => `${percentile(load.latencies, percent).toFixed(1)} ms`),
    `${(load.latencies.at(-1) ?? NaN).toFixed(0)} ms`,
  ];
  return [
    table([
      ['', 'Requests', 'Served', '429', 'p50', 'p99', 'Slowest'],
      row('Shoppers, before and after', alone),
      row('Shoppers, alongside it', attacked),
      row('The hostile client', hostile),
    ]),
    '',
    `Target: every shopper served, with a p99 of at most ${mostTimes} times the one without it. Measured: ${times.toFixed(2)} times, ${attacked.sent - attacked.served} not served, ${times <= mostTimes && attacked.served === attacked.sent ? 'met' : '**not met**'}. Of the hostile client's ${hostile.sent} requests, ${refused} were refused with 429. The shoppers sent ${Math.floor(capacity / 2)} requests per second together, half of what the site serves over 8 connections.`,
  ].join('\n');
}
