import { parseArgs } from 'node:util';
import type { SiteProcess } from '../scripts/lib/site-process';
import { type BenchServer, wantedServers } from './lib/bench-databases';
import { launchBenchSite, makeBenchSite } from './lib/bench-site';
import { startLoad } from './lib/pinned-load';
import { type ReadCase, readCases, siteFacts } from './lib/read-cases';
import { createCaseRunner, type Figure, type Figures } from './lib/read-figures';
import { table, writeSection } from './lib/report';
import { connectionTo, launchStore, syncedDatabase } from './lib/synced-database';

/**
 * Searches of 100,000 generated products, next to Strapi's content API on the same tables, on each available database.
 *
 *   npx tsx benchmarks/searches.ts [sqlite | postgres | mysql …] [--products N] [--rounds N] [--reuse]
 *
 * Other sizes leave BENCHMARKS.md alone. The databases are those of `reads-at-size.ts`.
 */
const usual = { products: 100_000, rounds: 2 };

const kinds = [
  { name: 'rare (a few products match)', ours: 'searchRare', theirs: 'contentRare' },
  { name: 'usual (some hundred match)', ours: 'searchUsual', theirs: 'contentUsual' },
  { name: 'broad (up to half of all match)', ours: 'searchBroad', theirs: 'contentBroad' },
  { name: 'two characters', ours: 'searchShort', theirs: 'contentShort' },
] as const;

type CaseName = (typeof kinds)[number]['ours' | 'theirs'];

const leastTimes = 5;
const longestBlock = 25;
/** On MariaDB, where each search read all texts before we had our own index. */
const longestFewOnMysql = 25;

void main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      products: { type: 'string' },
      rounds: { type: 'string' },
      reuse: { type: 'boolean', default: false },
    },
  });
  const products = Number(values.products ?? usual.products);
  const rounds = Number(values.rounds ?? usual.rounds);
  await makeBenchSite();
  for await (const server of wantedServers(positionals)) {
    const body = report(server, await measure(server, { products, rounds, reuse: values.reuse }));
    console.log(body);
    if (products === usual.products) {
      const title = `Searches of ${products.toLocaleString('en')} products, ${server.name}`;
      writeSection({ id: `searches-${server.id}`, title, body });
    }
  }
}

interface Size {
  products: number;
  rounds: number;
  reuse: boolean;
}

async function measure(server: BenchServer, { products, rounds, reuse }: Size): Promise<Figures> {
  const database = await syncedDatabase(server, { products, reuse });
  const store = await launchStore(products);
  const load = startLoad();
  let site: SiteProcess | null = null;
  try {
    site = await launchBenchSite({ ...server.environment(database), ...connectionTo(store) });
    const facts = siteFacts.parse(await (await fetch(`${site.url}/api/bench/facts`)).json());
    const cases: Record<CaseName, ReadCase> = readCases(facts);
    const runner = createCaseRunner({ load, site });
    const names = kinds.flatMap(({ ours, theirs }) => [ours, theirs]);
    for (const name of names) await runner.warm(cases[name]);
    for (let round = 0; round < rounds; round += 1) for (const name of names) await runner.measure(name, cases[name]);
    return runner.figures;
  } finally {
    load.stop();
    await site?.stop();
    await store.stop();
  }
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

function report(server: BenchServer, figures: Figures): string {
  const at = (name: CaseName): Figure => {
    const figure = figures[name];
    if (!figure) throw new Error(`${name} was not measured`);
    return figure;
  };
  const rows = kinds.map(({ name, ours, theirs }) => {
    const [own, other] = [at(ours), at(theirs)];
    const times = own.perSecond / other.perSecond;
    const block = own.longestBlock ?? Infinity;
    const isFew = ours === 'searchRare' || ours === 'searchUsual';
    const isMet =
      times >= leastTimes &&
      block <= longestBlock &&
      (server.id !== 'mysql' || !isFew || own.median <= longestFewOnMysql);
    return [
      `\`?search=\`, ${name}`,
      own.perSecond.toFixed(own.perSecond < 10 ? 1 : 0),
      ms(own.median),
      ms(own.p95),
      ms(block),
      `${other.perSecond.toFixed(1)} (p50 ${ms(other.median)})`,
      `${times.toFixed(1)} ×`,
      isMet ? 'met' : '**not met**',
    ];
  });
  const head = [
    'Request',
    'Per second',
    'p50',
    'p95',
    'Event loop blocked',
    "Strapi's content API",
    'Compared to it',
    'Target',
  ];
  return [
    table([head, ...rows]),
    '',
    `Target: at least ${leastTimes} times as many as Strapi's content API, and the event loop never blocked for more than ${longestBlock} ms` +
      `${server.id === 'mysql' ? `; rare and usual terms in at most ${longestFewOnMysql} ms` : ''}. ` +
      'One caller; no request repeats another. The content API uses `$containsi` on title and description, and returns the same page.',
  ].join('\n');
}
