import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncState, type Run } from '../contracts/admin/runs';
import { cache } from '../scripts/lib/paths';
import { findFreePort } from '../scripts/lib/ports';
import { launchSimulator } from '../scripts/lib/simulator-process';
import { finishedRun } from '../tests/support/sites/runs';
import { type Administrator, registerAdministrator } from '../scripts/lib/administrator';
import { launchBenchSite, makeBenchSite } from './lib/bench-site';
import { offer, percentile, pooled, saturate, type LoadRequest, type LoadResult } from './lib/load';
import { goFirst, letOthersGoFirst } from './lib/pinning';
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
// Some seconds at a time, until the run is over.
const slice = 2;
const idleOverRun = 2;
const leastOfAlone = 0.5;

void main();

async function main(): Promise<void> {
  const folder = mkdtempSync(join(cache, 'bench-reads-'));
  const port = await findFreePort();
  const simulate = async (revision: number) => {
    const started = await launchSimulator([
      ...['--products', String(size), '--revision', String(revision), '--port', String(port), '--no-quota'],
    ]);
    letOthersGoFirst(started.pid);
    return started;
  };
  await makeBenchSite();
  let simulator = await simulate(0);
  const database = { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: join(folder, 'site.db') };
  const site = await launchBenchSite({ ...database, ...connectionTo(simulator) }, { place: 'everywhere' });
  goFirst();
  try {
    const administrator = await registerAdministrator(site);
    const first = await synchronize(administrator);
    const next = readerOf(site.url);
    await saturate({ connections, seconds: 3, next });
    const idle = await saturate({ connections, seconds: idleSeconds, next });
    const perSecond = Math.floor(idle.served / idle.seconds / 2);
    const quietBefore = await readQuietly({ perSecond, next });

    await simulator.stop();
    simulator = await simulate(1);
    const alone = await synchronize(administrator);
    await simulator.stop();
    simulator = await simulate(2);
    const changed = await readWhile(administrator, { perSecond, next });
    const quietAfter = await readQuietly({ perSecond, next });
    const unchanged = await readWhile(administrator, { perSecond, next });
    const quiet = pooled([...quietBefore, ...quietAfter]);
    report({ perSecond, idleRate: idle.served / idle.seconds, quiet, changed, unchanged, runs: { first, alone } });
  } finally {
    await site.stop();
    await simulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readerOf(url: string): () => LoadRequest {
  let read = 0;
  return () => {
    read += 1;
    return {
      url: `${url}/api/commerce-bridge/v1/products?per_page=10&page=${(read * 7) % Math.max(1, Math.floor(size / 20))}`.replace(
        'page=0',
        'page=1',
      ),
    };
  };
}

async function synchronize(administrator: Administrator): Promise<Run> {
  await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
  const run = await finishedRun({ admin: administrator.request });
  if (run.status !== 'succeeded') throw new Error(`the run did not succeed: ${JSON.stringify(run)}`);
  return run;
}

interface ReadRun {
  run: Run;
  reads: LoadResult;
}

async function readQuietly(load: { perSecond: number; next: () => LoadRequest }): Promise<LoadResult[]> {
  const parts: LoadResult[] = [];
  for (let seconds = 0; seconds < idleSeconds; seconds += slice) parts.push(await offer({ ...load, seconds: slice }));
  return parts;
}

async function readWhile(
  administrator: Administrator,
  load: { perSecond: number; next: () => LoadRequest },
): Promise<ReadRun> {
  await offer({ ...load, seconds: 2 });
  await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
  const parts: LoadResult[] = [];
  for (;;) {
    const part = await offer({ ...load, seconds: slice });
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
  /** Without reads. */
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
    `Offered ${perSecond} requests per second, half of the ${idleRate.toFixed(0)} that the idle site serves over ${connections} connections; latency is measured from when a request was due. The site has both processors of this machine; the store, which would be another machine's, gets what the site leaves.`,
    `${changed.run.counts.updated.toLocaleString('en')} products were written, ${rateOf(changed.run).toFixed(0)} a second (${rateOf(runs.alone).toFixed(0)} without reads, ${rateOf(runs.first).toFixed(0)} in the first sync); ` +
      `${unchanged.run.counts.unchanged.toLocaleString('en')} were compared and unchanged, ${rateOf(unchanged.run).toFixed(0)} a second.`,
  ].join('\n');
  console.log(body);
  if (givenSize === undefined)
    writeSection({ id: 'reads-during-sync', title: 'Reads during a full sync, SQLite', body });
}
