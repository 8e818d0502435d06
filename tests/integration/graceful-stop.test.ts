import { afterEach, describe, expect, test, vi } from 'vitest';
import { removeSite } from '../support/sites/boot-site';
import { eventually } from '../support/time/eventually';
import { keepConnection, type KeptConnection, type Outcome } from '../support/http/kept-connections';
import { serveInProcess, type ServedSite } from '../support/sites/serve-in-process';

/*
 * Real processes, kept connections, and SIGTERM: what a rolling restart does to the requests of a load balancer.
 */

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const products = '/api/commerce-bridge/v1/products';
const ready = '/api/commerce-bridge/v1/ready';
const clients = 20;

describe('a site that is stopped', () => {
  let site: ServedSite;
  let connections: KeptConnection[] = [];
  const keep = () => {
    const connection = keepConnection(site.url);
    connections.push(connection);
    return connection;
  };

  afterEach(async () => {
    for (const connection of connections) connection.close();
    connections = [];
    site.kill();
    await site.ended;
    removeSite(site);
  });

  /** Sends one request after the other until one fails or it is no longer wanted. */
  async function sendAll({ path, until }: { path: string; until: (outcome: Outcome) => boolean }): Promise<Outcome[]> {
    const connection = keep();
    const outcomes: Outcome[] = [];
    for (;;) {
      const outcome = await connection.send(path);
      outcomes.push(outcome);
      if (until(outcome)) return outcomes;
    }
  }

  /** Resolves when each client has sent some requests. */
  const underLoad = (counts: readonly number[]) => eventually(async () => counts.every((count) => count >= 30));

  test('fails no request of a load balancer that asks whether it is ready', async () => {
    site = await serveInProcess({});
    const counts = Array.from({ length: clients }, () => 0);
    let isReady = true;
    const probing = sendAll({ path: ready, until: ({ status }) => !(isReady = status === 200) });
    const sending = counts.map((_, client) =>
      sendAll({
        path: products,
        until: () => {
          counts[client] = (counts[client] ?? 0) + 1;
          return !isReady;
        },
      }),
    );
    await underLoad(counts);

    site.terminate();

    const outcomes = (await Promise.all(sending)).flat();
    expect((await probing).at(-1)?.status).toBe(503);
    expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await site.ended).toBe(0);
  });

  test('resets no kept connection of clients that do not ask', async () => {
    site = await serveInProcess({});
    const counts = Array.from({ length: clients }, () => 0);
    const sending = counts.map((_, client) =>
      sendAll({
        path: products,
        until: ({ status }) => {
          counts[client] = (counts[client] ?? 0) + 1;
          return status !== 200;
        },
      }),
    );
    await underLoad(counts);

    site.terminate();

    const outcomes = (await Promise.all(sending)).flat();
    // A request that fails on a new connection is not lost: it can be sent elsewhere.
    expect(outcomes.filter(({ status, isReused }) => status !== 200 && isReused)).toEqual([]);
    expect(await site.ended).toBe(0);
  });

  test('serves the requests under way, and ends with unused connections open', async () => {
    site = await serveInProcess({});
    const unused = keep();
    await unused.send(products);
    const slow = keep().send('/api/slow');
    await eventually(async () => (await (await fetch(`${site.url}/api/slow?begun`)).text()) === '{"begun":1}');

    site.terminate();

    expect(await slow).toMatchObject({ status: 200 });
    expect(await site.ended).toBe(0);
  });
});
