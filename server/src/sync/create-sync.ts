import type { Catalog } from '../catalog/create-catalog';
import { MassRemovalError } from '../catalog/removal';
import type { Markets } from '../markets/create-markets';
import { transact } from '../database/transact';
import { connectionOf } from '../settings/settings-service';
import { createDryMarkets } from './markets/dry-markets';
import { createHeldRemovals } from './held-removals';
import { createKnexFailedProducts } from './runs/knex-failed-products';
import { createKnexRunFacts } from './runs/knex-run-facts';
import { createKnexRunHistory } from './runs/knex-run-history';
import { createKnexRunLog } from './runs/knex-run-log';
import { createKnexRunStore } from './runs/knex-run-store';
import { joinMarkets } from './markets/create-market-sync';
import { createExtraUpkeeps } from './freshness/extras-upkeep';
import type { MarketFreshness } from './markets/market-freshness';
import { createMarketPassMemory, type MarketPassMemory } from './markets/market-pass-memory';
import { createMarketInspection } from './resyncs/market-inspection';
import { createMarketVerification } from './markets/market-verification';
import { createProductInspection } from './resyncs/product-inspection';
import { createProductResync } from './resyncs/product-resync';
import { createReplacementNote } from './verification/replacement-note';
import { createRunExecutor, type ExecutionOptions, type RunExecutor } from './execution/run-executor';
import { createStoreSwitch } from './store-switch';
import type { RunRecord } from './runs/run-record';
import { createUpdateOfMarkets } from './markets/restored-markets';
import type { RunProgress, RunStore } from './runs/run-store';
import type { SyncParts } from './sync-parts';
import { createWriterThreads } from './writer-thread/create-writer-threads';
import { createSyncService, type SyncService } from './sync-service';
import { announcingSettings } from './announcing-settings';
import { createTaxonomyResync } from './resyncs/taxonomy-resync';
import { createVerifyExtras, type ExtrasVerificationOptions } from './verification/verify-extras';
import { createVerificationService } from './verification/verification-service';

/** Joins what copies the catalog: runs, their records, and resyncs of one record or of all. */
export function createSync({ catalog, ...given }: SyncParts) {
  const parts = { ...catalog, ...given };
  const runs = createKnexRunStore(parts.database);
  const runHistory = createKnexRunHistory(parts.database);
  const drawReadVersion = () => catalog.readVersions.draw();
  const passMemory = createMarketPassMemory({ ...parts, drawVersion: drawReadVersion });
  const upkeep = createExtraUpkeeps({ ...parts, catalog, runs });
  const { modifierFreshness, metafieldFreshness } = upkeep;
  const sync = createRuns(parts, {
    runs,
    history: runHistory,
    passMemory,
    drawReadVersion,
    markModifiers: modifierFreshness.markAll,
    markMetafields: metafieldFreshness.markAll,
    marketMarks: () => ofMarkets.marketFreshness.marks(),
    tryMarkets: createDryMarkets({ ...parts, markets: () => ofMarkets.markets }),
    onReleased: () => {
      ofMarkets.marketPasses.wake();
      modifierFreshness.wake();
      metafieldFreshness.wake();
    },
  });
  const ofMarkets = joinMarkets({ ...parts, catalog }, { runs, sync, passMemory });
  const resyncProduct = thenInMarkets(
    createProductResync({
      ...parts,
      markExtras: async (productIds) => {
        await modifierFreshness.mark(productIds);
        await metafieldFreshness.mark(productIds);
      },
    }),
    ofMarkets.marketFreshness,
  );
  const resyncTaxonomy = createTaxonomyResync(parts);
  return {
    runs,
    sync,
    ...ofMarkets,
    ...upkeep,
    passMemory,
    runHistory,
    runFacts: createKnexRunFacts(parts.database),
    resyncProduct,
    resyncTaxonomy,
    ...createVerifying(parts, {
      ...ofMarkets,
      ...upkeep,
      memory: passMemory,
      drawVersion: drawReadVersion,
      runs,
      resyncProduct,
      resyncTaxonomy,
    }),
    heldRemovals: createHeldRemovals(parts),
    inspectProduct: createProductInspection(parts),
    inspectMarket: createMarketInspection({ ...parts, drawVersion: drawReadVersion }),
    storeSwitch: switchOf({ ...parts, catalog }, { runs, sync, passMemory, ...ofMarkets }),
  };
}

/** Joins runs, after which the further markets, the modifiers, and the metafields are read. */
function createRuns(
  parts: Omit<SyncParts, 'catalog'> & Catalog,
  given: {
    runs: ReturnType<typeof createKnexRunStore>;
    history: ReturnType<typeof createKnexRunHistory>;
    passMemory: MarketPassMemory;
    drawReadVersion: () => Promise<number>;
    markModifiers: () => Promise<void>;
    markMetafields: () => Promise<void>;
    marketMarks: MarketFreshness['marks'];
    tryMarkets: ReturnType<typeof createDryMarkets>;
    onReleased: () => void;
  },
): SyncService {
  const { passMemory, runs, marketMarks } = given;
  return createSyncService({
    ...parts,
    ...given,
    runLog: createKnexRunLog(parts.database),
    identifyStore: async () => {
      const { storeHash } = connectionOf(await parts.settings.read());
      await parts.cachedShop.check(storeHash);
      return { storeHash };
    },
    execute: thenTheRest(
      createRunExecutor({
        ...parts,
        runs,
        failed: createKnexFailedProducts(parts.database),
        marketMarks,
        openThread: createWriterThreads(parts),
      }),
      { ...parts, ...given, wantAll: passMemory.wantAll },
    ),
    interruptPasses: async () => {
      const hasPasses = parts.siteMarkets.further().length > 0;
      if (hasPasses) await passMemory.interrupt();
      return hasPasses;
    },
  });
}

/** Joins what verifies the catalog, and the further markets after it; also after an import has replaced records. */
function createVerifying(
  parts: Omit<SyncParts, 'catalog'> & Pick<Catalog, 'verifyPiece' | 'extrasVerification'>,
  given: Omit<Parameters<typeof createMarketVerification>[0], 'siteMarkets' | 'database'> &
    Omit<ExtrasVerificationOptions, 'extrasVerification'> & {
      runs: RunStore;
      resyncProduct: ReturnType<typeof createProductResync>;
      resyncTaxonomy: ReturnType<typeof createTaxonomyResync>;
    },
) {
  const { resyncProduct, resyncTaxonomy, runs, drawVersion } = given;
  const verification = createVerificationService({
    ...parts,
    refetch: async (entity, id) =>
      (await (entity === 'product' ? resyncProduct(id) : resyncTaxonomy(entity, id))).outcome !== 'failed',
    verifyMarkets: createMarketVerification({ ...parts, ...given }),
    verifyExtras: createVerifyExtras({ ...parts, ...given }),
    isRunUnderWay: async () => (await runs.findRunning()) !== null,
  });
  return { verification, noteReplacement: createReplacementNote({ ...parts, runs, verification, drawVersion }) };
}

/** Has a resynced product read again in the further markets. */
function thenInMarkets(
  resync: ReturnType<typeof createProductResync>,
  { mark }: Pick<MarketFreshness, 'mark'>,
): typeof resync {
  return async (idOrSlug) => {
    const result = await resync(idOrSlug);
    if (result.outcome !== 'failed') await mark([result.id]);
    return result;
  };
}

function switchOf(
  { catalog, ...parts }: SyncParts,
  given: { runs: RunStore; sync: SyncService; passMemory: MarketPassMemory; markets: Pick<Markets, 'textNeeds'> },
) {
  const { runs, sync, passMemory: memory, markets } = given;
  const drawVersion = () => catalog.readVersions.draw();
  const storeSwitch = createStoreSwitch({
    ...catalog,
    ...parts,
    settings: {
      preview: parts.settings.preview,
      update: createUpdateOfMarkets({ ...parts, ...markets, memory, drawVersion }),
    },
    sync,
    forgetMarks: async () => runs.forgetMarks(await drawVersion()),
    clearing: async (signal) => {
      const cleared = await catalog.clearing(signal);
      // While the claims still hold: a record that is written under a new claim has its hosts recorded again.
      await catalog.imageHosts.forget();
      return cleared;
    },
    forgetFacts: () => catalog.storeFacts.forget(),
  });
  return {
    ...storeSwitch,
    updateSettings: (update: unknown) =>
      announcingSettings({ ...catalog, ...parts }, () => storeSwitch.updateSettings(update)),
  };
}

/**
 * After a run that read or compared the whole catalog, has the further markets and the metafields read, since their
 * events may have been lost; after a full run, all modifiers, too, since the store does not report their edits
 * (upstream 20.9).
 */
function thenTheRest(
  execute: RunExecutor,
  {
    siteMarkets,
    database,
    runs,
    wantAll,
    markModifiers,
    markMetafields,
    tryMarkets,
  }: Pick<SyncParts, 'siteMarkets' | 'database'> &
    Record<'wantAll' | 'markModifiers' | 'markMetafields', () => Promise<void>> & {
      runs: Pick<RunStore & RunProgress, 'findRunning' | 'checkpoint'>;
      tryMarkets: ReturnType<typeof createDryMarkets>;
    },
): RunExecutor {
  async function wantTheRest({ mode }: RunRecord): Promise<void> {
    if (siteMarkets.further().length > 0) await wantAll();
    if (mode === 'full') await markModifiers();
    await markMetafields();
  }
  /** What it listed is in the catalog; only the removal waits for an administrator, perhaps for days. */
  async function afterExcess(given: RunRecord, options: ExecutionOptions): Promise<void> {
    // A run that was to import changes only may have become a full one.
    const running = await runs.findRunning();
    const latest = running?.id === given.id && running.epoch === given.epoch ? running : given;
    if (!latest.isDry) return wantTheRest(latest);
    const run = await tryMarkets(latest, options);
    await transact(database, (transaction) => runs.checkpoint(transaction, { run, seen: null, failures: [] }));
  }
  return async (given, options) => {
    try {
      const run = await execute(given, options);
      if (run.mode === 'incremental') return run;
      if (run.isDry) return await tryMarkets(run, options);
      await wantTheRest(run);
      return run;
    } catch (error) {
      if (error instanceof MassRemovalError) await afterExcess(given, options);
      throw error;
    }
  };
}

export type Sync = ReturnType<typeof createSync>;
