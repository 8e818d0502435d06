import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { eventList } from '../../contracts/admin/events';
import { productList, type ProductListView } from '../../contracts/rest/products';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { deliver, deliveryBody, standardDelivery } from '../support/shops/deliveries';
import { eventually } from '../support/time/eventually';
import { Randomness } from '../support/randomness';
import { fetchByContract } from '../support/http/rest-contract';
import { finishedRun } from '../support/sites/runs';
import { testSeed } from '../support/test-seed';
import { connectionTo } from '../support/shops/shop';
import { createAdministrator, logIn, startSite, type TestSite } from '../support/sites/start-site';

/*
 * A site under load is killed with SIGKILL twenty times: at any moment, and in the very moment that a 200 arrives. What
 * was acknowledged must end up in the public API. Others: npm test -- integration webhook-kills --sequence.seed=7
 */

const kills = 20;
const senders = 16;
const products = 5000;
const mostPerRound = products / kills;

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

/**
 * Edits each product once and notifies the site, as fast as it responds. No second event of a product could make up for a
 * lost one.
 */
function createLoad(simulator: Simulator, ids: readonly number[]) {
  let edited = 0;
  /** Products whose event was acknowledged. */
  const owed = new Set<number>();
  const listeners = new Set<() => void>();

  async function sendUntil(
    signal: AbortSignal,
    { site, last }: { site: { url: string }; last: number },
  ): Promise<void> {
    while (!signal.aborted && edited < last) {
      const id = ids[edited] ?? 0;
      edited += 1;
      simulator.store.products.update(id, { description: `edited ${id}` });
      const body = deliveryBody({ data: { type: 'product', id } });
      // The site is being killed all the time: a missing response promises nothing.
      const response = await deliver(site, standardDelivery(simulator.account.clientSecret, { body })).catch(
        () => null,
      );
      if (response === null) return;
      if (response.status !== 200) throw new Error(`a delivery got ${response.status}`);
      owed.add(id);
      for (const listener of listeners) listener();
    }
  }

  return {
    owed,
    onAcknowledged: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async run(signal: AbortSignal, site: { url: string }): Promise<void> {
      const last = edited + mostPerRound;
      await Promise.all(Array.from({ length: senders }, () => sendUntil(signal, { site, last })));
    },
  };
}

test(`no acknowledged event is lost by ${kills} kills under load`, async () => {
  const random = new Randomness(testSeed);
  const simulator = await startSimulator({ products, quota: 0 });
  const env = { ...connectionTo(simulator), COMMERCE_BRIDGE_CLIENT_SECRET: simulator.account.clientSecret };
  let site: TestSite = await startSite({ env });
  const administrator = await createAdministrator(site);
  await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
  await finishedRun({ admin: administrator.request });
  const load = createLoad(simulator, await publishedIds(site));

  for (let kill = 1; kill <= kills; kill += 1) {
    const round = new AbortController();
    const running = load.run(round.signal, site);
    const target = site;
    if (kill % 2 === 0) await pause(20 + random.below(400));
    else await nthAcknowledgement(load, 1 + random.below(mostPerRound / 2));
    await target.kill();
    round.abort();
    await running;
    site = await startSite({ env, databaseFile: target.databaseFile, port: target.port });
  }

  // With kills at any moment, a slow machine may have acknowledged almost nothing.
  expect(load.owed.size).toBeGreaterThan(200);
  const again = await logIn(site);
  const count = async (status: string) =>
    eventList.parse((await again.request('GET', `/commerce-bridge/events?status=${status}`)).body).total;
  await eventually(async () => (await count('pending')) === 0);
  expect({ failed: await count('failed'), dropped: await count('dropped') }).toEqual({ failed: 0, dropped: 0 });
  const lost = await lostOf(site, load.owed);
  await site.stop();
  await simulator.close();
  expect(lost).toEqual([]);
});

function nthAcknowledgement(load: ReturnType<typeof createLoad>, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const stop = load.onAcknowledged(() => {
      left -= 1;
      if (left > 0) return;
      stop();
      resolve();
    });
  });
}

/** Products whose acknowledged edit does not show. */
async function lostOf(site: TestSite, owed: ReadonlySet<number>): Promise<number[]> {
  const lost: number[] = [];
  const ids = [...owed];
  for (let start = 0; start < ids.length; start += 100) {
    const asked = ids.slice(start, start + 100);
    const { products: listed } = await list(site, `per_page=100&ids=${asked.join(',')}`);
    const shown = new Map(listed.map(({ id, description }) => [id, description]));
    lost.push(...asked.filter((id) => shown.get(id) !== `edited ${id}`));
  }
  return lost;
}

async function publishedIds(site: TestSite): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { products: listed, pages } = await list(site, `per_page=100&page=${page}`);
    ids.push(...listed.map(({ id }) => id));
    if (page >= pages) return ids;
  }
}

async function list(site: { url: string }, query: string): Promise<ProductListView> {
  const response = await fetchByContract(`${site.url}/api/commerce-bridge/v1`, `/products?${query}`);
  return productList.parse(await response.json());
}
