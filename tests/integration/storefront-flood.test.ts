import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { launchSimulator, type SimulatorProcess } from '../../scripts/lib/simulator-process';
import { bootSite, type BootedSite, removeSite } from '../support/boot-site';
import { messageViolations } from '../support/rest-contract';

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

const agents: Agent[] = [];
afterAll(() => agents.forEach((agent) => agent.destroy()));

/** A caller with its own address: every address of 127.0.0.0/8 belongs to this machine. */
function callerFrom(localAddress: string): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  agents.push(agent);
  const body = JSON.stringify({ query: '{ site { settings { storeName } } }' });
  const ask = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const asking = request(
        `${site.url}/api/commerce-bridge/v1/graphql`,
        {
          method: 'POST',
          agent,
          localAddress,
          headers: { 'content-type': 'application/json', 'content-length': body.length },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => {
            const violations = messageViolations({ method: 'POST', path: '/graphql' }, response, text);
            if (violations.length > 0) reject(new Error(violations.join('\n')));
            resolve(response.statusCode ?? 0);
          });
        },
      );
      asking.on('error', (error) => {
        // A site that was busy for seconds closes a kept-alive connection as idle: browsers then retry.
        if (asking.reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE'))
          resolve(ask());
        else reject(error);
      });
      asking.end(body);
    });
  return ask;
}

/** Sends requests repeatedly, each that long after the last response, and counts responses by status. */
async function keepAsking(
  ask: () => Promise<number>,
  { until, between }: { until: number; between: number },
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  while (Date.now() < until) {
    const status = await ask();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    await pause(between);
  }
  return counts;
}

interface Stall {
  from: number;
  to: number;
}

// The longest transit time to the store that the limit accounts for; if a stalled machine delays a request longer, it
// arrives with later ones.
const longestJourney = 250;

/** When the store, or this process, was blocked for longer than that. */
async function noteStalls(until: number): Promise<Stall[]> {
  const stalls: Stall[] = [];
  while (Date.now() < until) {
    const from = Date.now();
    await (await fetch(`${simulator.url}/__simulator/`)).text();
    const to = Date.now();
    if (to - from > longestJourney) stalls.push({ from, to: to + longestJourney });
    await pause(50);
  }
  return stalls;
}

const log = z.object({ requests: z.array(z.object({ at: z.number() })) });

async function seenByStore(): Promise<number[]> {
  const { requests } = log.parse(
    await (await fetch(`${simulator.url}/__simulator/requests?path=/graphql&limit=10000`)).json(),
  );
  return requests.map(({ at }) => at).sort((a, b) => a - b);
}

test('200 callers never send the store more than 20 requests in any second, and a polite caller is always served', async () => {
  const polite = callerFrom('127.0.0.2');
  expect(await polite()).toBe(200);

  const until = Date.now() + floodSeconds * 1_000;
  const flood = callerFrom('127.0.0.1');
  // Each sends up to four requests per second: several hundred requests per second, for a limit of twenty.
  const flooding = Array.from({ length: callers }, () => keepAsking(flood, { until, between: 250 }));
  const noting = noteStalls(until);
  const served = await keepAsking(polite, { until, between: 400 });
  const flooded = await Promise.all(flooding);

  const seen = await seenByStore();
  const stalls = await noting;
  const isSteady = (at: number) => !stalls.some(({ from, to }) => at < to && at + 1_000 > from);
  const busiest = Math.max(
    0,
    ...seen.map((at, index) => (isSteady(at) ? seen.slice(index).filter((other) => other - at < 1_000).length : 0)),
  );
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
