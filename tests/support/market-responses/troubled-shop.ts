import { vi } from 'vitest';
import { containerOf } from '../../../server/src/container';
import { minutes } from '../../../server/src/lib/durations';
import type { Market } from '../../../server/src/markets/market-parts';
import { neededScopes } from '../../../server/src/webhooks/market-scopes';
import { SyncBusyError } from '../../../server/src/sync/runs/sync-errors';
import { createKnexRunStore } from '../../../server/src/sync/runs/knex-run-store';
import { type Simulator, startSimulator } from '../../../simulator/src/server';
import { changer, leaveOneOfEach } from '../convergence/changes';
import { type Change } from '../convergence/steps';
import type { TestDatabase } from '../databases/test-databases';
import type { Randomness } from '../randomness';
import {
  addFrench,
  channels,
  fillWithMarkets,
  marketEdits,
  marketFaults,
  nameInFrench,
  randomMarkets,
} from '../shops/random-markets';
import { connectionTo } from '../shops/shop';
import { createApiToken } from '../sites/api-token';
import { bootSite, removeSite } from '../sites/boot-site';
import { registerHooks } from '../sites/connected-site';
import { SwiftClock } from '../time/swift-clock';
import { passAndDie } from './dying-pass';

// Waits of minutes take seconds, as in `stormy-shop.ts`.
const speed = 100;
// The pass that must succeed has the site's own time limits for responses: a busy machine exceeds shorter ones.
const calmSpeed = 1;

// Changes after which amounts depend on how half cents are rounded, which is not documented, are left out
// (upstream 20.3).
const catalogChanges: readonly Change[] = [
  'hide',
  'show',
  'restock',
  'restock variant',
  'rename',
  'move between categories',
  'swap slugs',
  'take slug',
  'add variant',
  'delete variant',
  'track stock',
  'set availability',
  'set brand',
  'create category',
  'edit category',
  'hide category',
  'delete category',
  'bring category back',
  'create brand',
  'rename brand',
  'delete brand',
  'bring brand back',
];

/** A site on this database that reads further markets while the store changes, requests fail, and processes die. */
export async function openTroubledShop(database: TestDatabase) {
  const clock = new SwiftClock(speed);
  const start = (port: number) =>
    startSimulator({ port, products: 0, quota: 0, clock: clock.simulated, localDestinations: true });
  let simulator: Simulator = await start(0);
  const port = Number(new URL(simulator.url).port);
  const environment = {
    ...connectionTo(simulator),
    COMMERCE_BRIDGE_GRAPHQL_URL: `${simulator.url}/store-${simulator.account.storeHash}-{channel}/graphql`,
    COMMERCE_BRIDGE_CLIENT_SECRET: simulator.account.clientSecret,
    COMMERCE_BRIDGE_WEBHOOK_TIMESTAMP_TOLERANCE: '172800',
    COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off',
    COMMERCE_BRIDGE_REMOVAL_LIMIT_PERCENT: '100',
  };
  const site = await bootSite({
    environment,
    machine: { clock, random: () => 0.5 },
    ...(database.connection && { database: database.connection }),
  });
  const token = await createApiToken(site, {
    name: 'reader',
    type: 'custom',
    permissions: ['plugin::commerce-bridge.market.read'],
  });
  const { sync, scheduledSync, storeSwitch, marketPasses, markets: kept } = containerOf(site.strapi);
  const runs = createKnexRunStore(site.strapi.db.connection);
  let markets: Market[] = [];
  let change = changer(simulator.store);

  const until = (look: () => Promise<boolean>) => vi.waitUntil(look, { timeout: 180_000, interval: 8 });
  const quiet = () => until(async () => (await runs.findRunning()) === null);
  const idle = () => until(() => marketPasses.isIdle());
  /** Refused while a pass takes longer to end than an administrator is kept waiting, which is soon on a fast clock. */
  const cleared = () =>
    storeSwitch.clear().then(
      () => true,
      (error: unknown) => {
        if (error instanceof SyncBusyError) return false;
        throw error;
      },
    );
  const run = (mode: 'full' | 'sweep') => sync.start({ mode, allowMassRemoval: true });

  async function choose(random: Randomness): Promise<void> {
    markets = randomMarkets(simulator.store, random).map((market) => ({
      ...market,
      locale: random.pick(['en', 'fr']),
    }));
    const asked = { markets: markets.map((market) => ({ ...market, name: market.key })) };
    const { status, body } = await site.admin('PUT', '/commerce-bridge/settings', asked);
    if (status !== 200) throw new Error(`the markets were refused: ${status} ${JSON.stringify(body)}`);
  }

  function changeStore(random: Randomness): void {
    const { store } = simulator;
    if (random.below(6) === 0) return nameInFrench(store, random);
    if (random.below(2) === 0) return random.pick(marketEdits)(store, random);
    const [pick, other, value] = [random.below(1_000_000), random.below(1_000_000), random.below(1_000_000)];
    change({ change: random.pick(catalogChanges), pick, other, value });
  }

  /** Registers hooks for all possible markets, so that deliveries arrive for each of them. */
  function registerAllHooks(): void {
    registerHooks({ site, simulator });
    const markets = channels.map((channelId) => ({
      ...{ key: `channel-${channelId}`, name: 'Any', channelId, currency: 'EUR', locale: 'fr' },
      ...{ customerGroupId: null, isPublic: true },
    }));
    for (const scope of neededScopes(markets, 'en')) {
      const destination = `${site.url}/api/commerce-bridge/v1/webhook`;
      simulator.webhooks.registry.create({ scope, destination, headers: {} }, simulator.account.clientId);
    }
  }

  const troubles: readonly ((random: Randomness) => unknown)[] = [
    (random) => simulator.faults.add({ skip: random.below(4), ...random.pick(marketFaults) }),
    (random) => simulator.faults.add({ skip: random.below(4), ...random.pick(marketFaults) }),
    (random) => passAndDie({ strapi: site.strapi, simulator, clock }, { markets, diesAfter: 1 + random.below(10) }),
    (random) => marketPasses.request(random.pick(markets).key, { confirms: false }),
    () => run('full'),
    () => run('sweep'),
    () => marketPasses.cancel(),
    (random) => {
      const share = () => random.below(3) / 4;
      simulator.webhooks.disturb({ lose: share(), duplicate: share(), reorder: share() });
    },
    () => simulator.webhooks.idle(),
    () => clock.advance(minutes(16)),
    idle,
    quiet,
    choose,
  ];

  return {
    site,
    token,
    simulator: () => simulator,
    markets: () => markets,

    /** Starts over with another store and other markets, which are read once. */
    async reset(random: Randomness) {
      simulator.faults.clear();
      await quiet();
      await simulator.close();
      simulator = await start(port);
      change = changer(simulator.store);
      fillWithMarkets(simulator.store, random);
      addFrench(simulator.store, random);
      for (let count = 0; count < 12; count += 1) changeStore(random);
      leaveOneOfEach(simulator.store);
      await until(cleared);
      await choose(random);
      await run('full');
      await quiet();
      await idle();
      registerAllHooks();
    },

    change: changeStore,
    trouble: async (random: Randomness) => void (await random.pick(troubles)(random)),

    /** Ends all faults, and lets the scheduled pass run once. */
    async calmDown() {
      simulator.faults.clear();
      simulator.webhooks.disturb({});
      leaveOneOfEach(simulator.store);
      await simulator.webhooks.idle();
      await quiet();
      clock.waitAt(calmSpeed);
      await scheduledSync.job.run(new AbortController().signal);
      await quiet();
      await idle();
      clock.waitAt(speed);
      const failed = (await kept.states()).flatMap(({ failure }) => failure ?? []);
      if (failed.length > 0) throw new Error(`the scheduled pass failed: ${JSON.stringify(failed)}`);
    },

    async close() {
      simulator.faults.clear();
      await quiet();
      await site.stop();
      await simulator.close();
      await database.drop();
      removeSite(site);
    },
  };
}

export type TroubledShop = Awaited<ReturnType<typeof openTroubledShop>>;
