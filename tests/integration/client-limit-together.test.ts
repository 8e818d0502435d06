import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchSimulator, type SimulatorProcess } from '../../scripts/lib/simulator-process';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import {
  busiestSecond,
  createCallers,
  keepAsking,
  noteStalls,
  seenByStore,
  type Stall,
} from '../support/http/storefront-flood';
import { type OwnRedis, redisProgram, startOwnRedis } from '../support/instances/own-redis';
import { eventually } from '../support/time/eventually';
import { allOf, postgres, whenAvailable } from '../support/requirements';
import { type BootedSite, bootSite, removeSite } from '../support/sites/boot-site';
import { type ServedSite, serveInProcess } from '../support/sites/serve-in-process';

/*
 * Three instances of one site, each in its own process, as is the store. One client sends requests to all of them at
 * once.
 */

const client = '127.0.1.1';
const clientLimit = 8;
const callersEach = 10;
const floodSeconds = 2;

whenAvailable(allOf(postgres(), redisProgram())).describe('three instances of a site with Redis', (at) => {
  let simulator: SimulatorProcess;
  let database: TestDatabase;
  let redis: OwnRedis;
  let site: BootedSite;
  const others: ServedSite[] = [];
  const { callerFrom, close } = createCallers();

  beforeAll(async () => {
    const kind = databaseKinds.find(({ name }) => name === 'PostgreSQL') ?? expect.unreachable();
    database = await kind.create(at);
    redis = await startOwnRedis();
    simulator = await launchSimulator(['--port', '0', '--products', '3', '--no-quota', '--latency', '40']);
    const shared = {
      ...(database.connection && { database: database.connection }),
      environment: {
        COMMERCE_BRIDGE_API_URL: simulator.url,
        COMMERCE_BRIDGE_GRAPHQL_URL: `${simulator.url}/graphql`,
        COMMERCE_BRIDGE_STORE_HASH: 'demostore1',
        COMMERCE_BRIDGE_CHANNEL_ID: '1',
        COMMERCE_BRIDGE_ACCESS_TOKEN: 'simulator-access-token',
        COMMERCE_BRIDGE_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
        COMMERCE_BRIDGE_GRAPHQL_CLIENT_LIMIT: String(clientLimit),
      },
    };
    others.push(await serveInProcess(shared));
    // Alone, it may use the whole REST budget at once for the storefront token, which all instances share.
    const ask = callerFrom(client, others[0]?.url ?? expect.unreachable());
    await eventually(async () => (await ask()) === 200);
    others.push(await serveInProcess(shared));
    site = await bootSite(shared);
  });
  afterAll(async () => {
    close();
    await site.stop();
    for (const other of others) {
      other.kill();
      await other.ended;
      removeSite(other);
    }
    removeSite(site);
    await simulator.stop();
    await redis.close();
    await database.drop();
  });

  test('send the store no more than its limit of one client in any second, while Redis is there, away, and back', async () => {
    const statuses = new Set<number>();
    const stalls: Stall[] = [];
    async function flood(): Promise<void> {
      const until = Date.now() + floodSeconds * 1_000;
      const noting = noteStalls(simulator.url, until);
      const flooding = [site, ...others].flatMap(({ url }) =>
        Array.from({ length: callersEach }, () => keepAsking(callerFrom(client, url), { until, between: 100 })),
      );
      for (const counts of await Promise.all(flooding)) for (const status of counts.keys()) statuses.add(status);
      stalls.push(...(await noting));
    }
    await flood();
    await Promise.all([flood(), redis.stop()]);
    await Promise.all([flood(), redis.start()]);
    const seen = await seenByStore(simulator.url);
    expect(busiestSecond(seen, stalls)).toBeLessThanOrEqual(clientLimit);
    expect(seen.length).toBeGreaterThan((3 * floodSeconds * clientLimit) / 4);
    expect([...statuses].sort()).toEqual([200, 429]);
  });
});
