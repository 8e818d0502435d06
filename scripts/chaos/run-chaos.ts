import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productList } from '../../contracts/rest/products';
import { startSimulator } from '../../simulator/src/server';
import { startOwnRedis } from '../../tests/support/own-redis';
import { Randomness } from '../../tests/support/randomness';
import { cache } from '../lib/paths';
import { prepareSite } from '../lib/prepare-site';
import { connectSite, environmentOf, type SiteParts } from './chaos-site';
import { createChaosDatabase, type DatabaseId } from './database';
import { queueState, untilQueueIsEmpty, whatDiffers } from './ending';
import { Freshness } from './freshness';
import { startHaproxy } from './haproxy';
import { findFaketime, instancesOf } from './instances';
import type { Findings } from './report';
import { Callers } from './requests';
import { startTraffic } from './traffic';
import { troublePlan } from './trouble-plan';
import { createTroubles, type Troubles } from './troubles';
import { upstreamLoad } from './upstream-load';

export interface ChaosOptions {
  /** At least two. */
  instances: number;
  minutes: number;
  seed: number;
  database: DatabaseId;
  redis: boolean;
  /** Told what begins. */
  tell: (line: string) => void;
  /** Rejects to end it early; everything that it started is stopped then. */
  interrupted: Promise<never>;
}

const products = 120;

/** Where the instances' output is after a run. */
export const logFolder = join(cache, 'chaos');

/** Several instances behind a HAProxy, in use and in trouble for some minutes; then everything is compared. */
export async function runChaos(options: ChaosOptions): Promise<Findings> {
  // What is missing is said before anything is started.
  findFaketime();
  await prepareSite(options.tell);
  const database = await createChaosDatabase(options.database);
  const closing: (() => Promise<unknown>)[] = [() => database.drop()];
  try {
    const simulator = await startSimulator({ products, logCapacity: 1_000_000, localDestinations: true });
    closing.push(() => simulator.close());
    const redis = options.redis ? await startOwnRedis() : null;
    if (redis) closing.push(() => redis.close());
    const environment: NodeJS.ProcessEnv = {};
    const instances = await instancesOf(options.instances, environment);
    const haproxy = await startHaproxy({ instances, database: database.server });
    closing.push(() => haproxy.stop());
    closing.push(async () => {
      for (const instance of instances) await instance.kill();
      mkdirSync(logFolder, { recursive: true });
      for (const { name, log } of instances) writeFileSync(join(logFolder, `${name}.log`), log());
    });
    const parts = { simulator, database, haproxy, redis, instances };
    Object.assign(environment, environmentOf(parts));
    const work = async () => {
      await connectSite(parts, options.tell);
      return makeTrouble(parts, options);
    };
    return await Promise.race([work(), options.interrupted]);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function makeTrouble(parts: SiteParts, options: ChaosOptions): Promise<Findings> {
  const { simulator, haproxy, database } = parts;
  const troubles = createTroubles(parts);
  const { log } = troubles;
  const freshness = new Freshness({ outages: () => log.of('refuse connections'), pauses: () => log.of('pause') });
  const callers = new Callers(haproxy.url, log);
  const before = await database.transactions();
  simulator.requests.clear();
  const random = new Randomness(options.seed);
  const slugs = await readSlugs(haproxy.url);
  const traffic = startTraffic({ simulator, callers, freshness, random, slugs });
  try {
    await followPlan(troubles, { ...options, mustHaveWorked: traffic.mustHaveWorked });
  } finally {
    await traffic.stop();
  }
  options.tell('waiting for the last events');
  await traffic.deliveries.untilAcknowledged();
  traffic.mustHaveWorked();
  const queueEmptyAfter = await untilQueueIsEmpty(database.knex);
  const after = await database.transactions();
  const upstream = upstreamLoad(simulator.requests.all());
  options.tell('comparing');
  const ending = await whatDiffers({ ...parts, acknowledged: freshness.lastAcknowledged() });
  callers.close();
  return {
    ...ending,
    ...(await queueState(database.knex)),
    ...traffic.counts,
    troubles: log.all,
    clocksAhead: troubles.clocksAhead(),
    acknowledged: traffic.deliveries.acknowledged,
    queueEmptyAfter,
    staleness: freshness.staleness(),
    compared: freshness.compared,
    requests: callers.count,
    failures: callers.failures,
    endings: parts.instances.flatMap(({ endings }) => endings).map((each) => ({ ...each, during: log.during(each) })),
    upstream,
    transactions: before === null || after === null ? null : after - before,
    defects: simulator.defects.map(String),
  };
}

/** Ends with nothing under way. */
async function followPlan(
  troubles: Troubles,
  { minutes, tell, mustHaveWorked, ...options }: ChaosOptions & { mustHaveWorked: () => void },
): Promise<void> {
  const deadline = Date.now() + minutes * 60_000;
  for (const step of troublePlan(options)) {
    if (Date.now() >= deadline) break;
    mustHaveWorked();
    await troubles.make(step);
    tell(step.trouble);
  }
  await troubles.settled();
}

async function readSlugs(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/commerce-bridge/v1/products?per_page=100`);
  return productList.parse(await response.json()).products.map(({ slug }) => slug);
}
