import { createCachedIds } from './catalog/cached-ids';
import type { CachedStore } from './catalog/cached-store';
import type { CatalogChanges } from './catalog/catalog-changes';
import type { CatalogStore } from './catalog/catalog-store';
import type { StoreFacts } from './catalog/catalog-types';
import type { StoreFactsReader } from './catalog/store-facts-reader';
import { createCatalogClearing } from './catalog/strapi-catalog-clearing';
import { createStrapiCatalogSnapshots } from './catalog/strapi-catalog-snapshots';
import type { CatalogTables } from './catalog/strapi-tables';
import type { Database } from './database/database';
import type { Observations } from './database/knex-observations';
import { createKnexRunHistory } from './database/knex-run-history';
import { createKnexRunStore } from './database/knex-run-store';
import type { Clock } from './lib/clock';
import type { LeaseSeizure, LeaseStore } from './lib/lease';
import type { Logger } from './lib/logger';
import { connectionOf, type SettingsService } from './settings/settings-service';
import { createProductResync } from './sync/product-resync';
import { createRunExecutor } from './sync/run-executor';
import { createScheduledSync } from './sync/scheduled-sync';
import { createStoreSwitch } from './sync/store-switch';
import { createSyncService } from './sync/sync-service';
import type { UpstreamAccess } from './upstream/upstream-access';

export interface SynchronisationParts {
  database: Database;
  tables: CatalogTables;
  store: CatalogStore;
  changes: CatalogChanges;
  cachedStore: CachedStore;
  storeFacts: StoreFactsReader & { write(facts: StoreFacts): Promise<void>; forget(): Promise<void> };
  observations: Observations;
  leases: LeaseStore & LeaseSeizure;
  settings: SettingsService;
  upstream: UpstreamAccess;
  clock: Clock;
  logger: Logger;
  newId: () => string;
  /** IANA name; schedules are read in it. */
  timeZone: string;
}

/** Wires what copies the catalog: runs, what is told of them, and what becomes of one product or of all records. */
export function createSynchronisation(parts: SynchronisationParts) {
  const { database, settings, observations, cachedStore } = parts;
  const runs = createKnexRunStore(database);
  const runHistory = createKnexRunHistory(database);
  const drawObservation = () => observations.draw();

  const sync = createSyncService({
    ...parts,
    runs,
    history: runHistory,
    drawObservation,
    identifyStore: async () => {
      const { storeHash } = connectionOf(await settings.read());
      await cachedStore.check(storeHash);
      return { storeHash };
    },
    execute: createRunExecutor({ ...parts, snapshots: createStrapiCatalogSnapshots(parts.tables), runs }),
  });
  return {
    sync,
    runHistory,
    scheduledSync: createScheduledSync({ ...parts, runs, sync }),
    resyncProduct: createProductResync({ ...parts, cachedIds: createCachedIds(parts), drawObservation }),
    storeSwitch: createStoreSwitch({
      settings,
      cachedStore,
      sync,
      clearing: createCatalogClearing(parts),
      forgetFacts: () => parts.storeFacts.forget(),
    }),
  };
}
