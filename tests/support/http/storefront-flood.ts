import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { messageViolations } from './rest-contract';

/** Sends a request through the GraphQL proxy, and returns its status. */
export type Caller = () => Promise<number>;

const sockets = 200;

/**
 * Callers with their own addresses: every address of 127.0.0.0/8 belongs to this machine.
 * @param url of the site
 */
export function createCallers() {
  const agents: Agent[] = [];
  const body = JSON.stringify({ query: '{ site { settings { storeName } } }' });
  return {
    callerFrom(localAddress: string, url: string): Caller {
      const agent = new Agent({ keepAlive: true, maxSockets: sockets });
      agents.push(agent);
      const ask = (): Promise<number> =>
        new Promise((resolve, reject) => {
          const asking = request(
            `${url}/api/commerce-bridge/v1/graphql`,
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
    },
    close: () => agents.forEach((agent) => agent.destroy()),
  };
}

/** Sends requests repeatedly, each this long after the last response, and counts responses by status. */
export async function keepAsking(
  ask: Caller,
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

/** Start and end, in milliseconds. */
export interface Stall {
  from: number;
  to: number;
}

// The longest transit time to the store that the limit accounts for; if a stalled machine delays a request longer, it
// arrives with later ones.
const longestJourney = 250;

/** When the store, or this process, was blocked for longer than that. */
export async function noteStalls(simulatorUrl: string, until: number): Promise<Stall[]> {
  const stalls: Stall[] = [];
  while (Date.now() < until) {
    const from = Date.now();
    await (await fetch(`${simulatorUrl}/__simulator/`)).text();
    const to = Date.now();
    if (to - from > longestJourney) stalls.push({ from, to: to + longestJourney });
    await pause(50);
  }
  return stalls;
}

const log = z.object({ requests: z.array(z.object({ at: z.number() })) });

/** When the store received GraphQL requests. */
export async function seenByStore(simulatorUrl: string): Promise<number[]> {
  const response = await fetch(`${simulatorUrl}/__simulator/requests?path=/graphql&limit=10000`);
  return log
    .parse(await response.json())
    .requests.map(({ at }) => at)
    .sort((a, b) => a - b);
}

/** The maximum number of requests within a second that had no stall. */
export function busiestSecond(seen: readonly number[], stalls: readonly Stall[]): number {
  const isSteady = (at: number) => !stalls.some(({ from, to }) => at < to && at + 1_000 > from);
  return Math.max(
    0,
    ...seen.map((at, index) => (isSteady(at) ? seen.slice(index).filter((other) => other - at < 1_000).length : 0)),
  );
}
