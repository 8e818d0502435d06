import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { forgetEntities } from '../../../server/src/catalog/writing/entity-memories';
import { createCachedShop } from '../../../server/src/catalog/shop/cached-shop';
import type { CatalogStore } from '../../../server/src/catalog/writing/catalog-store';
import type { Removals } from '../../../server/src/catalog/removal/removals';
import { createStrapiCatalogSnapshots } from '../../../server/src/catalog/writing/strapi-catalog-snapshots';
import { createSideTables } from '../../../server/src/catalog/writing/side-tables';
import { createStrapiCatalogStore } from '../../../server/src/catalog/writing/strapi-catalog-store';
import { readCatalogTables } from '../../../server/src/catalog/tables/strapi-tables';
import { createStoreFacts } from '../../../server/src/catalog/shop/store-facts';
import { containerOf } from '../../../server/src/container';
import { createMachineClock } from '../../../server/src/database/database-clock';
import { createKnexLeaseStore } from '../../../server/src/database/knex-lease-store';
import { createReadVersions } from '../../../server/src/catalog/writing/knex-read-versions';
import { createKnexFailedProducts } from '../../../server/src/sync/runs/knex-failed-products';
import { createKnexRunHistory } from '../../../server/src/sync/runs/knex-run-history';
import { createKnexRunLog } from '../../../server/src/sync/runs/knex-run-log';
import { createKnexRunStore } from '../../../server/src/sync/runs/knex-run-store';
import { createKnexStateStore } from '../../../server/src/database/knex-state-store';
import { type Clock, machineLoop } from '../../../server/src/lib/clock';
import { createWorkScheduler } from '../../../server/src/lib/work-scheduler';
import { createRunExecutor } from '../../../server/src/sync/execution/run-executor';
import { createSyncService, type SyncService } from '../../../server/src/sync/sync-service';
import { createUpstreamAccess } from '../../../server/src/upstream/upstream-access';
import { createQuietLogger } from '../quiet-logger';

export interface KillableSync {
  sync: SyncService;
  /** Resolves when it has been killed; its work in progress never ends. */
  killed: Promise<void>;
  close(): Promise<void>;
}

class Killed extends Error {}

/**
 * Another instance of a booted site's sync, on the site's database, that dies at one of its commits: the transaction is
 * rolled back or committed, and no further statement reaches the database. Its lease is not released.
 */
export function startKillableSync(
  strapi: Core.Strapi,
  options: { clock: Clock; atCommit: number; isCommitted: boolean; isBusy: boolean },
): KillableSync {
  const { clock, atCommit, isCommitted, isBusy } = options;
  const life = { commits: 0, isOver: false };
  let announce: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const never = () => new Promise<never>(() => undefined);

  /** The same object, but its methods never return after the kill. */
  function mortal<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== 'function') return member;
        return (...parameters: unknown[]) => (life.isOver ? never() : Reflect.apply(member, target, parameters));
      },
    });
  }

  const database = strapi.db.connection;
  const logger = createQuietLogger();
  const tables = readCatalogTables(strapi);
  const readVersions = createReadVersions(database);
  const { settings, productIndex, catalogChanges } = containerOf(strapi);
  const upstream = createUpstreamAccess({ clock, random: () => 0.5, logger });
  const own = createStrapiCatalogStore({
    database,
    catalogTables: tables,
    sideTables: createSideTables({ database, catalogTables: tables }),
    readVersions,
    productIndex,
    changes: catalogChanges,
  });
  const state = createKnexStateStore(database);
  const runs = mortal(createKnexRunStore(database));

  const store: CatalogStore = {
    ...own,
    async transaction(work) {
      if (life.isOver) return never();
      life.commits += 1;
      const isLast = life.commits === atCommit;
      try {
        const result = await own.transaction(async (transaction) => {
          const done = await work(transaction);
          if (isLast && !isCommitted) throw new Killed();
          return done;
        });
        if (!isLast) return result;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      life.isOver = true;
      announce();
      return never();
    },
  };

  const { removals: ownRemovals } = containerOf(strapi);
  const removals: Removals = {
    ...ownRemovals,
    async noteAbsent(note) {
      life.commits += 1;
      const isLast = life.commits === atCommit;
      if (!isLast || isCommitted) await ownRemovals.noteAbsent(note);
      if (!isLast) return;
      life.isOver = true;
      announce();
      await never();
    },
  };

  const sync = createSyncService({
    runs,
    history: mortal(createKnexRunHistory(database)),
    runLog: mortal(createKnexRunLog(database)),
    leases: mortal(createKnexLeaseStore({ database, clock: createMachineClock({ database, clock }) })),
    clock,
    databaseClock: createMachineClock({ database, clock }),
    logger,
    newId: randomUUID,
    drawReadVersion: () => readVersions.draw(),
    identifyStore: async () => ({ storeHash: String((await settings.read()).plain.storeHash) }),
    execute: createRunExecutor({
      openThread: () => null,
      settings,
      upstream,
      runs,
      failed: mortal(createKnexFailedProducts(database)),
      clock,
      // As with concurrent reads: small batches, so that a run can die in the middle of a page.
      workScheduler: createWorkScheduler({ loop: machineLoop, isBusy: () => isBusy, blocksReaders: true }),
      store: mortal(store),
      bulkStore: mortal(store),
      tryStore: mortal(store),
      removals: mortal(removals),
      cachedShop: createCachedShop({ state, store, forgetEntities }),
      storeFacts: createStoreFacts({ state, changes: catalogChanges }),
      snapshots: createStrapiCatalogSnapshots(tables),
      readVersions: mortal(readVersions),
      marketMarks: async () => null,
    }),
  });
  return { sync, killed, close: () => upstream.close() };
}
