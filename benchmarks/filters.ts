import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ADJECTIVES, MATERIALS, SENTENCES } from '../simulator/src/catalog/words';
import type { SiteProcess } from '../scripts/lib/site-process';
import {
  type ListFacts,
  type ListShape,
  listShapes,
  nameOfShape,
  pageOfShape,
  queryOfShape,
} from '../tests/support/http/list-shapes';
import { eventually } from '../tests/support/time/eventually';
import { type BenchServer, wantedServers } from './lib/bench-databases';
import { launchBenchSite, makeBenchSite } from './lib/bench-site';
import { type MeasuredShape, reportShapes, summaryOfShapes } from './lib/filter-report';
import { percentile } from './lib/load';
import { multiplied } from './lib/multiplied-database';
import { connectionTo, launchStore, syncedDatabase } from './lib/synced-database';

/**
 * Lists of `/products` with every pair of values of two parameters, one caller, and an unused response cache; the worst
 * ten with their statements and query plans.
 *
 *   npx tsx benchmarks/filters.ts [sqlite | postgres | mysql …] [--products N] [--requests N] [--reuse] [--times N] [--without-report]
 *
 * `--times 10` measures PostgreSQL with ten times as many products, too. Other sizes leave BENCHMARKS.md alone.
 */
const usual = { products: 100_000, requests: 24 };

void main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      products: { type: 'string' },
      requests: { type: 'string' },
      times: { type: 'string' },
      reuse: { type: 'boolean', default: false },
      'without-report': { type: 'boolean', default: false },
    },
  });
  const products = Number(values.products ?? usual.products);
  const requests = Number(values.requests ?? usual.requests);
  await makeBenchSite();
  for await (const server of wantedServers(positionals)) {
    const database = await syncedDatabase(server, { products, reuse: values.reuse });
    const shapes = await measure(server, { database, requests });
    const larger =
      values.times === undefined || server.id !== 'postgres'
        ? null
        : await measure(server, { database: await multiplied(database, Number(values.times)), requests });
    const measured = { server, products, shapes, larger };
    console.log(summaryOfShapes(measured));
    if (!values['without-report'] && products === usual.products) reportShapes(measured);
  }
}

async function measure(
  server: BenchServer,
  { database, requests }: { database: string; requests: number },
): Promise<MeasuredShape[]> {
  const store = await launchStore(10);
  const site = await launchBenchSite({
    ...server.environment(database),
    ...connectionTo(store),
    COMMERCE_BRIDGE_CACHE_MEGABYTES: '0',
  });
  try {
    const facts = await factsOf(site);
    await columnsLoaded(site);
    const shapes: MeasuredShape[] = [];
    for (const shape of listShapes()) shapes.push(await measureShape(site, { shape, facts, requests }));
    return shapes;
  } finally {
    await site.stop();
    await store.stop();
  }
}

interface Task {
  shape: ListShape;
  facts: ListFacts;
  requests: number;
}

async function measureShape(site: SiteProcess, { shape, facts, requests }: Task): Promise<MeasuredShape> {
  const paths: string[] = [];
  for (let at = 0; at < requests + warmUps; at += 1) {
    const query = queryOfShape(shape, facts, at);
    if (shape.page !== 'first') query.set('page', String(pageOfShape(shape, await pagesOf(site, query), at)));
    paths.push(`${ours}?${query.toString()}`);
  }
  for (const path of paths.slice(0, warmUps)) await list(site, path);
  await ask(site, '/api/bench/loop/start');
  const taken: number[] = [];
  for (const path of paths.slice(warmUps)) {
    const started = performance.now();
    await list(site, path);
    taken.push(performance.now() - started);
  }
  const { max } = z.object({ max: z.number() }).parse(await ask(site, '/api/bench/loop/stop'));
  taken.sort((a, b) => a - b);
  const path = paths.at(-1) ?? '';
  await ask(site, '/api/bench/statements/start');
  const { total } = await list(site, path);
  const statements = plannedStatements.parse(await ask(site, '/api/bench/statements/stop'));
  return {
    name: nameOfShape(shape),
    path,
    total,
    p50: percentile(taken, 50),
    p95: percentile(taken, 95),
    longestBlock: max,
    statements,
  };
}

const warmUps = 3;
const columnsPatience = 120_000;
const ours = '/api/commerce-bridge/v1/products';
const plannedStatements = z.array(z.object({ sql: z.string(), plan: z.array(z.string()) }));
const listed = z.object({ total: z.number(), pages: z.number() });

async function ask(site: SiteProcess, path: string): Promise<unknown> {
  const response = await fetch(`${site.url}${path}`);
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response.json();
}

const list = async (site: SiteProcess, path: string) => listed.parse(await ask(site, path));

async function pagesOf(site: SiteProcess, query: URLSearchParams): Promise<number> {
  return (await list(site, `${ours}?${query.toString()}`)).pages;
}

async function factsOf(site: SiteProcess): Promise<ListFacts> {
  const known = z
    .object({
      categories: z.array(z.string()),
      brands: z.array(z.string()),
      prices: z.array(z.number()),
      skus: z.array(z.string()),
      products: z.number(),
    })
    .parse(await ask(site, '/api/bench/list-facts'));
  return {
    ...known,
    usual: ADJECTIVES.flatMap((adjective) => MATERIALS.map((material) => `${adjective} ${material}`)),
    broad: SENTENCES.flatMap((sentence) => [0, 4, 8].map((at) => sentence.slice(at, at + 9).trim())),
  };
}

const isByIds = (sql = '') => sql.includes('upstream_id" in') || sql.includes('upstream_id` in');

/**
 * Once the product columns are loaded, a site reads the products of a page by their ids, and no startup work is left.
 */
async function columnsLoaded(site: SiteProcess): Promise<void> {
  await eventually(async () => {
    await ask(site, '/api/bench/statements/start');
    await list(site, `${ours}?orderby=title&in_stock=true`);
    const statements = plannedStatements.parse(await ask(site, '/api/bench/statements/stop'));
    return statements.length === 1 && isByIds(statements[0]?.sql);
  }, columnsPatience);
}
