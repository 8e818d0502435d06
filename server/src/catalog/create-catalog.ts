import type { Foundation } from '../database/create-foundation';
import type { Database } from '../database/database';
import { createCatalogAdmin } from './admin/create-catalog-admin';
import type { CatalogChanges } from './changes/catalog-changes';
import type { ChangedIds } from './changes/change-log';
import { createChanges } from './changes/create-changes';
import { createImages } from './images/create-images';
import { createIndexing } from './product-index/create-indexing';
import { createExtras } from './extras/create-extras';
import { createReading } from './reading/create-reading';
import { createRemovalParts } from './removal/create-removals';
import type { RelationsTo } from './removal/strapi-site-relations';
import { createResponses, type Responses } from './responses/create-responses';
import type { ResponseSettings } from './responses/response-cache';
import { createSearchIndex } from './search/search-index';
import type { SearchThread } from './search/search-thread';
import { createShop } from './shop/create-shop';
import type { ChangeMessages } from '../instances/ioredis-change-messages';
import type { SharedTimes, SharedValues } from '../instances/shared-values';
import type { CatalogTables } from './tables/strapi-tables';
import { createCatalogVerification } from './verification/create-verification';
import { createWriting } from './writing/create-writing';

/** The settings that the catalog uses. */
export interface CatalogSettings extends ResponseSettings {
  withdrawnRetentionDays: number;
  removalLimitPercent: number;
  removalLimitMinimum: number;
  modifiersEnabled: boolean;
  metafieldNamespaces: readonly string[];
}

export interface CatalogParts extends Foundation {
  tables: CatalogTables;
  /** Where published records are read: the site's database, perhaps through a separate connection. */
  reader: Database;
  /** The thread that is tried first for searches on SQLite; null: all searches run in this process. */
  searchThread: SearchThread | null;
  relationsTo: RelationsTo;
  /** The current values, synchronously. */
  settings: () => CatalogSettings;
  /** Read from storage. */
  readSettings: () => Promise<CatalogSettings>;
  /** Called before what other instances changed is dropped. */
  beforeChanges: (changes: readonly ChangedIds[]) => Promise<void>;
  /** Called when the database was restored to an earlier state. */
  onRestored: () => void;
  /** The external systems that are notified of changes, by name. */
  outboxTargets: () => readonly string[];
  /** Null: instances only poll the change log. */
  messages: ChangeMessages | null;
  /** Where instances share responses; null if each keeps its own. */
  values: SharedValues | null;
  /** Whether purges wait until every instance has polled for changes on its own. */
  pollsOften: () => boolean;
  /** Whether other instances purge caches in front of the site, or the site's own function may. */
  isPurgedByOthers: () => boolean;
  /** Time limits for sharing responses between instances. */
  times: SharedTimes;
  /** Whether instances with another version of the plugin are running. */
  othersRun: () => Promise<boolean>;
  /** Identifies the current state of everything but the catalog that a response depends on. */
  variant: () => string;
}

/** Wires up the rooms of the catalog. */
export function createCatalog({ settings, readSettings, onRestored, ...parts }: CatalogParts) {
  const logged = createChanges(parts);
  const { changes, onLogged, outdateShared, outdateOutside } = logged;
  onLogged(() => parts.messages?.send());
  const searchIndex = createSearchIndex(parts);
  const indexing = createIndexing({ ...parts, changes, searchIndex });
  const { productIndex } = indexing;
  const { extraMarks, ...extras } = createExtras({
    ...parts,
    changes,
    hasModifiers: () => settings().modifiersEnabled,
    metafieldNamespaces: () => settings().metafieldNamespaces,
  });
  const writing = createWriting({
    ...parts,
    changes,
    extraMarks,
    productIndex,
    keepsWithdrawn: () => settings().withdrawnRetentionDays > 0,
  });
  const { noting, ...images } = createImages(parts);
  const stores = createStores(writing.storeFor, { changes, noting });
  const { memory, matches, columns, ...reading } = createReading({
    ...parts,
    loop: parts.readingLoop,
    source: { database: parts.reader, tables: parts.tables },
    searchIndex,
    feed: () => responses,
  });
  const responses: Responses = createResponses({ ...parts, ...logged, settings, memory, onRestored });
  return {
    tables: parts.tables,
    changes,
    onLogged,
    outdateShared,
    outdateOutside,
    ...indexing,
    ...writing,
    ...images,
    ...extras,
    ...stores,
    ...createRemovalParts({
      ...parts,
      catalogTables: parts.tables,
      sideTables: writing.sideTables,
      productIndex,
      changes,
      limit: () => ({ percent: settings().removalLimitPercent, minimum: settings().removalLimitMinimum }),
      drawReadVersion: () => writing.readVersions.draw(),
      retentionDays: async () => (await readSettings()).withdrawnRetentionDays,
    }),
    verifyPiece: createCatalogVerification({ ...parts, ...indexing, ...writing, searchIndex, changes }),
    ...createShop({ ...parts, ...stores, changes }),
    reading,
    ...columns,
    responses,
    ...createCatalogAdmin({ ...parts, matches }),
    prepareSearch: () => searchIndex.prepare(),
  };
}

function createStores(
  storeFor: ReturnType<typeof createWriting>['storeFor'],
  { changes, noting }: { changes: CatalogChanges; noting: ReturnType<typeof createImages>['noting'] },
) {
  return {
    store: noting(storeFor(changes)),
    /** The same for full runs. */
    bulkStore: noting(storeFor(changes.bulk)),
    /** The same for dry runs, which record nothing. */
    tryStore: storeFor(changes),
  };
}

export type Catalog = ReturnType<typeof createCatalog>;
