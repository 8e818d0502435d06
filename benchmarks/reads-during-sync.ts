import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncState, type Run } from '../contracts/admin/runs';
import { cache } from '../scripts/lib/paths';
import { findFreePort } from '../scripts/lib/ports';
import { finishedRun } from '../tests/support/sites/runs';
import { type Administrator, registerAdministrator } from '../scripts/lib/administrator';
import { launchBenchSite, makeBenchSite } from './lib/bench-site';
import { percentile, pooled, type LoadResult } from './lib/load';
import { type LoadJob, startLoad } from './lib/pinned-load';
import { startReplayingStore } from './lib/replayed-store';
import { table, writeSection } from './lib/report';
import { connectionTo } from './lib/synced-database';

/**
 * `GET /products` on SQLite while a full sync runs in the same process: half the rate that the site reaches when
 * idle is sent all the time. Once with every product changed upstream as by a merchant's price import (prices, stock,
 * descriptions), so that the run writes each of them, and once without changes, as in most weekly passes.
 */
const givenSize = process.argv[2];
const size = Number(givenSize ?? 10_000);
// Before the run and again after it: the speed of a shared machine varies.
const idleSeconds = 20;
const connections = 8;
// In seconds; the load is sent in slices until the run ends.
const slice = 2;
const idleOverRun = 2;
const leastOfAlone = 0.5;

const pages = Array.from(
  { length: Math.max(1, Math.floor(size / 20)) },
  (_, index) => `/api/commerce-bridge/v1/products?per_page=10&page=${index + 1}`,
);

void main();

async function main(): Promise<void> {
  const folder = mkdtempSync(join(cache, 'bench-reads-'));
  const port = await findFreePort();
  // It stands for another machine, so it replays responses, which takes hardly any CPU time.
  const simulate = (revision: number) => startReplayingStore({ products: size, revision, port });
  await makeBenchSite();
  let store = await simulate(0);
  const database = { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: join(folder, 'site.db') };
  const site = await launchBenchSite({ ...database, ...connectionTo(store) }, { place: 'everywhere' });
  const load = startLoad({ site: 'everywhere' });
  const send = (pace: LoadJob['pace'], seconds: number) =>
    load.send({ baseUrl: site.url, paths: pages, repeats: true, pace, seconds });
  try {
    const administrator = await registerAdministrator(site);
    const switchTo = async (revision: number) => {
      await store.stop();
      store = await simulate(revision);
      await synchronize(administrator, { dryRun: true });
    };
    await synchronize(administrator, { dryRun: true });
    const first = await synchronize(administrator);
    await send({ connections }, 3);
    const idle = await send({ connections }, idleSeconds);
    const perSecond = Math.floor(idle.served / idle.seconds / 2);
    const offer = () => send({ perSecond }, slice);
    const quietBefore = await readQuietly(offer);

    await switchTo(1);
    const alone = await synchronize(administrator);
    await switchTo(2);
    const changed = await readWhile(administrator, offer);
    const quietAfter = await readQuietly(offer);
    const unchanged = await readWhile(administrator, offer);
    const quiet = pooled([...quietBefore, ...quietAfter]);
    report({ perSecond, idleRate: idle.served / idle.seconds, quiet, changed, unchanged, runs: { first, alone } });
  } finally {
    load.stop();
    await site.stop();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function synchronize(administrator: Administrator, { dryRun = false } = {}): Promise<Run> {
  await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full', dryRun });
  const run = await finishedRun({ admin: administrator.request });
  if (run.status !== 'succeeded') throw new Error(`the run did not succeed: ${JSON.stringify(run)}`);
  return run;
}

interface ReadRun {
  run: Run;
  reads: LoadResult;
}

type Offer = () => Promise<LoadResult>;

async function readQuietly(offer: Offer): Promise<LoadResult[]> {
  const parts: LoadResult[] = [];
  for (let seconds = 0; seconds < idleSeconds; seconds += slice) parts.push(await offer());
  return parts;
}

async function readWhile(administrator: Administrator, offer: Offer): Promise<ReadRun> {
  await offer();
  await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
  const parts: LoadResult[] = [];
  for (;;) {
    const part = await offer();
    const { current } = syncState.parse((await administrator.request('GET', '/commerce-bridge/sync')).body);
    // Requests sent after the end of the run would improve the figure.
    if (current === null && parts.length > 0) break;
    parts.push(part);
    if (current === null) break;
  }
  return { run: await finishedRun({ admin: administrator.request }), reads: pooled(parts) };
}

interface Measured {
  perSecond: number;
  idleRate: number;
  quiet: LoadResult;
  changed: ReadRun;
  unchanged: ReadRun;
  /** Without concurrent reads. */
  runs: { first: Run; alone: Run };
}

function report({ perSecond, idleRate, quiet, changed, unchanged, runs }: Measured): void {
  const rateOf = (run: Run) =>
    run.counts.fetched / ((Date.parse(String(run.finishedAt)) - Date.parse(run.startedAt)) / 1000);
  const p = (result: LoadResult, percent: number) => `${percentile(result.latencies, percent).toFixed(1)} ms`;
  const ratioOf = ({ reads }: ReadRun) => percentile(reads.latencies, 99) / percentile(quiet.latencies, 99);
  const areAllServed = ({ reads }: ReadRun) => reads.served === reads.sent;
  const found = ratioOf(changed);
  const speed = rateOf(changed.run) / rateOf(runs.alone);
  const verdict = found <= idleOverRun && areAllServed(changed) && speed >= leastOfAlone ? 'met' : '**not met**';
  const row = (name: string, result: LoadResult) => [
    name,
    String(result.sent),
    String(result.served),
    p(result, 50),
    p(result, 99),
    p(result, 100),
  ];
  const body = [
    table([
      ['', 'Requests', 'Served', 'p50', 'p99', 'Slowest'],
      row('Idle, before and after', quiet),
      row(
        `During a full sync of ${size.toLocaleString('en')}: all prices, stock levels, and descriptions changed`,
        changed.reads,
      ),
      row('During one without changes', unchanged.reads),
    ]),
    '',
    `Target: all served, the p99 while everything is written at most ${idleOverRun} times the idle one, and the run at least ${leastOfAlone} times as fast as without reads. ` +
      `Measured: ${found.toFixed(2)} times, ${changed.reads.sent - changed.reads.served} not served, ${speed.toFixed(2)} times as fast, ${verdict}. ` +
      `While nothing is written, it is ${ratioOf(unchanged).toFixed(2)} times the idle one.`,
    '',
    `Offered ${perSecond} requests per second, half of the ${idleRate.toFixed(0)} that the idle site serves over ${connections} connections; latency is measured from when a request was due. The site, the load generator with at most 64 connections, and a store that replays its responses from memory share two processors.`,
    `${changed.run.counts.updated.toLocaleString('en')} products were written, ${rateOf(changed.run).toFixed(0)} a second (${rateOf(runs.alone).toFixed(0)} without reads, ${rateOf(runs.first).toFixed(0)} in the first sync); ` +
      `${unchanged.run.counts.unchanged.toLocaleString('en')} were compared and unchanged, ${rateOf(unchanged.run).toFixed(0)} a second.`,
  ].join('\n');
  console.log(body);
  if (givenSize === undefined)
    writeSection({ id: 'reads-during-sync', title: 'Reads during a full sync, SQLite', body });
}
