import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { logIn } from '../scripts/lib/administrator';
import { cache } from '../scripts/lib/paths';
import type { SiteProcess } from '../scripts/lib/site-process';
import { type BenchServer, wantedServers } from './lib/bench-databases';
import { asInTwoGigabytes, launchBenchSite, makeBenchSite } from './lib/bench-site';
import { type PinnedLoad, startLoad } from './lib/pinned-load';
import { listsOfAnySize, type ReadCase, readCases, siteFacts, staticCase } from './lib/read-cases';
import type { MeasuredReads, MemoryUse, SyncFigures } from './lib/measured-reads';
import { createCaseRunner, type CaseRunner } from './lib/read-figures';
import { reportReads, summary } from './lib/read-report';
import { connectionTo, launchStore, syncedDatabase } from './lib/synced-database';

/**
 * Reads of a catalog of 100,000 generated products: a static route of the same site (the ceiling), Strapi's own
 * content API on the same tables, and ours, in one run, on each available database.
 *
 *   npx tsx benchmarks/reads-at-size.ts [sqlite | postgres | mysql …] [--products N] [--rounds N] [--profile CASE] [--reuse] [--prepare]
 *
 * Other sizes and profiles leave BENCHMARKS.md alone. `--prepare` only creates the databases, `--reuse` uses those
 * created by earlier code. The synced databases are kept in `.cache/bench-databases` and on the servers, and recreated
 * when the code that fills them has changed.
 */
const usual = { products: 100_000, rounds: 2 };
const smallCatalog = 1000;

void main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      products: { type: 'string' },
      rounds: { type: 'string' },
      profile: { type: 'string', multiple: true },
      reuse: { type: 'boolean', default: false },
      prepare: { type: 'boolean', default: false },
    },
  });
  const products = Number(values.products ?? usual.products);
  const rounds = Number(values.rounds ?? usual.rounds);
  await makeBenchSite();
  for await (const server of wantedServers(positionals)) {
    if (values.prepare) {
      for (const size of [products, smallCatalog])
        console.log(`${server.name}: ${await syncedDatabase(server, { products: size, reuse: values.reuse })}`);
      continue;
    }
    const profiles = values.profile ?? [];
    const measured = await onServer(server, { products, rounds, profiles, reuse: values.reuse });
    console.log(summary(measured));
    if (profiles.length === 0 && products === usual.products) reportReads(measured);
  }
}

interface Size {
  products: number;
  rounds: number;
  profiles: readonly string[];
  reuse: boolean;
}

async function onServer(server: BenchServer, { products, rounds, profiles, reuse }: Size): Promise<MeasuredReads> {
  const [large, few] = [
    await syncedDatabase(server, { products, reuse }),
    await syncedDatabase(server, { products: smallCatalog, reuse }),
  ];
  const working = 'commerce_bridge_bench_working';
  await server.drop(working);
  await server.copy(large, working);
  // The same catalog with another seed: for a run, all products have changed.
  const store = await launchStore(products, 2);
  const load = startLoad();
  const sites: SiteProcess[] = [];
  const environment = { ...server.environment(working), ...connectionTo(store) };
  try {
    const launch = async (env: NodeJS.ProcessEnv = {}): Promise<SiteProcess> => {
      const started = await launchBenchSite({ ...environment, ...env });
      sites.push(started);
      return started;
    };
    const small = await launch({ NODE_OPTIONS: asInTwoGigabytes });
    const inTwoGigabytes = await measureMemory(small, async () => warmAll(await taskOf(small, load), isRead));
    await small.stop();
    const busy = await launch();
    const hereStatic = await measureMemory(busy, async () => warmStaticAlone(await taskOf(busy, load)));
    await busy.stop();
    const site = await launch();
    const task = await taskOf(site, load);
    const { runner, cases } = task;
    if (profiles.length > 0) await profileCases(site, { runner, cases, profiles });

    const here = await measureMemory(site, () => warmAll(task, isRead));
    const smallSite = await launchBenchSite({ ...server.environment(few), ...connectionTo(store) });
    sites.push(smallSite);
    const smallRunner = createCaseRunner({ load, site: smallSite });
    await warmAll({ runner, cases }, isContentApi);
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, given] of Object.entries(cases)) await runner.measure(name, given);
      // Each round reads its share of the lists, in both the small and the large catalog.
      const lists = listsOfAnySize();
      const share = lists.paths.slice(
        (round * lists.paths.length) / rounds,
        ((round + 1) * lists.paths.length) / rounds,
      );
      await smallRunner.measureAll('listsOfSmall', { ...lists, paths: share });
      await runner.measureAll('listsOfLarge', { ...lists, paths: share });
    }
    await smallSite.stop();
    const sync = await measureDuringSync(site, { runner, cases });
    const memory = { inTwoGigabytes, here, hereStatic, afterAll: residentMegabytes(site.pid, 'VmRSS') };
    return { server, products, figures: { ...runner.figures, ...smallRunner.figures }, memory, sync };
  } finally {
    load.stop();
    for (const site of sites) if (site.isRunning()) await site.stop();
    await store.stop();
    await server.drop(working);
  }
}

type Cases = Record<string, ReadCase>;

const isContentApi = (name: string) => name.startsWith('content');
const isRead = (name: string) => !isContentApi(name);

interface Task {
  runner: CaseRunner;
  cases: Cases;
}

const taskOf = async (site: SiteProcess, load: PinnedLoad): Promise<Task> => ({
  runner: createCaseRunner({ load, site }),
  cases: await casesOf(site),
});

async function warmAll({ runner, cases }: Task, isMeant: (name: string) => boolean): Promise<void> {
  for (const [name, given] of Object.entries(cases)) if (isMeant(name)) await runner.warm(given);
}

/** Requests the static route instead of each read. */
async function warmStaticAlone({ runner, cases }: Task): Promise<void> {
  for (const name of Object.keys(cases)) if (isRead(name)) await runner.warm(cases.static ?? staticCase(20));
}

async function measureMemory(site: SiteProcess, read: () => Promise<void>): Promise<MemoryUse> {
  await pause(5000);
  const idle = residentMegabytes(site.pid, 'VmRSS');
  resetPeak(site.pid);
  await read();
  return { idle, peak: residentMegabytes(site.pid, 'VmHWM') };
}

async function casesOf(site: SiteProcess): Promise<Cases> {
  const facts = siteFacts.parse(await (await fetch(`${site.url}/api/bench/facts`)).json());
  const cases = readCases(facts);
  const response = await fetch(`${site.url}${cases.hot.paths[0] ?? ''}`);
  const bytes = Buffer.byteLength(await response.text());
  const unchanged: ReadCase = {
    ...cases.hot,
    headers: { 'if-none-match': String(response.headers.get('etag')) },
    status: 304,
  };
  return { static: staticCase(bytes), staticSmall: staticCase(20), unchanged, ...cases };
}

/** Reads while every product is written; the run is canceled when they have been measured. */
async function measureDuringSync(
  site: SiteProcess,
  { runner, cases }: { runner: CaseRunner; cases: Cases },
): Promise<SyncFigures> {
  const administrator = await logIn(site);
  await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
  await pause(3000);
  const before = await countsOf(administrator);
  const started = performance.now();
  const blocks: number[] = [];
  for (const [name, seconds] of [
    ['static', 4],
    ['coldByTitle', 12],
    ['hot', 6],
  ] as const) {
    const given = cases[name];
    if (given) blocks.push(await runner.measure(`${name}DuringSync`, { ...given, seconds, watchesLoop: true }));
  }
  const after = await countsOf(administrator);
  const writtenPerSecond = (after - before) / ((performance.now() - started) / 1000);
  await administrator.request('POST', '/commerce-bridge/sync/cancel');
  return { writtenPerSecond, longestBlock: Math.max(...blocks) };
}

async function countsOf({ request }: Awaited<ReturnType<typeof logIn>>): Promise<number> {
  const { body } = await request('GET', '/commerce-bridge/sync');
  const { current } = z
    .object({ current: z.object({ counts: z.object({ updated: z.number() }) }).nullable() })
    .parse(body);
  if (current === null) throw new Error('the run ended before the reads were measured');
  return current.counts.updated;
}

async function profileCases(
  site: SiteProcess,
  { runner, cases, profiles }: { runner: CaseRunner; cases: Cases; profiles: readonly string[] },
): Promise<void> {
  const folder = join(cache, 'profiles');
  mkdirSync(folder, { recursive: true });
  for (const name of profiles) {
    const given = cases[name];
    if (!given) throw new Error(`there is no case "${name}"; there are ${Object.keys(cases).join(', ')}`);
    await runner.warm(given);
    await fetch(`${site.url}/api/bench/profile/start`);
    await runner.measure(name, { ...given, seconds: 6 });
    const { profile } = z
      .object({ profile: z.unknown() })
      .parse(await (await fetch(`${site.url}/api/bench/profile/stop`)).json());
    writeFileSync(join(folder, `${name}.cpuprofile`), JSON.stringify(profile));
  }
}

/** The kernel's figure in megabytes. Linux only. */
function residentMegabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Resets the high-water mark: booting needs more memory than an idle site. */
function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
