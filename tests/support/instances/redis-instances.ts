import { type Administrator, registerAdministrator } from '../../../scripts/lib/administrator';
import { startSimulator, type Simulator } from '../../../simulator/src/server';
import { machineLoop } from '../../../server/src/lib/clock';
import { minutes } from '../../../server/src/lib/durations';
import { type BootedSite, bootSite, removeSite } from '../sites/boot-site';
import { eventually } from '../time/eventually';
import { keepsResponses } from './keeps-responses';
import { type OwnRedis, startOwnRedis } from './own-redis';
import { postgres } from '../requirements';
import { fetchByContract } from '../http/rest-contract';
import { finishedRun } from '../sites/runs';
import { serveInProcess } from '../sites/serve-in-process';
import { connectionTo } from '../shops/shop';
import { databaseKinds } from '../databases/test-databases';

/**
 * Two instances of one site, with one database and one Redis: one in this process, and another one that runs the syncs.
 */
export interface RedisInstances {
  simulator: Simulator;
  redis: OwnRedis;
  site: BootedSite;
  /** An administrator of the other instance. */
  administrator: Administrator;
  /** `fetch` below `{base_url}` of the other instance. */
  askOther(path: string): Promise<Response>;
  /** Changes a product in the store, and resyncs it through the other instance. */
  change(id: number, fields: Parameters<Simulator['store']['products']['update']>[1]): Promise<void>;
  /** Whether the site in this process finds changes by polling; otherwise its loop's clock is stopped. */
  setPolling(isPolling: boolean): void;
  /** Resolves when both receive messages. */
  untilTheyListen(): Promise<void>;
  /** Stops the site in this process, and boots another one in its place. */
  replace(): Promise<void>;
  stop(): Promise<void>;
}

// Long, so that no test depends on whether Redis or the database is faster on a slow machine.
const sharedTimes = { patience: minutes(1), wait: minutes(1), lease: minutes(1) };

/** @param options.prepare fills the store before the first sync */
export async function startRedisInstances({
  environment = {},
  prepare = () => undefined,
}: {
  environment?: Record<string, string>;
  prepare?: (simulator: Simulator) => void;
} = {}): Promise<RedisInstances> {
  const kind = databaseKinds.find(({ name }) => name === 'PostgreSQL');
  const server = postgres();
  if (!kind || server.kind === 'absent') throw new Error('two instances take a database server');
  const database = await kind.create(server.at);
  const redis = await startOwnRedis();
  const simulator = await startSimulator({ port: 0, products: 12, quota: 0 });
  prepare(simulator);
  const shared = {
    ...(database.connection && { database: database.connection }),
    environment: {
      ...connectionTo(simulator),
      COMMERCE_BRIDGE_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      ...environment,
    },
  };
  let stoppedAt: number | null = null;
  const loop = { ...machineLoop, now: () => stoppedAt ?? machineLoop.now() };
  const boot = () => bootSite({ ...shared, machine: { sharedTimes, loop } });

  const other = await serveInProcess({ ...shared, machine: { sharedTimes } });
  const administrator = await registerAdministrator(other);
  await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
  await finishedRun({ admin: administrator.request });
  let site = await boot();
  async function untilTheyListen(): Promise<void> {
    await eventually(async () => {
      const reply = await redis.send('PUBSUB', 'NUMSUB', 'commerce-bridge:changes').catch(() => null);
      return Array.isArray(reply) && Number(reply[1]) === 2;
    });
  }

  await keepsResponses(site);
  await untilTheyListen();

  return {
    simulator,
    redis,
    get site() {
      return site;
    },
    administrator,
    askOther: (path) => fetchByContract(`${other.url}/api/commerce-bridge/v1`, path),
    async change(id, fields) {
      simulator.store.products.update(id, fields);
      await administrator.request('POST', `/commerce-bridge/products/${id}/resync`);
    },
    setPolling(isPolling) {
      stoppedAt = isPolling ? null : machineLoop.now();
    },
    untilTheyListen,
    async replace() {
      await site.stop();
      removeSite(site);
      site = await boot();
    },
    async stop() {
      await site.stop();
      other.kill();
      await other.ended;
      await simulator.close();
      await redis.close();
      await database.drop();
      removeSite(site);
      removeSite(other);
    },
  };
}
