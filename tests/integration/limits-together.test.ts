import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Administrator, registerAdministrator } from '../../scripts/lib/administrator';
import { launchSimulator, type SimulatorProcess } from '../../scripts/lib/simulator-process';
import { productList } from '../../contracts/rest/products';
import { type BootedSite, bootSite, login, removeSite } from '../support/sites/boot-site';
import { postgres, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { type ServedSite, serveInProcess } from '../support/sites/serve-in-process';
import { busiestSecond, createCallers, keepAsking, noteStalls, seenByStore } from '../support/http/storefront-flood';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';

/*
 * Two instances of one site, in separate processes like the store, over one database and without Redis.
 */

const floodSeconds = 5;
const callersEach = 40;
const limit = 20;

whenAvailable(postgres()).describe('two instances of a site on PostgreSQL', (at) => {
  let simulator: SimulatorProcess;
  let database: TestDatabase;
  let other: ServedSite;
  let site: BootedSite;
  let administrator: Administrator;
  const { callerFrom, close } = createCallers();

  beforeAll(async () => {
    const kind = databaseKinds.find(({ name }) => name === 'PostgreSQL') ?? expect.unreachable();
    database = await kind.create(at);
    simulator = await launchSimulator(['--port', '0', '--products', '30', '--no-quota', '--latency', '40']);
    const shared = {
      ...(database.connection && { database: database.connection }),
      environment: {
        COMMERCE_BRIDGE_API_URL: simulator.url,
        COMMERCE_BRIDGE_GRAPHQL_URL: `${simulator.url}/graphql`,
        COMMERCE_BRIDGE_STORE_HASH: 'demostore1',
        COMMERCE_BRIDGE_ACCESS_TOKEN: 'simulator-access-token',
      },
    };
    other = await serveInProcess(shared);
    administrator = await registerAdministrator(other, login);
    await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    await finishedRun({ admin: administrator.request });
    site = await bootSite(shared);
  });
  afterAll(async () => {
    close();
    await site.stop();
    other.kill();
    await other.ended;
    await simulator.stop();
    await database.drop();
    removeSite(site);
    removeSite(other);
  });

  test('send the store at most 20 GraphQL requests in any second together, and make use of them', async () => {
    const until = Date.now() + floodSeconds * 1_000;
    const noting = noteStalls(simulator.url, until);
    const flooding = [site, other].flatMap(({ url }) =>
      Array.from({ length: callersEach }, (_, index) =>
        keepAsking(callerFrom(`127.0.1.${1 + (index % 4)}`, url), { until, between: 250 }),
      ),
    );
    const statuses = new Set((await Promise.all(flooding)).flatMap((counts) => [...counts.keys()]));
    const seen = await seenByStore(simulator.url);
    expect(busiestSecond(seen, await noting)).toBeLessThanOrEqual(limit);
    expect(seen.length).toBeGreaterThan((floodSeconds * limit) / 4);
    expect([...statuses].sort()).toEqual([200, 429]);
  });

  test('have at most three REST requests in flight together', async () => {
    const { products } = productList.parse(await (await site.rest('/products?per_page=30')).json());
    const since = await requestCount();
    const path = (id: number) => `/commerce-bridge/products/${id}/resync`;
    const responses = await Promise.all(
      products.map(({ id }, index) =>
        index % 2 === 0 ? site.admin('POST', path(id)) : administrator.request('POST', path(id)),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const inFlight = await mostInFlight(since);
    expect(inFlight).toBeLessThanOrEqual(3);
    expect(inFlight).toBeGreaterThan(1);
  });

  const log = z.object({
    requests: z.array(z.object({ number: z.number(), path: z.string(), at: z.number(), milliseconds: z.number() })),
  });
  const logged = async () => {
    const response = await fetch(`${simulator.url}/__simulator/requests?limit=10000`);
    return log.parse(await response.json()).requests.filter((request) => request.path.startsWith('/stores/'));
  };
  const requestCount = async () => Math.max(0, ...(await logged()).map((request) => request.number));
  async function mostInFlight(since: number): Promise<number> {
    const requests = (await logged()).filter((request) => request.number > since);
    return Math.max(
      ...requests.map(
        ({ at: moment }) => requests.filter((each) => each.at <= moment && each.at + each.milliseconds > moment).length,
      ),
    );
  }
});
