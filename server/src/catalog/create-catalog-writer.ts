import type { Foundation } from '../database/create-foundation';
import { dialectOf } from '../database/database';
import { createKnexStateStore } from '../database/knex-state-store';
import type { CatalogListener, ChangeScale } from './changes/catalog-changes';
import { createChanges } from './changes/create-changes';
import { createExtras } from './extras/create-extras';
import { createProductIndex } from './product-index/product-index';
import { createSearchIndex } from './search/search-index';
import { createCachedShop } from './shop/cached-shop';
import type { CatalogTables } from './tables/strapi-tables';
import type { CatalogStore } from './writing/catalog-store';
import { createWriting } from './writing/create-writing';
import { forgetEntities } from './writing/entity-memories';

export interface CatalogWriterParts extends Pick<
  Foundation,
  'database' | 'databaseClock' | 'clock' | 'loop' | 'logger' | 'newId'
> {
  tables: CatalogTables;
  /** The current values. */
  settings: () => CatalogWriterSettings;
  onChange: CatalogListener;
}

/** What writing depends on apart from the records. */
export interface CatalogWriterSettings {
  /** The external systems that are notified of changes, by name. */
  outboxTargets: readonly string[];
  /** Whether the site reads modifiers. */
  hasModifiers: boolean;
  /** Namespaces of the metafields that the site reads. */
  metafieldNamespaces: readonly string[];
}

/** Writes records in a thread. */
export interface CatalogWriter {
  /** The store for records of the shop that the run has claimed; see `ChangeScale`. */
  storeFor(storeHash: string, scale: ChangeScale): Pick<CatalogStore, 'transaction' | 'upsert'>;
}

/**
 * The part of the catalog that writes records, for a thread with a separate connection. To the change log, it is a
 * separate instance, so the other instances find its changes there even if it ends before it announces them.
 */
export async function createCatalogWriter({
  onChange,
  settings,
  ...parts
}: CatalogWriterParts): Promise<CatalogWriter> {
  const { database } = parts;
  const { changes } = createChanges({ ...parts, outboxTargets: () => settings().outboxTargets });
  const { extraMarks } = createExtras({
    ...parts,
    changes,
    hasModifiers: () => settings().hasModifiers,
    metafieldNamespaces: () => settings().metafieldNamespaces,
  });
  changes.subscribe(onChange);
  const searchIndex = createSearchIndex(parts);
  // Detects whether there is an index.
  if (dialectOf(database) === 'sqlite') await searchIndex.prepare();
  const state = createKnexStateStore(database);
  const { storeFor } = createWriting({
    ...parts,
    state,
    changes,
    extraMarks,
    productIndex: createProductIndex({ searchIndex }),
    // No requests run on this thread's event loop.
    workScheduler: { yieldIfDue: async () => undefined, yieldInTransactionIfDue: async () => undefined },
    keepsWithdrawn: () => true,
  });
  const stores = { bulk: storeFor(changes.bulk), single: storeFor(changes) };
  const cachedShop = createCachedShop({ state, store: stores.single, forgetEntities });
  return {
    storeFor: (storeHash, scale) => cachedShop.claimed(storeHash).guard(stores[scale]),
  };
}
