import type { Catalog } from '../catalog/create-catalog';
import type { Foundation } from '../database/create-foundation';
import { connectionOf, type SettingsService } from '../settings/settings-service';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { createHeldRemovals } from './held-removals';
import { createKnexFailedProducts } from './knex-failed-products';
import { createKnexRunFacts } from './knex-run-facts';
import { createKnexRunHistory } from './knex-run-history';
import { createKnexRunLog } from './knex-run-log';
import { createKnexRunStore } from './knex-run-store';
import { createProductInspection } from './product-inspection';
import { createProductResync } from './product-resync';
import { createRunExecutor } from './run-executor';
import { createStoreSwitch } from './store-switch';
import { createSyncService } from './sync-service';
import { createTaxonomyResync } from './taxonomy-resync';
import { createVerificationService } from './verification-service';

export interface SyncParts extends Foundation {
  catalog: Catalog;
  settings: SettingsService;
  upstream: UpstreamAccess;
}

/** Joins what copies the catalog: runs, what is recorded of them, and resyncs of one record or of all. */
export function createSync({ catalog, ...given }: SyncParts) {
  const parts = { ...catalog, ...given };
  const runs = createKnexRunStore(parts.database);
  const runHistory = createKnexRunHistory(parts.database);
  const drawReadVersion = () => catalog.readVersions.draw();

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
    execute: createRunExecutor({
      ...parts,
      runs,
      failed: createKnexFailedProducts(parts.database),
    }),
  });
  const resyncProduct = createProductResync(parts);
  const resyncTaxonomy = createTaxonomyResync(parts);
  return {
    runs,
    sync,
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
    storeSwitch: createStoreSwitch({
      ...parts,
      sync,
      forgetMarks: async () => runs.forgetMarks(await drawReadVersion()),
      forgetFacts: async () => {
        await catalog.storeFacts.forget();
        await catalog.imageHosts.forget();
      },
    }),
  };
}

export type Sync = ReturnType<typeof createSync>;
