import type { CatalogStore } from './catalog/catalog-store';
import type { StoreFacts } from './catalog/catalog-types';
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
import { createRunExecutor } from './sync/run-executor';
import { createScheduledSync } from './sync/scheduled-sync';
import { createSyncService } from './sync/sync-service';
import type { UpstreamAccess } from './upstream/upstream-access';

export interface SynchronisationParts {
  database: Database;
  tables: CatalogTables;
  store: CatalogStore;
  storeFacts: { write(facts: StoreFacts): Promise<void> };
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

/** Wires what copies the catalog: runs, and what is told of them. */
export function createSynchronisation(parts: SynchronisationParts) {
  const { database, settings, observations } = parts;
  const runs = createKnexRunStore(database);
  const runHistory = createKnexRunHistory(database);

  const sync = createSyncService({
    ...parts,
    runs,
    history: runHistory,
    drawObservation: () => observations.draw(),
    identifyStore: async () => connectionOf(await settings.read()),
    execute: createRunExecutor({ ...parts, snapshots: createStrapiCatalogSnapshots(parts.tables), runs }),
  });
  const scheduledSync = createScheduledSync({ ...parts, runs, sync });
  return { sync, runHistory, scheduledSync };
}
