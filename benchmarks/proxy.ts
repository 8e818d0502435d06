import { Agent, request } from 'node:http';
import { z } from 'zod';
import { launchSimulator } from '../scripts/lib/simulator-process';
import { startSite } from '../tests/support/sites/start-site';
import { percentile } from './lib/load';
import { table, writeSection } from './lib/report';

/**
 * What the GraphQL proxy adds to a request, compared to the same request sent to the store directly, in one run.
 * Rounds of both alternate, so that any other load on the machine affects both equally.
 *
 * A store accepts 20 requests per second, so ten requests are only in flight at once if each takes about half a
 * second: ten callers send requests continuously to a store that is that slow. Ten at the very same instant are
 * measured as well, which is the worst case: they queue for one CPU.
 */
const concurrency = 10;
const storeMilliseconds = 650;
const rounds = Number(process.argv[2] ?? 6);
const roundSeconds = 8;
const bursts = Number(process.argv[3] ?? 40);
const burstPause = 1_300;

const storeHash = 'demostore1';
const accessToken = 'simulator-access-token';
const body = JSON.stringify({
  query: `query ReadCart($entityId: String!) {
    site { cart(entityId: $entityId) { entityId lineItems { physicalItems { name quantity productEntityId } } amount { currencyCode value } } }
  }`,
  variables: { entityId: '00000000-0000-4000-8000-000000000000' },
});

/** One way to the store. */
interface Way {
  url: string;
  headers: Record<string, string>;
  agent: Agent;
  /** In milliseconds, for requests in flight with nine others, and for bursts. */
  steady: number[];
  burst: number[];
}

void main();

async function main(): Promise<void> {
  const simulator = await launchSimulator(['--port', '0', '--products', '5', '--no-quota']);
  const site = await startSite({
    env: {
      COMMERCE_BRIDGE_API_URL: simulator.url,
      COMMERCE_BRIDGE_GRAPHQL_URL: `${simulator.url}/graphql`,
      COMMERCE_BRIDGE_STORE_HASH: storeHash,
      COMMERCE_BRIDGE_ACCESS_TOKEN: accessToken,
      COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off',
      COMMERCE_BRIDGE_GRAPHQL_CLIENT_LIMIT: '20',
    },
  });
  try {
    const token = await mintToken(simulator.url);
    const direct = aWay(`${simulator.url}/graphql`, { authorization: `Bearer ${token}` });
    const proxied = aWay(`${site.url}/api/commerce-bridge/v1/graphql`, {});
    await measureBursts([direct, proxied]);
    await slowDown(simulator.url);
    await measureSteady([direct, proxied]);
    report(direct, proxied);
    for (const { agent } of [direct, proxied]) agent.destroy();
  } finally {
    await site.stop();
    await simulator.stop();
  }
}

const aWay = (url: string, headers: Record<string, string>): Way => ({
  url,
  headers,
  agent: new Agent({ keepAlive: true }),
  steady: [],
  burst: [],
});

/** Ten callers, each of which sends its next request as soon as it gets a response. */
async function measureSteady(ways: readonly Way[]): Promise<void> {
  for (let round = 0; round <= rounds; round += 1) {
    for (const way of round % 2 === 0 ? ways : [...ways].reverse()) {
      const end = performance.now() + roundSeconds * 1000;
      const taken: number[] = [];
      await Promise.all(
        Array.from({ length: concurrency }, async (_, caller) => {
          // Callers don't start at the same time, so they don't stay synchronized.
          await pause((storeMilliseconds / concurrency) * caller);
          while (performance.now() < end) taken.push(await ask(way));
        }),
      );
      // The first round warms up.
      if (round > 0) way.steady.push(...taken);
      await pause(burstPause);
    }
  }
}

/** Ten requests at the same instant, as often as the limit allows. */
async function measureBursts(ways: readonly Way[]): Promise<void> {
  for (let round = 0; round < bursts + 5; round += 1) {
    for (const way of round % 2 === 0 ? ways : [...ways].reverse()) {
      const taken = await Promise.all(Array.from({ length: concurrency }, () => ask(way)));
      if (round >= 5) way.burst.push(...taken);
    }
    await pause(burstPause);
  }
}

/** How long one request took, in milliseconds. Fails for any response other than the store's. */
function ask({ url, headers, agent }: Way): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
      },
      (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - started);
          else reject(new Error(`${url} returned ${response.statusCode}`));
        });
      },
    );
    asking.on('error', reject).end(body);
  });
}

async function mintToken(apiUrl: string): Promise<string> {
  const response = await fetch(`${apiUrl}/stores/${storeHash}/v3/storefront/api-token-private`, {
    method: 'POST',
    headers: { 'x-auth-token': accessToken, 'content-type': 'application/json' },
    body: JSON.stringify({
      channel_id: 1,
      expires_at: Math.floor(Date.now() / 1000) + 3600,
      scopes: ['Unauthenticated', 'Customer'],
    }),
  });
  return z.object({ data: z.object({ token: z.string() }) }).parse(await response.json()).data.token;
}

async function slowDown(apiUrl: string): Promise<void> {
  const fault = { kind: 'delay', milliseconds: storeMilliseconds, path: '/graphql', times: 0 };
  const response = await fetch(`${apiUrl}/__simulator/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`the simulator took no delay: ${response.status}`);
}

function report(direct: Way, proxied: Way): void {
  const row = (name: string, pick: (way: Way) => readonly number[]) => {
    const [alone, through] = [direct, proxied].map((way) => [...pick(way)].sort((a, b) => a - b));
    if (!alone || !through) throw new Error('there are two ways');
    const added = (percent: number) => `${(percentile(through, percent) - percentile(alone, percent)).toFixed(1)} ms`;
    const at = (values: readonly number[]) => `${percentile(values, 50).toFixed(1)} ms`;
    return [name, at(alone), at(through), added(50), added(95), String(through.length)];
  };
  const text = [
    table([
      ['Ten at once', 'Direct, p50', 'Through the proxy, p50', 'Added, p50', 'Added, p95', 'Requests per path'],
      row(`Ten callers, a store that takes ${storeMilliseconds} ms`, (way) => way.steady),
      row('Ten at the same instant, a store that responds immediately', (way) => way.burst),
    ]),
    '',
    'A request reads a cart. Site, store, and load generator run in separate processes on this machine.',
    "In the first row, ten requests to the store are always in flight, as many as the limit of 20 per second allows for a store that slow; in the second, they queue for the site's one thread, and the last waits for the nine before it.",
  ].join('\n');
  console.log(text);
  if (process.argv.length === 2)
    writeSection({ id: 'proxy', title: 'GraphQL proxy compared to a direct request', body: text });
}

function pause(duration: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, duration);
  });
}
