import { z } from 'zod';
import { SENTENCES } from '../simulator/src/catalog/words';
import { logIn } from '../scripts/lib/administrator';
import { type BenchServer, benchServers } from './lib/bench-databases';
import { launchBenchSite, makeBenchSite } from './lib/bench-site';
import { percentile } from './lib/load';
import { table, writeSection } from './lib/report';
import { connectionTo, launchStore, syncedDatabase } from './lib/synced-database';

/**
 * The server's processing time for the requests of each admin page, with 100,000 cached products, one request after
 * the other. Requests differ wherever possible, so that none is served from memory.
 *
 *   npx tsx benchmarks/admin-pages.ts [sqlite | postgres | mysql] [--reuse]
 */
const products = 100_000;
const requestsEach = 20;
const most = 100;

type Paths = (at: number) => string;

void main();

async function main(): Promise<void> {
  const [wanted = 'sqlite'] = process.argv.slice(2);
  const server = benchServers.find(({ id }) => id === wanted);
  if (!server) throw new Error(`there is no database server "${wanted}"`);
  await makeBenchSite();
  const figures = await measure(server);
  const late = figures.filter(({ p95 }) => p95 > most);
  const body = [
    table([
      ['Request', 'p50', 'p95', 'Longest'],
      ...figures.map(({ name, p50, p95, longest }) => [
        name,
        `${p50.toFixed(1)} ms`,
        `${p95.toFixed(0)} ms`,
        `${longest.toFixed(0)} ms`,
      ]),
    ]),
    '',
    `Each request ${requestsEach} times, one after the other, with different values each time if it has any; measured by the caller on the same machine.`,
    late.length === 0
      ? `For each, 19 of 20 responses take less than ${most} ms. ${slowestOf(figures)}`
      : `**A p95 of more than ${most} ms:** ${late.map(({ name }) => name).join('; ')}.`,
  ].join('\n');
  console.log(body);
  writeSection({
    id: `admin-pages-${server.id}`,
    title: `Server work for the admin's pages, ${products.toLocaleString('en')} products, ${server.name}`,
    body,
  });
}

function slowestOf(figures: readonly Figure[]): string {
  const slow = figures.filter(({ longest }) => longest > most);
  if (slow.length === 0) return 'None took longer.';
  return `Some requests took longer for: ${slow.map(({ name }) => name).join('; ')}.`;
}

interface Figure {
  name: string;
  p50: number;
  p95: number;
  longest: number;
}

async function measure(server: BenchServer): Promise<Figure[]> {
  const database = await syncedDatabase(server, { products, reuse: process.argv.includes('--reuse') });
  const working = 'commerce_bridge_bench_working';
  await server.drop(working);
  await server.copy(database, working);
  const store = await launchStore(10);
  const site = await launchBenchSite({ ...server.environment(working), ...connectionTo(store) });
  try {
    const administrator = await logIn(site);
    const ask = async (path: string) => {
      const { status, body } = await administrator.request('GET', `/commerce-bridge${path}`);
      if (status !== 200) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
      return body;
    };
    const figures: Figure[] = [];
    for (const [name, pathAt] of Object.entries(await casesOf(ask))) {
      const taken: number[] = [];
      for (let at = 0; at < requestsEach; at += 1) {
        const started = performance.now();
        await ask(pathAt(at));
        taken.push(performance.now() - started);
      }
      taken.sort((a, b) => a - b);
      figures.push({ name, p50: percentile(taken, 50), p95: percentile(taken, 95), longest: taken.at(-1) ?? NaN });
    }
    return figures;
  } finally {
    await site.stop();
    await store.stop();
    await server.drop(working);
  }
}

async function casesOf(ask: (path: string) => Promise<unknown>): Promise<Record<string, Paths>> {
  const ids = z.object({ items: z.array(z.object({ id: z.number() })) });
  const [categories, brands] = [
    ids.parse(await ask('/categories?pageSize=100')).items,
    ids.parse(await ask('/brands?pageSize=100')).items,
  ];
  const { runs } = z.object({ runs: z.array(z.object({ id: z.string() })) }).parse(await ask('/sync/runs'));
  const run = runs[0]?.id ?? '';
  const pages = products / 20;
  const words = SENTENCES.flatMap((sentence) =>
    sentence
      .toLowerCase()
      .replace(/[^a-z ]/g, '')
      .split(' '),
  ).filter((word) => word.length >= 3);
  const broad = [...new Set(words)];
  const list = (query: string): string => `/products?${query}`;
  return {
    Overview: () => '/overview',
    'Overview, charts': () => '/overview/history',
    'Sync status': () => '/sync',
    Notice: () => '/notice',
    'Products, by title': (at) => list(`page=${at + 1}`),
    'Products, by price': (at) => list(`sort=price&direction=desc&page=${at + 1}`),
    'Products, by date': (at) => list(`sort=date&direction=desc&page=${at + 1}`),
    'Products, by last change': (at) => list(`sort=synced&direction=desc&page=${at + 1}`),
    'Products, pages in the middle': (at) => list(`page=${pages / 2 + at}`),
    'Products, last pages by price': (at) => list(`sort=price&page=${pages - 1 - at}`),
    'Products of a category': (at) =>
      list(`category=${categories[at % categories.length]?.id ?? 0}&page=${1 + Math.floor(at / categories.length)}`),
    'Products of a brand': (at) => list(`brand=${brands[at % brands.length]?.id ?? 0}&sort=price`),
    Drafts: (at) => list(`status=draft&page=${at + 1}`),
    'Products in stock': (at) => list(`stock=in&page=${at + 1}`),
    'Products in stock, pages in the middle': (at) => list(`stock=in&page=${Math.floor(pages / 3) + at}`),
    'Products out of stock': (at) => list(`stock=out&page=${at + 1}`),
    'Search, a few products match': (at) => list(`search=${31_234 + at * 977}`),
    'Search, many products match': (at) => list(`search=${broad[at % broad.length] ?? ''}`),
    'Search within a category': (at) =>
      list(`search=${broad[(at + 20) % broad.length] ?? ''}&category=${categories[at % categories.length]?.id ?? 0}`),
    'Search, two letters': (at) =>
      list(
        `search=${['th', 'in', 'er', 'an', 're', 'on', 'at', 'en', 'nd', 'ti', 'es', 'or', 'te', 'of', 'ed', 'is', 'it', 'al', 'ar', 'st'][at % 20] ?? ''}`,
      ),
    'Known products': (at) => list(`ids=${Array.from({ length: 50 }, (_, place) => 1 + at * 500 + place).join(',')}`),
    'One product': (at) => `/products/${1_500 + at * 321}`,
    Categories: (at) => `/categories?page=${1 + (at % 3)}`,
    Brands: (at) => `/brands?page=${1 + (at % 3)}`,
    'Brands, search': (at) => `/brands?search=${'abcdefghijklmnopqrst'[at] ?? ''}`,
    Runs: () => '/sync/runs',
    'Log of a run': () => `/sync/runs/${run}/log`,
    'Failures of a run': () => `/sync/runs/${run}/failures`,
    Events: () => '/events',
    Deliveries: () => '/events/deliveries',
    Health: () => '/health',
    Diagnostics: () => '/diagnostics',
  };
}
