import { setTimeout as pause } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import { eventList } from '../../contracts/admin/events';
import { productList, type ProductListItemView } from '../../contracts/rest/products';
import { startSimulator, type Simulator } from '../../simulator/src/server';
import { deliver, deliveryBody, standardDelivery } from '../support/deliveries';
import { eventually } from '../support/eventually';
import { Randomness } from '../support/randomness';
import { finishedRun } from '../support/runs';
import { connectionTo } from '../support/shop';
import { createAdministrator, logIn, startSite, type TestSite } from '../support/start-site';

/*
 * A site under load is killed with SIGKILL twenty times: at any moment, and in the very moment that a 200 arrives. What
 * was acknowledged must end up in the public API. Replay with WEBHOOK_KILLS_SEED.
 */

const kills = 20;
const senders = 4;
const seed = Number(process.env['WEBHOOK_KILLS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

jest.setTimeout(600_000);

/** Edits products and tells the site, as fast as it answers, and remembers what it acknowledged. */
function createLoad(simulator: Simulator, { ids, random }: { ids: readonly number[]; random: Randomness }) {
  let edit = 0;
  let acknowledged = 0;
  /** The last edit of each product whose event was acknowledged. */
  const owed = new Map<number, number>();
  const listeners = new Set<() => void>();

  async function sendUntil(signal: AbortSignal, site: { url: string }): Promise<void> {
    while (!signal.aborted) {
      const id = random.pick(ids);
      edit += 1;
      const own = edit;
      simulator.store.products.update(id, { description: `edit ${own}` });
      const body = deliveryBody({ data: { type: 'product', id } });
      // The site is being killed all the time: an answer that does not come owes nothing.
      const response = await deliver(site, standardDelivery(simulator.account.clientSecret, { body })).catch(() => null);
      if (response?.status === 200) {
        owed.set(id, Math.max(own, owed.get(id) ?? 0));
        acknowledged += 1;
        for (const listener of listeners) listener();
      } else if (response !== null) throw new Error(`a delivery was answered with ${response.status}`);
      else await pause(5);
    }
  }

  return {
    owed,
    acknowledged: () => acknowledged,
    onAcknowledged: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    run: (signal: AbortSignal, site: { url: string }) => Promise.all(Array.from({ length: senders }, () => sendUntil(signal, site))),
  };
}

test(`no acknowledged event is lost by ${kills} kills under load (seed ${seed})`, async () => {
  const random = new Randomness(seed);
  const simulator = await startSimulator({ products: 150, quota: 0 });
  const env = { ...connectionTo(simulator), COMMERCE_BRIDGE_CLIENT_SECRET: simulator.account.clientSecret };
  let site: TestSite = await startSite({ env });
  const administrator = await createAdministrator(site);
  await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
  await finishedRun({ admin: administrator.request });
  const load = createLoad(simulator, { ids: (await list(site, 'per_page=100')).map(({ id }) => id), random });

  for (let kill = 1; kill <= kills; kill += 1) {
    const round = new AbortController();
    const running = load.run(round.signal, site);
    const target = site;
    if (kill % 2 === 0) await pause(20 + random.below(700));
    else await nthAcknowledgement(load, 1 + random.below(60));
    await target.kill();
    round.abort();
    await running;
    site = await startSite({ env, databaseFile: target.databaseFile, port: target.port });
  }

  expect(load.acknowledged()).toBeGreaterThan(200);
  expect(load.owed.size).toBeGreaterThan(50);
  const again = await logIn(site);
  const count = async (status: string) => eventList.parse((await again.request('GET', `/commerce-bridge/events?status=${status}`)).body).total;
  await eventually(async () => (await count('pending')) === 0, 60_000);
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

/** Products whose acknowledged edit, or a later one, does not show. */
async function lostOf(site: TestSite, owed: ReadonlyMap<number, number>): Promise<string[]> {
  const lost: string[] = [];
  const ids = [...owed.keys()];
  for (let start = 0; start < ids.length; start += 100) {
    const asked = ids.slice(start, start + 100);
    const shown = new Map((await list(site, `per_page=100&ids=${asked.join(',')}`)).map(({ id, description }) => [id, description]));
    for (const id of asked) {
      const edit = Number(/^edit (\d+)$/.exec(shown.get(id) ?? '')?.[1] ?? 0);
      if (edit < (owed.get(id) ?? 0)) lost.push(`product ${id} shows edit ${edit} and owes edit ${owed.get(id)}`);
    }
  }
  return lost;
}

async function list(site: { url: string }, query: string): Promise<ProductListItemView[]> {
  const response = await fetch(`${site.url}/api/commerce-bridge/v1/products?${query}`);
  return productList.parse(await response.json()).products;
}
