import { syncState, type Run } from '../contracts/admin/runs';
import { type Administrator, logIn } from '../scripts/lib/administrator';
import { playground } from '../scripts/lib/paths';
import { findFreePort } from '../scripts/lib/ports';
import { prepareSite } from '../scripts/lib/prepare-site';
import { launchSimulator } from '../scripts/lib/simulator-process';
import { launchSite, type SiteProcess } from '../scripts/lib/site-process';
import { startOwnRedis } from '../tests/support/instances/own-redis';
import { finishedRun } from '../tests/support/sites/runs';
import { createAdministrator } from '../tests/support/sites/start-site';
import { benchServers } from './lib/bench-databases';
import { type LoadRequest, type LoadResult, offer, percentile, pooled } from './lib/load';
import { table, writeSection } from './lib/report';

/**
 * Reads of twenty lists and twenty products on one instance while another one writes every product in a full sync, with
 * Redis and without: each change by the other instance is announced to this one, and drops its cached responses.
 */
const givenSize = process.argv[2];
const size = Number(givenSize ?? 3000);
const perSecond = 300;
const idleSeconds = 15;
const slice = 2;
const databaseName = 'commerce_bridge_bench_redis';
const caches = ['memory', 'redis', 'none'] as const;

void main();

interface Measured {
  name: string;
  idle: LoadResult;
  during: LoadResult;
  run: Run;
  /** Responses during the sync, by their source. */
  from: Record<string, number>;
}

async function main(): Promise<void> {
  const server = benchServers.find(({ id }) => id === 'postgres');
  const absence = server ? await server.absence() : 'unknown';
  if (!server || absence !== null) throw new Error(`This benchmark takes a PostgreSQL server: ${absence}`);
  await prepareSite();
  const measured: Measured[] = [];
  for (const isWithRedis of [false, true]) {
    await server.drop(databaseName);
    await server.create(databaseName);
    const redis = isWithRedis ? await startOwnRedis() : null;
    try {
      const env = {
        ...server.environment(databaseName),
        ...(redis && { COMMERCE_BRIDGE_REDIS_URL: `redis://127.0.0.1:${redis.port}` }),
      };
      measured.push({ name: isWithRedis ? 'with Redis' : 'without', ...(await measure(env)) });
    } finally {
      await redis?.close();
    }
  }
  await server.drop(databaseName);
  report(measured);
}

async function measure(env: NodeJS.ProcessEnv): Promise<Omit<Measured, 'name'>> {
  const port = await findFreePort();
  const simulate = (revision: number) =>
    launchSimulator(['--products', String(size), '--revision', String(revision), '--port', String(port), '--no-quota']);
  let simulator = await simulate(0);
  const environment = {
    ...env,
    ADMIN_RATE_LIMIT: 'false',
    COMMERCE_BRIDGE_API_URL: simulator.url,
    COMMERCE_BRIDGE_STORE_HASH: 'demostore1',
    COMMERCE_BRIDGE_ACCESS_TOKEN: 'simulator-access-token',
    COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off',
  };
  const sites: SiteProcess[] = [];
  try {
    const writing = await launchSite({ site: playground, env: environment });
    sites.push(writing);
    const administrator = await createAdministrator({ ...writing, databaseFile: '' });
    await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    await finishedRun({ admin: administrator.request });
    const reading = await launchSite({ site: playground, env: environment });
    sites.push(reading);
    const observer = await logIn(reading);
    const load = { perSecond, next: await readerOf(reading.url) };
    await offer({ ...load, seconds: 3 });
    const idle = await offer({ ...load, seconds: idleSeconds });

    await simulator.stop();
    simulator = await simulate(1);
    const before = await responsesOf(observer);
    await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    const parts: LoadResult[] = [];
    for (;;) {
      const part = await offer({ ...load, seconds: slice });
      const { current } = syncState.parse((await administrator.request('GET', '/commerce-bridge/sync')).body);
      // Requests sent after the end of the run would improve the figure.
      if (current !== null || parts.length === 0) parts.push(part);
      if (current === null) break;
    }
    const after = await responsesOf(observer);
    const from = Object.fromEntries(caches.map((cache) => [cache, (after[cache] ?? 0) - (before[cache] ?? 0)]));
    return { idle, during: pooled(parts), run: await finishedRun({ admin: administrator.request }), from };
  } finally {
    for (const site of sites) await site.stop();
    await simulator.stop();
  }
}

async function readerOf(url: string): Promise<() => LoadRequest> {
  const root = `${url}/api/commerce-bridge/v1/products`;
  const response = await fetch(`${root}?per_page=20`);
  const slugs = Array.from(JSON.stringify(await response.json()).matchAll(/"slug":"([^"]+)"/g), ([, slug]) => slug);
  let read = 0;
  return () => {
    read += 1;
    const turn = Math.floor(read / 2) % 20;
    return { url: read % 2 === 0 ? `${root}?per_page=10&page=${turn + 1}` : `${root}/${slugs[turn]}` };
  };
}

async function responsesOf(administrator: Administrator): Promise<Record<string, number>> {
  const { body } = await administrator.request('GET', '/commerce-bridge/metrics');
  const countOf = (cache: string) =>
    Number(new RegExp(`responses_total\\{cache="${cache}"\\} (\\d+)`).exec(String(body))?.[1] ?? 0);
  return Object.fromEntries(caches.map((cache) => [cache, countOf(cache)]));
}

function report(measured: readonly Measured[]): void {
  const p = ({ latencies }: LoadResult, percent: number) => `${percentile(latencies, percent).toFixed(1)} ms`;
  const secondsOf = ({ startedAt, finishedAt }: Run) => (Date.parse(String(finishedAt)) - Date.parse(startedAt)) / 1000;
  const share = (from: Record<string, number>, cache: string) =>
    `${((100 * (from[cache] ?? 0)) / caches.reduce((sum, each) => sum + (from[each] ?? 0), 0)).toFixed(1)} %`;
  const body = [
    table([
      ['', ...measured.map(({ name }) => name)],
      ['Idle, p50', ...measured.map(({ idle }) => p(idle, 50))],
      ['Idle, p99', ...measured.map(({ idle }) => p(idle, 99))],
      ['During the sync, p50', ...measured.map(({ during }) => p(during, 50))],
      ['During the sync, p99', ...measured.map(({ during }) => p(during, 99))],
      [
        'Not served',
        ...measured.map(({ idle, during }) => String(idle.sent + during.sent - idle.served - during.served)),
      ],
      ...caches.map((cache) => [
        { memory: 'From memory', redis: 'From Redis', none: 'Read from the database' }[cache],
        ...measured.map(({ from }) => share(from, cache)),
      ]),
      [
        'Products written a second by the other instance',
        ...measured.map(({ run }) => (run.counts.updated / secondsOf(run)).toFixed(0)),
      ],
    ]),
    '',
    `${perSecond} reads a second of twenty lists and twenty products on one instance, while another one runs a full sync in which all ${size.toLocaleString('en')} products changed. Both, the database, Redis, the store, and the load generator share this machine; latency is measured from when a request was due.`,
  ].join('\n');
  console.log(body);
  if (givenSize === undefined)
    writeSection({ id: 'reads-with-redis', title: 'Reads during a full sync on another instance, PostgreSQL', body });
}
