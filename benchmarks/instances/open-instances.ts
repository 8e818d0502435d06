import createKnex, { type Knex } from 'knex';
import { type Administrator, registerAdministrator } from '../../scripts/lib/administrator';
import { playground } from '../../scripts/lib/paths';
import { prepareSite } from '../../scripts/lib/prepare-site';
import { launchSite, type SiteProcess } from '../../scripts/lib/site-process';
import { synchronize } from '../../scripts/lib/sync-progress';
import { startOwnRedis } from '../../tests/support/instances/own-redis';
import { benchServers } from '../lib/bench-databases';

/** A site of several processes on one PostgreSQL database. */
export interface Instances {
  /** The started instances, in order. */
  sites: readonly SiteProcess[];
  administrator: Administrator;
  /** A separate connection. */
  database: Knex;
  /** Starts more instances, up to this number. */
  startUntil(count: number): Promise<void>;
  /** How many connections the first `count` instances have open. */
  countConnections(count: number): Promise<number>;
  close(): Promise<void>;
}

export interface InstancesOptions {
  store: { url: string; storeHash: string; accessToken: string; clientSecret: string };
  isWithRedis: boolean;
  /** Added to the instances' environment. */
  environment?: NodeJS.ProcessEnv;
}

const databaseName = `commerce_bridge_bench_instances_${process.pid}`;

/** Starts the first instance, with the store's catalog, on an empty database. */
export async function openInstances({ store, isWithRedis, environment }: InstancesOptions): Promise<Instances> {
  const server = benchServers.find(({ id }) => id === 'postgres');
  const absence = server ? await server.absence() : 'unknown';
  if (!server || absence !== null) throw new Error(`This benchmark takes a PostgreSQL server: ${absence}`);
  await prepareSite();
  await server.drop(databaseName);
  await server.create(databaseName);
  const redis = isWithRedis ? await startOwnRedis() : null;
  const address = server.environment(databaseName);
  const database = createKnex({
    client: 'pg',
    connection: String(address['DATABASE_URL']),
    pool: { min: 0, max: 1 },
  });
  const sites: SiteProcess[] = [];

  async function startUntil(count: number): Promise<void> {
    while (sites.length < count)
      sites.push(
        await launchSite({
          site: playground,
          env: {
            ...address,
            ADMIN_RATE_LIMIT: 'false',
            COMMERCE_BRIDGE_API_URL: store.url,
            COMMERCE_BRIDGE_GRAPHQL_URL: store.url,
            COMMERCE_BRIDGE_STORE_HASH: store.storeHash,
            COMMERCE_BRIDGE_ACCESS_TOKEN: store.accessToken,
            COMMERCE_BRIDGE_CLIENT_SECRET: store.clientSecret,
            COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off',
            ...(redis && { COMMERCE_BRIDGE_REDIS_URL: `redis://127.0.0.1:${redis.port}` }),
            ...environment,
            // The driver passes the name on to the database.
            PGAPPNAME: nameOf(sites.length),
          },
        }),
      );
  }

  async function close(): Promise<void> {
    await Promise.all(sites.map((site) => site.stop()));
    await database.destroy();
    await redis?.close();
    await server?.drop(databaseName);
  }

  try {
    await startUntil(1);
    const [first] = sites;
    if (!first) throw new Error('no instance was started');
    const administrator = await registerAdministrator(first);
    const run = await synchronize(administrator, () => undefined);
    if (run.status !== 'succeeded') throw new Error(`the first sync ended ${run.status}: ${run.error ?? ''}`);
    return {
      sites,
      administrator,
      database,
      startUntil,
      async countConnections(count) {
        const names = Array.from({ length: count }, (_, index) => nameOf(index));
        const [row] = await database('pg_stat_activity').whereIn('application_name', names).count({ count: '*' });
        return Number(row?.['count']);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const nameOf = (index: number): string => `commerce-bridge-bench-${index}`;
