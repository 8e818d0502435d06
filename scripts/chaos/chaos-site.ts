import type { Simulator } from '../../simulator/src/server';
import type { OwnRedis } from '../../tests/support/instances/own-redis';
import { registerAdministrator } from '../lib/administrator';
import { synchronize } from '../lib/sync-progress';
import type { ChaosDatabase } from './database';
import { priceOf } from './edits';
import type { Haproxy } from './haproxy';
import type { Instance } from './instances';

/** A site of several instances, and what they depend on. */
export interface SiteParts {
  simulator: Simulator;
  database: ChaosDatabase;
  haproxy: Haproxy;
  redis: OwnRedis | null;
  instances: readonly Instance[];
}

/** The environment of each instance. */
export function environmentOf({ simulator, database, haproxy, redis }: SiteParts): NodeJS.ProcessEnv {
  return {
    ...database.environment(haproxy.databasePort),
    ADMIN_RATE_LIMIT: 'false',
    SERVE_ADMIN_PANEL: 'false',
    COMMERCE_BRIDGE_API_URL: simulator.url,
    COMMERCE_BRIDGE_GRAPHQL_URL: simulator.url,
    COMMERCE_BRIDGE_STORE_HASH: simulator.account.storeHash,
    COMMERCE_BRIDGE_ACCESS_TOKEN: simulator.account.accessToken,
    COMMERCE_BRIDGE_CLIENT_SECRET: simulator.account.clientSecret,
    COMMERCE_BRIDGE_PUBLIC_URL: 'https://shop.example.com',
    // All callers share one IP address here.
    COMMERCE_BRIDGE_GRAPHQL_CLIENT_LIMIT: '20',
    // A sync would hide changes that no event delivered.
    COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off',
    ...(redis && { COMMERCE_BRIDGE_REDIS_URL: `redis://127.0.0.1:${redis.port}` }),
  };
}

/** Starts all instances, with the store's catalog and its webhooks; resolves once each receives requests. */
export async function connectSite(
  { simulator, haproxy, instances }: SiteParts,
  log: (line: string) => void,
): Promise<void> {
  for (const [place, id] of simulator.store.products.ids().entries())
    simulator.store.products.update(id, { price: priceOf(place + 1) });
  const [first, ...others] = instances;
  if (first === undefined) throw new Error('there are no instances');
  log('starting the first instance');
  // Strapi itself can't create the tables of an empty database from several processes at once.
  await first.start();
  const administrator = await registerAdministrator(first);
  const run = await synchronize(administrator, () => undefined);
  if (run.status !== 'succeeded') throw new Error(`the first sync ended ${run.status}: ${run.error ?? ''}`);
  const response = await administrator.request('POST', '/commerce-bridge/webhooks/register', {});
  if (response.status !== 200) throw new Error(`registering returned ${JSON.stringify(response)}`);
  // `Deliveries` sends the events instead, to an address on this machine.
  simulator.webhooks.pause();
  log('starting the others');
  for (const instance of others) await instance.start();
  for (const { name } of instances) await haproxy.untilServing(name);
}
