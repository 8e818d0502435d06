import type { Catalog } from '../catalog/create-catalog';
import type { Foundation } from '../database/create-foundation';
import { seconds } from '../lib/durations';
import { connectionOf, type SettingsService } from '../settings/settings-service';
import type { ChannelStorefront } from '../upstream/channel-storefront';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { createHeldRemovals } from './held-removals';
import { createMarkets } from '../markets/create-markets';
import { createMarketStates } from '../markets/market-states';
import { createMarketTroubles } from '../markets/market-troubles';
import type { SiteMarkets } from '../markets/site-markets';
import { createKnexFailedProducts } from './knex-failed-products';
import { createKnexRunFacts } from './knex-run-facts';
import { createKnexRunHistory } from './knex-run-history';
import { createKnexRunLog } from './knex-run-log';
import { createKnexRunStore } from './knex-run-store';
import { createMarketFreshness, type MarketFreshness } from './market-freshness';
import { createFreshnessWorker } from './freshness-worker';
import { createMarketPassMemory, type MarketPassMemory } from './market-pass-memory';
import { createMarketPasses } from './market-passes';
import { createMarketInspection } from './market-inspection';
import { createModifierUpkeep } from './modifier-upkeep';
import { createProductInspection } from './product-inspection';
import { createProductResync } from './product-resync';
import { createRunExecutor, type RunExecutor } from './run-executor';
import { createStoreSwitch } from './store-switch';
import type { RunStore } from './run-store';
import { createSyncService, type SyncService } from './sync-service';
import { createTaxonomyResync } from './taxonomy-resync';
import { createVerificationService } from './verification-service';

export interface SyncParts extends Foundation {
  catalog: Catalog;
  settings: SettingsService;
  upstream: UpstreamAccess;
  siteMarkets: SiteMarkets;
  /** Where the texts of a channel are read. */
  storefrontOf: (channelId: number) => ChannelStorefront;
}

/** Joins what copies the catalog: runs, what is recorded of them, and resyncs of one record or of all. */
export function createSync({ catalog, ...given }: SyncParts) {
  const parts = { ...catalog, ...given };
  const runs = createKnexRunStore(parts.database);
  const runHistory = createKnexRunHistory(parts.database);
  const drawReadVersion = () => catalog.readVersions.draw();
  const passMemory = createMarketPassMemory({ ...parts, drawVersion: drawReadVersion });
  const modifierFreshness = createModifierUpkeep({ ...parts, catalog, runs });
  const sync = createSyncService({
    ...parts,
    runs,
    history: runHistory,
    runLog: createKnexRunLog(parts.database),
    drawReadVersion,
    identifyStore: async () => {
      const { storeHash } = connectionOf(await parts.settings.read());
      await catalog.cachedShop.check(storeHash);
      return { storeHash };
    },
    execute: thenTheRest(createRunExecutor({ ...parts, runs, failed: createKnexFailedProducts(parts.database) }), {
      ...parts,
      wantAll: passMemory.wantAll,
      markModifiers: modifierFreshness.markAll,
    }),
    interruptPasses: async () => {
      const hasPasses = parts.siteMarkets.further().length > 0;
      if (hasPasses) await passMemory.interrupt();
      return hasPasses;
    },
    onReleased: () => {
      ofMarkets.marketPasses.wake();
      modifierFreshness.wake();
    },
  });
  const ofMarkets = joinMarkets({ ...parts, catalog }, { runs, sync, passMemory });
  const resyncProduct = createProductResync({ ...parts, markModifiers: modifierFreshness.mark });
  const resyncTaxonomy = createTaxonomyResync(parts);
  return {
    runs,
    sync,
    ...ofMarkets,
    modifierFreshness,
    passMemory,
    runHistory,
    runFacts: createKnexRunFacts(parts.database),
    resyncProduct,
    resyncTaxonomy,
    verification: createVerificationService({
      ...parts,
      refetch: async (entity, id) =>
        (await (entity === 'product' ? resyncProduct(id) : resyncTaxonomy(entity, id))).outcome !== 'failed',
      isRunUnderWay: async () => (await runs.findRunning()) !== null,
    }),
    heldRemovals: createHeldRemovals(parts),
    inspectProduct: createProductInspection(parts),
    inspectMarket: createMarketInspection({ ...parts, drawVersion: drawReadVersion }),
    storeSwitch: switchOf({ ...parts, catalog }, { runs, sync }),
  };
}

function switchOf({ catalog, ...parts }: SyncParts, { runs, sync }: { runs: RunStore; sync: SyncService }) {
  return createStoreSwitch({
    ...catalog,
    ...parts,
    sync,
    forgetMarks: async () => runs.forgetMarks(await catalog.readVersions.draw()),
    forgetFacts: async () => {
      await catalog.storeFacts.forget();
      await catalog.imageHosts.forget();
    },
  });
}

/**
 * After everything was read of the catalog, it is read what the further markets make of it; and after a full run, all
 * modifiers, since the store reports no edit of one (upstream 20.9).
 */
function thenTheRest(
  execute: RunExecutor,
  {
    siteMarkets,
    wantAll,
    markModifiers,
  }: Pick<SyncParts, 'siteMarkets'> & { wantAll: () => Promise<void>; markModifiers: () => Promise<void> },
): RunExecutor {
  return async (given, options) => {
    const run = await execute(given, options);
    if (!run.isDry && run.mode !== 'incremental' && siteMarkets.further().length > 0) await wantAll();
    if (!run.isDry && run.mode === 'full') await markModifiers();
    return run;
  };
}

/** Joins the passes over the further markets, and who reads how far they are. */
function joinMarkets(
  { catalog, settings, upstream, siteMarkets, storefrontOf, ...parts }: SyncParts,
  { runs, sync, passMemory }: { runs: RunStore; sync: SyncService; passMemory: MarketPassMemory },
) {
  const markets = createMarkets({
    ...parts,
    drawVersion: () => catalog.readVersions.draw(),
    productTable: catalog.tables.tables.product,
    texts: {
      brandTable: catalog.tables.tables.brand,
      storefrontOf,
      storeLocale: async () => (await catalog.storeFacts.read())?.locale ?? null,
    },
    removalLimit: () => {
      const { removalLimitPercent: percent, removalLimitMinimum: minimum } = settings.snapshot().plain;
      return { percent, minimum };
    },
  });
  const marketPasses = createMarketPasses({
    ...parts,
    siteMarkets,
    markets,
    memory: passMemory,
    exclusively: sync.exclusively,
    openStore: async () => {
      const connection = connectionOf(await settings.read());
      await catalog.cachedShop.check(connection.storeHash);
      return (await runs.findMark(connection.storeHash)) && upstream.http(connection);
    },
  });
  const states = createMarketStates({
    ...markets,
    siteMarkets,
    clock: parts.clock,
    failures: passMemory.failed,
    canceled: async () => (await passMemory.wanted()).canceled,
  });
  const troubles = createMarketTroubles({ ...markets, siteMarkets, failures: passMemory.failed });
  const freshness = createMarketFreshness({
    ...parts,
    siteMarkets,
    markets,
    memory: passMemory,
    settings,
    upstream,
    cachedShop: catalog.cachedShop,
    drawVersion: () => catalog.readVersions.draw(),
  });
  const marketFreshness = joinFreshness(freshness, { ...parts, siteMarkets });
  return { markets: { ...markets, states, troubles }, marketPasses, marketFreshness };
}

/** What keeps further markets fresh, and who does it. */
function joinFreshness(
  freshness: MarketFreshness,
  { siteMarkets, ...parts }: Pick<SyncParts, 'siteMarkets' | 'leases' | 'clock' | 'logger' | 'newId'>,
) {
  const worker = createFreshnessWorker({
    ...parts,
    name: 'market-freshness',
    freshness,
    isNeeded: () => siteMarkets.further().length > 0,
    lookEvery: seconds(5),
  });
  return {
    ...worker,
    /** These products are read again in all further markets, soon, and even if the process ends now. */
    async mark(productIds: readonly number[]): Promise<void> {
      await freshness.mark(productIds);
      worker.wake();
    },
    nextDue: freshness.nextDue,
  };
}

export type Sync = ReturnType<typeof createSync>;
