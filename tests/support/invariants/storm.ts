import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { eventList } from '../../../contracts/admin/events';
import { run as runSchema, type Run, syncState } from '../../../contracts/admin/runs';
import { type Simulator, startSimulator } from '../../../simulator/src/server';
import { changer } from '../convergence/changes';
import { changes } from '../convergence/steps';
import { eventually } from '../time/eventually';
import { Randomness } from '../randomness';
import { startTwoProcesses, type TwoProcesses } from './two-processes';

export interface StormOptions {
  /** The environment for the site's database, as `playground/config/database.js` reads it. */
  database: Record<string, string>;
  seed: number;
  /** How long it lasts, in milliseconds. */
  duration: number;
}

/** Two processes on one database, and everything that can happen to them at once. */
export interface Storm {
  processes: TwoProcesses;
  /** The store that the site is connected to now. */
  simulator(): Simulator;
  /**
   * Edits, events, runs, resyncs, store switches, upstream failures, kills, and paused processes, all at the same time.
   */
  rage(): Promise<Counts>;
  /** Ends all faults, and lets every event be processed and one sweep run. */
  calmDown(): Promise<Run>;
  close(): Promise<void>;
}

/** How often each thing happened. */
export type Counts = Record<'edits' | 'runs' | 'resyncs' | 'switches' | 'kills' | 'pauses' | 'faults', number>;

const products = 40;
// Edits that affect several records, which are made more often than the others.
const contested = [
  ...changes,
  ...Array.from(
    { length: 6 },
    () =>
      [
        'take slug',
        'swap slugs',
        'create twin',
        'create category',
        'move between categories',
        'delete product',
      ] as const,
  ).flat(),
];
const clientSecret = 'the-client-secret-of-both-stores';
// Long enough for a run on a busy machine, and for its second check of missing records.
const patience = 240_000;

export async function openStorm({ database, seed, duration }: StormOptions): Promise<Storm> {
  const random = new Randomness(seed);
  const stores = await Promise.all(
    ['first', 'second'].map((storeHash, place) =>
      startSimulator({ storeHash, products, seed: place + 1, quota: 0, localDestinations: true, clientSecret }),
    ),
  );
  const processes = await startTwoProcesses({
    ...database,
    COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off',
    COMMERCE_BRIDGE_REMOVAL_LIMIT_PERCENT: '100',
    COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS: '1,1,2,3,5',
  });
  for (const store of stores) {
    for (const scope of ['store/product/*', 'store/sku/*', 'store/category/*', 'store/information/updated']) {
      store.webhooks.registry.create(
        { scope, destination: `${processes.balancerUrl}/api/commerce-bridge/v1/webhook`, headers: {} },
        store.account.clientId,
      );
    }
  }
  const [first, second] = stores;
  if (!first || !second) throw new Error('there are two stores');
  let connected = first;
  const edit = new Map(stores.map((store) => [store, changer(store.store)]));

  /** Null if the process died before it responded. */
  async function request(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown } | null> {
    const administrator = await processes.administrator(random.below(2));
    return (await administrator?.request(method, `/commerce-bridge${path}`, body).catch(() => null)) ?? null;
  }

  async function connectTo(store: Simulator): Promise<boolean> {
    const { storeHash, accessToken } = store.account;
    const response = await request('PUT', '/settings', {
      apiUrl: store.url,
      storeHash,
      accessToken,
      clientSecret,
      clearCachedStore: true,
    });
    // If it was killed before it responded, the switch may have happened anyway.
    const settings = response ?? (await settledSettings());
    if (response !== null && response.status !== 200) return false;
    connected =
      stores.find(
        ({ account }) => account.storeHash === z.looseObject({ storeHash: z.string() }).parse(settings.body).storeHash,
      ) ?? connected;
    return connected === store;
  }

  const settledSettings = () => eventually(() => request('GET', '/settings'), patience);
  const counts: Counts = { edits: 0, runs: 0, resyncs: 0, switches: 0, kills: 0, pauses: 0, faults: 0 };

  const acts: Record<keyof Counts, { every: number; act: () => Promise<unknown> }> = {
    edits: {
      every: 120,
      // Several at once, so that their competing claims meet in both processes.
      act: async () => {
        for (let left = 1 + random.below(8); left > 0; left -= 1)
          edit.get(connected)?.({
            change: random.pick(contested),
            pick: random.below(1e6),
            other: random.below(1e6),
            value: random.below(1e6),
          });
      },
    },
    runs: {
      every: 1500,
      act: () =>
        request('POST', '/sync', { mode: random.pick(['full', 'incremental', 'sweep']), allowMassRemoval: true }),
    },
    resyncs: {
      every: 150,
      act: async () => {
        const id = random.pick(connected.store.products.ids());
        return request('POST', `/products/${id}/resync`);
      },
    },
    switches: { every: 9000, act: () => connectTo(connected === first ? second : first) },
    kills: { every: 14_000, act: () => processes.killOne(random.below(2)) },
    // Occasionally for longer than a lease lasts.
    pauses: { every: 8000, act: () => processes.pauseOne(random.below(2), random.pick([500, 3000, 20_000])) },
    faults: {
      every: 2500,
      act: async () =>
        connected.faults.add({
          ...random.pick([
            { kind: 'status' as const, status: 500 },
            { kind: 'reset' as const, when: 'before' as const },
            { kind: 'truncate' as const, framing: 'intact' as const },
            { kind: 'delay' as const, milliseconds: 900 },
          ]),
          path: '/v3/catalog/*',
          times: 1 + random.below(3),
        }),
    },
  };

  async function repeat(name: keyof Counts, deadline: number): Promise<void> {
    const { every, act } = acts[name];
    while (Date.now() < deadline) {
      await pause(random.below(2 * every));
      if (Date.now() >= deadline) return;
      await act();
      counts[name] += 1;
    }
  }

  async function startSweep(): Promise<Run> {
    let refused: unknown = null;
    const sweep = eventually(async () => {
      const response = await request('POST', '/sync', { mode: 'sweep', allowMassRemoval: true });
      if (response?.status === 202) return runSchema.parse(response.body);
      refused = response;
      return null;
    }, patience);
    return sweep.catch((cause: unknown) => {
      throw new Error(`a sweep does not start: ${JSON.stringify(refused)}`, { cause });
    });
  }

  async function quiet(): Promise<Run | null> {
    return eventually(async () => {
      const response = await request('GET', '/sync');
      if (response?.status !== 200) return null;
      const { current, last } = syncState.parse(response.body);
      return current === null ? { last } : null;
    }, patience).then(({ last }) => last);
  }

  const isIdle = async () => {
    const totals = await Promise.all(
      ['pending', 'failed'].map(async (status) => {
        const response = await request('GET', `/events?status=${status}`);
        return response?.status === 200 ? eventList.parse(response.body).total : 1;
      }),
    );
    return totals.every((total) => total === 0);
  };

  await connectTo(first);
  await request('POST', '/sync', { mode: 'full' });
  await quiet();

  return {
    processes,
    simulator: () => connected,

    async rage() {
      const deadline = Date.now() + duration;
      const names: readonly (keyof Counts)[] = ['edits', 'runs', 'resyncs', 'switches', 'kills', 'pauses', 'faults'];
      await Promise.all(names.map((name) => repeat(name, deadline)));
      return counts;
    },

    async calmDown() {
      for (const store of stores) {
        store.faults.clear();
        await store.webhooks.idle();
      }
      await eventually(isIdle, patience);
      await quiet();
      const started = await startSweep();
      const last = await quiet();
      if (last?.id !== started.id) throw new Error(`run ${started.id} was followed by ${last?.id}`);
      await eventually(isIdle, patience);
      return last;
    },

    async close() {
      await processes.stop();
      for (const store of stores) await store.close();
    },
  };
}
