import type { Absences } from './catalog/removal/absences';
import { createCachedIds } from './catalog/admin/cached-ids';
import { createCachedNames } from './catalog/admin/cached-names';
import type { CachedShop } from './catalog/shop/cached-shop';
import type { CatalogChanges } from './catalog/changes/catalog-changes';
import type { CatalogStore } from './catalog/writing/catalog-store';
import type { ImageHosts } from './catalog/images/image-hosts';
import type { StoreFactsKeeper } from './catalog/shop/store-facts';
import type { ProductIndex } from './catalog/product-index/product-index';
import type { Removals } from './catalog/removal/removals';
import { createCatalogClearing } from './catalog/writing/strapi-catalog-clearing';
import { createStrapiCatalogSnapshots } from './catalog/writing/strapi-catalog-snapshots';
import type { CatalogTables } from './catalog/tables/strapi-tables';
import type { VerifyPiece } from './catalog/verification/verification';
import { createCheckpointPace } from './database/checkpoint-pace';
import type { Database } from './database/database';
import type { ReadVersions } from './catalog/writing/knex-read-versions';
import { createKnexFailedProducts } from './sync/knex-failed-products';
import { createKnexRunHistory } from './sync/knex-run-history';
import { createKnexRunLog } from './sync/knex-run-log';
import { createKnexRunStore } from './sync/knex-run-store';
import type { StateStore } from './database/knex-state-store';
import type { Clock } from './lib/clock';
import type { WorkScheduler } from './lib/work-scheduler';
import type { LeaseSeizure, LeaseStore } from './lib/lease';
import type { Logger } from './lib/logger';
import { connectionOf, type SettingsService } from './settings/settings-service';
import { createHeldRemovals } from './sync/held-removals';
import { createProductInspection } from './sync/product-inspection';
import { createProductResync } from './sync/product-resync';
import { createRunExecutor } from './sync/run-executor';
import { createScheduledSync } from './sync/scheduled-sync';
import { createStoreSwitch } from './sync/store-switch';
import { createSyncService } from './sync/sync-service';
import { createTaxonomyResync } from './sync/taxonomy-resync';
import { createVerificationService } from './sync/verification-service';
import type { UpstreamAccess } from './upstream/upstream-access';

export interface SynchronisationParts {
  database: Database;
  tables: CatalogTables;
  store: CatalogStore;
  /** The same for full runs. */
  bulkStore: CatalogStore;
  /** The same for dry runs. */
  tryStore: CatalogStore;
  removals: Removals;
  absences: Absences;
  productIndex: ProductIndex;
  changes: CatalogChanges;
  cachedShop: CachedShop;
  storeFacts: StoreFactsKeeper;
  imageHosts: Pick<ImageHosts, 'forget'>;
  readVersions: ReadVersions;
  state: StateStore;
  verifyPiece: VerifyPiece;
  leases: LeaseStore & LeaseSeizure;
  settings: SettingsService;
  upstream: UpstreamAccess;
  clock: Clock;
  workScheduler: WorkScheduler;
  logger: Logger;
  newId: () => string;
  /** IANA name; schedules are read in it. */
  timeZone: string;
}

/** Wires what copies the catalog: runs, what is told of them, and what becomes of one product or of all records. */
export function createSynchronisation(parts: SynchronisationParts) {
  const { database, settings, readVersions, cachedShop } = parts;
  const runs = createKnexRunStore(database);
  const runHistory = createKnexRunHistory(database);
  const drawReadVersion = () => readVersions.draw();

  const sync = createSyncService({
    ...parts,
    runs,
    history: runHistory,
    runLog: createKnexRunLog(database),
    drawReadVersion,
    identifyStore: async () => {
      const { storeHash } = connectionOf(await settings.read());
      await cachedShop.check(storeHash);
      return { storeHash };
    },
    execute: createRunExecutor({
      ...parts,
      snapshots: createStrapiCatalogSnapshots(parts.tables),
      checkpoints: createCheckpointPace(parts),
      runs,
      failed: createKnexFailedProducts(database),
    }),
  });
  const resyncProduct = createProductResync({ ...parts, cachedIds: createCachedIds(parts) });
  const resyncTaxonomy = createTaxonomyResync(parts);
  const verification = createVerificationService({
    ...parts,
    refetch: async (entity, id) =>
      (await (entity === 'product' ? resyncProduct(id) : resyncTaxonomy(entity, id))).outcome !== 'failed',
    isRunUnderWay: async () => (await runs.findRunning()) !== null,
  });
  return {
    sync,
    runHistory,
    verification,
    scheduledSync: createScheduledSync({
      ...parts,
      runs,
      sync,
      onFullRun: () => verification.requestAfterRun('full_run'),
    }),
    heldRemovals: createHeldRemovals({ ...parts, names: createCachedNames(parts) }),
    inspectProduct: createProductInspection(parts),
    resyncProduct,
    resyncTaxonomy,
    storeSwitch: createStoreSwitch({
      settings,
      cachedShop,
      sync,
      clearing: createCatalogClearing({ ...parts, changes: parts.changes.bulk }),
      forgetFacts: async () => {
        await parts.storeFacts.forget();
        await parts.imageHosts.forget();
      },
    }),
  };
}
