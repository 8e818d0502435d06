import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchSimulator, type SimulatorProcess } from '../../scripts/lib/simulator-process';
import { bootSite, type BootedSite, removeSite } from '../support/sites/boot-site';
import { busiestSecond, createCallers, keepAsking, noteStalls, seenByStore } from '../support/http/storefront-flood';

/*
 * The store runs in its own process, so that its timestamps of requests are not affected by this process, which is
 * busy with two hundred callers.
 */

const floodSeconds = 10;
const callers = 200;
let simulator: SimulatorProcess;
let site: BootedSite;

beforeAll(async () => {
  simulator = await launchSimulator(['--port', '0', '--products', '3', '--no-quota']);
  site = await bootSite({
    environment: {
      COMMERCE_BRIDGE_API_URL: simulator.url,
      COMMERCE_BRIDGE_GRAPHQL_URL: `${simulator.url}/graphql`,
      COMMERCE_BRIDGE_STORE_HASH: 'demostore1',
      COMMERCE_BRIDGE_ACCESS_TOKEN: 'simulator-access-token',
    },
  });
});
afterAll(async () => {
  await site.stop();
  await simulator.stop();
  removeSite(site);
});

const { callerFrom, close } = createCallers();
afterAll(close);

test('200 callers never send the store more than 20 requests in any second, and a polite caller is always served', async () => {
  const polite = callerFrom('127.0.0.2', site.url);
  expect(await polite()).toBe(200);

  const until = Date.now() + floodSeconds * 1_000;
  const flood = callerFrom('127.0.0.1', site.url);
  // Each sends up to four requests per second: several hundred requests per second, for a limit of twenty.
  const flooding = Array.from({ length: callers }, () => keepAsking(flood, { until, between: 250 }));
  const noting = noteStalls(simulator.url, until);
  const served = await keepAsking(polite, { until, between: 400 });
  const flooded = await Promise.all(flooding);

  const seen = await seenByStore(simulator.url);
  const stalls = await noting;
  const busiest = busiestSecond(seen, stalls);
  const count = (status: number) => flooded.reduce((sum, counts) => sum + (counts.get(status) ?? 0), 0);
  expect(busiest).toBeLessThanOrEqual(20);
  // The limit is not just kept but used, even on a machine that is stalled half of the time.
  expect(seen.length).toBeGreaterThan(3 * floodSeconds);
  expect(count(429)).toBeGreaterThan(0);
  expect(
    [...flooded.flatMap((counts) => [...counts.keys()])].filter((status) => status !== 200 && status !== 429),
  ).toEqual([]);
  expect([...served.keys()]).toEqual([200]);
  expect(served.get(200)).toBeGreaterThan(2);
});
