import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productList } from '../../contracts/rest/products';
import type { LoggedRequest } from '../../simulator/src/request-log';
import { startSimulator } from '../../simulator/src/server';
import { startOwnRedis } from '../../tests/support/instances/own-redis';
import { Randomness } from '../../tests/support/randomness';
import { cache } from '../lib/paths';
import { prepareSite } from '../lib/prepare-site';
import { connectSite, environmentOf, type SiteParts } from './chaos-site';
import { createChaosDatabase, type DatabaseId } from './database';
import { cpuPressure } from './cpu-pressure';
import { queueState, untilQueueIsEmpty, whatDiffers } from './ending';
import { Freshness } from './freshness';
import { startHaproxy } from './haproxy';
import { faketimeLibrary, instancesOf } from './instances';
import type { Pace } from './pace';
import type { Findings } from './report';
import { Callers } from './requests';
import { Stalls } from './stalls';
import { startTraffic } from './traffic';
import { type Trouble, troublePlan } from './trouble-plan';
import { createTroubles, type Troubles } from './troubles';
import { upstreamLoad } from './upstream-load';

export interface ChaosOptions {
  /** At least two. */
  instances: number;
  /** The run ends after this time, unless its plan ends first. */
  minutes: number;
  seed: number;
  database: DatabaseId;
  redis: boolean;
  /** How often each kind of trouble occurs; default: as often as time allows. */
  rounds?: number;
  /** Only these kinds of trouble; default: all. */
  only?: readonly Trouble[];
  pace: Pace;
  /** Called with each step as it begins. */
  log: (line: string) => void;
  /** Rejects to end the run early; everything it started is stopped then. */
  interrupted?: Promise<never>;
}

const products = 120;
// The store's response time in milliseconds; without it, no requests would overlap.
const latency = 50;

/** The folder with a run's findings, the requests to the store, and the instances' output. */
export function logFolderOf({ database, redis, rounds }: Pick<ChaosOptions, 'database' | 'redis' | 'rounds'>): string {
  return join(cache, 'chaos', `${database}${redis ? '-redis' : ''}${rounds === undefined ? '' : '-short'}`);
}

/**
 * Runs several instances behind a HAProxy for some minutes, with load and trouble, and compares the result with the
 * store.
 */
export async function runChaos(options: ChaosOptions): Promise<Findings> {
  // Reports a missing library before anything is started.
  faketimeLibrary();
  await prepareSite(options.log);
  const database = await createChaosDatabase(options.database);
  const closing: (() => Promise<unknown>)[] = [() => database.drop()];
  try {
    const simulator = await startSimulator({ products, latency, logCapacity: 1_000_000, localDestinations: true });
    closing.push(() => simulator.close());
    const redis = options.redis ? await startOwnRedis() : null;
    if (redis) closing.push(() => redis.close());
    const environment: NodeJS.ProcessEnv = {};
    const instances = await instancesOf(options.instances, environment);
    const haproxy = await startHaproxy({ instances, database: database.server });
    closing.push(() => haproxy.stop());
    closing.push(async () => {
      for (const instance of instances) await instance.kill();
      const logFolder = logFolderOf(options);
      mkdirSync(logFolder, { recursive: true });
      for (const { name, log } of instances) writeFileSync(join(logFolder, `${name}.log`), log());
    });
    const parts = { simulator, database, haproxy, redis, instances };
    Object.assign(environment, environmentOf(parts));
    const work = async () => {
      await connectSite(parts, options.log);
      return makeTrouble(parts, options);
    };
    return await Promise.race([work(), ...(options.interrupted ? [options.interrupted] : [])]);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function makeTrouble(parts: SiteParts, options: ChaosOptions): Promise<Findings> {
  const { simulator, haproxy, database } = parts;
  const troubles = createTroubles({ ...parts, pace: options.pace });
  const { log } = troubles;
  const stalls = new Stalls();
  const pressure = cpuPressure();
  const freshness = new Freshness({
    limits: options.pace.freshness,
    outages: () => [...log.of('refuse connections'), ...stalls.all],
    pauses: () => log.of('pause'),
  });
  const callers = new Callers(haproxy.url, log);
  const before = await database.transactions();
  simulator.requests.clear();
  const random = new Randomness(options.seed);
  const slugs = await readSlugs(haproxy.url);
  const traffic = startTraffic({ simulator, callers, freshness, random, slugs });
  let [unacknowledged, queueEmptyAfter] = [0, 0];
  try {
    await followPlan(troubles, { ...options, mustHaveWorked: traffic.mustHaveWorked });
    traffic.stopEdits();
    options.log('waiting for the last events');
    unacknowledged = await traffic.deliveries.untilAcknowledged();
    // Reads continue: stale responses count here, too.
    queueEmptyAfter = await untilQueueIsEmpty(database.knex);
  } finally {
    await traffic.stop();
    stalls.stop();
  }
  traffic.mustHaveWorked();
  const after = await database.transactions();
  const asked = simulator.requests.all();
  const upstream = upstreamLoad(asked, stalls.all);
  options.log('comparing');
  const ending = await whatDiffers({ ...parts, acknowledged: freshness.lastAcknowledged(), slugs });
  callers.close();
  const found: Findings = {
    ...ending,
    ...(await queueState(database.knex)),
    ...traffic.counts,
    instances: parts.instances.length,
    pressure: pressure(),
    stalls: stalls.all.length,
    troubles: log.all,
    clocksAhead: troubles.clocksAhead(),
    acknowledged: traffic.deliveries.acknowledged,
    unacknowledged,
    queueEmptyAfter,
    duringRollingRestarts: callers.countDuring.get('rolling restart') ?? 0,
    staleness: freshness.staleness(),
    compared: freshness.compared,
    requests: callers.count,
    failures: callers.failures,
    endings: parts.instances.flatMap(({ endings }) => endings).map((each) => ({ ...each, during: log.during(each) })),
    upstream,
    transactions: before === null || after === null ? null : after - before,
    defects: simulator.defects.map(String),
  };
  const folder = logFolderOf(options);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'findings.json'), JSON.stringify(found, null, 2));
  writeFileSync(join(folder, 'upstream.log'), asked.map(describeRequest).join('\n'));
  return found;
}

const describeRequest = ({ at, method, path, query, status, milliseconds }: LoggedRequest): string =>
  `${new Date(at).toISOString()} ${method} ${path}?${query} ${status} (${milliseconds} ms)`;

/** Waits for all trouble in progress before it returns. */
async function followPlan(
  troubles: Troubles,
  { minutes, log, mustHaveWorked, ...options }: ChaosOptions & { mustHaveWorked: () => void },
): Promise<void> {
  const deadline = Date.now() + minutes * 60_000;
  for (const step of troublePlan({ ...options, longestRest: options.pace.longestRest })) {
    if (Date.now() >= deadline) break;
    mustHaveWorked();
    await troubles.make(step);
    if (options.pace.order === 'one by one') await troubles.settled();
    log(step.trouble);
  }
  await troubles.settled();
}

async function readSlugs(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/commerce-bridge/v1/products?per_page=100`);
  return productList.parse(await response.json()).products.map(({ slug }) => slug);
}
