import type { Database, Transaction } from '../../database/database';
import { transact } from '../../database/transact';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { EntityKind } from '../model/catalog-types';
import { type ListDependency, listDependencies } from './list-dependencies';
import type { ChangedIds, ChangeLog, MarketProducts } from './change-log';

/** What happened to a record. A change of its slug or relations is an update, too. */
export type RecordChangeKind = 'created' | 'updated' | 'removed';

export interface RecordChange {
  entity: EntityKind;
  id: number;
  kind: RecordChangeKind;
  /** Of a removed record, which can no longer be read; null where it was not requested. */
  documentId: string | null;
}

export interface CollectedChange {
  entity: EntityKind;
  kind: RecordChangeKind;
  ids: readonly number[];
  /** By upstream id. */
  documentIds?: ReadonlyMap<number, string>;
  /** For products: the list dependencies that changed; all of them if absent. */
  dependencies?: readonly ListDependency[];
}

/**
 * `bulk`: a full run or clearing the catalog, which may touch every record; `single`: everything else, i.e. events,
 * incremental runs, sweeps and manual actions.
 */
export type ChangeScale = 'bulk' | 'single';

/**
 * What a committed transaction changed, by upstream id: records that were written or removed, or whose slug or
 * relations changed. A response that shows another record changes too if that record references one of these.
 */
export interface CatalogChange extends ChangedIds {
  /** Each record once; empty for a change that wrote no records. */
  records: readonly RecordChange[];
  scale: ChangeScale;
}

/** A failing listener is logged and does not affect the others. */
export type CatalogListener = (change: CatalogChange) => void | Promise<void>;

/** For code that writes to the catalog. */
export interface ChangeCollector {
  /**
   * A transaction (`transact`) that also logs its changes for the other instances of the site, visible once it commits.
   * Only the changes collected in the attempt that commits are published.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Published when the transaction commits, dropped when it is rolled back. */
  collect(transaction: Transaction, changed: CollectedChange): void;
  /**
   * Like `collect`, for parts of further markets, by name.
   * @param products the products for which the parts changed; absent: possibly all
   */
  collectMarketParts(transaction: Transaction, names: readonly string[], products?: readonly MarketProducts[]): void;
}

/** Notifies subscribers of changes to the catalog, once they are committed and never before. */
export interface CatalogChanges extends ChangeCollector {
  /** The same for writers that may touch every record. */
  bulk: ChangeCollector;
  /** Like `collect`, for the store's units, currency or name. */
  collectStore(transaction: Transaction): void;
  /** Subscribes to changes made on this instance. @returns a function that ends the subscription */
  subscribe(listener: CatalogListener): () => void;
  /**
   * For a change that is already committed; resolves once the other instances can read it. Without list dependencies,
   * all of the products' dependencies count as changed.
   */
  publish(change: Partial<ChangedIds>): Promise<void>;
  /** For a change that another connection of this instance has committed, together with its row in the log. */
  relay(change: CatalogChange): void;
  /** Whether subscribers know of a published change that is not in the log yet. */
  isLogging(): boolean;
}

interface Collected {
  records: Map<string, RecordChange>;
  dependencies: Set<ListDependency>;
  marketParts: Set<string>;
  /** Product ids by part id; null: possibly all products. */
  marketProducts: Map<number, Set<number>> | null;
  isStoreChanged: boolean;
  scale: ChangeScale;
}

export function createCatalogChanges({
  database,
  log,
  logger,
}: {
  database: Database;
  log: ChangeLog;
  logger: Logger;
}): CatalogChanges {
  const listeners = new Set<CatalogListener>();
  const underWay = new WeakMap<Transaction, Collected>();
  let published = 0;

  function notify(change: CatalogChange): void {
    for (const listener of listeners) void deliver(listener, change);
  }

  async function deliver(listener: CatalogListener, change: CatalogChange): Promise<void> {
    try {
      await listener(change);
    } catch (error) {
      logger.error('a listener for catalog changes failed', { error: describeError(error) });
    }
  }

  function startCollecting(transaction: Transaction, scale: ChangeScale): Collected {
    const collected: Collected = {
      records: new Map(),
      dependencies: new Set(),
      marketParts: new Set(),
      marketProducts: new Map(),
      isStoreChanged: false,
      scale,
    };
    underWay.set(transaction, collected);
    transaction.executionPromise.then(
      () => notify(changeOf(collected)),
      // Rolled back, as far as is known; the caller that began the transaction gets the error.
      () => log.disown(),
    );
    return collected;
  }

  async function appendToLog(transaction: Transaction): Promise<void> {
    const collected = underWay.get(transaction);
    if (!collected) return;
    await log.append(idsOf(collected), transaction);
  }

  async function prune(): Promise<void> {
    try {
      await log.pruneFromTimeToTime();
    } catch (error) {
      logger.warn('old entries of the change log could not be pruned', { error: describeError(error) });
    }
  }

  function collectorOf(scale: ChangeScale): ChangeCollector {
    return {
      async transaction(work) {
        const { result, hasChanged } = await transact(database, async (transaction) => {
          const done = await work(transaction);
          // Last, so that concurrent writers do not wait for the log.
          await appendToLog(transaction);
          return { result: done, hasChanged: underWay.has(transaction) };
        });
        if (hasChanged) await prune();
        return result;
      },

      collect(
        transaction,
        { entity, kind, ids, documentIds, dependencies = entity === 'product' ? listDependencies : [] },
      ) {
        if (ids.length === 0) return;
        const collected = underWay.get(transaction) ?? startCollecting(transaction, scale);
        for (const id of ids) note(collected.records, { entity, id, kind, documentId: documentIds?.get(id) ?? null });
        for (const dependency of dependencies) collected.dependencies.add(dependency);
      },

      collectMarketParts(transaction, names, products) {
        if (names.length === 0) return;
        const collected = underWay.get(transaction) ?? startCollecting(transaction, scale);
        for (const name of names) collected.marketParts.add(name);
        collected.marketProducts = products ? united(collected.marketProducts, products) : null;
      },
    };
  }

  return {
    ...collectorOf('single'),
    bulk: collectorOf('bulk'),

    collectStore(transaction) {
      const collected = underWay.get(transaction) ?? startCollecting(transaction, 'single');
      collected.isStoreChanged = true;
    },

    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    relay: notify,

    isLogging: () => published > 0,

    async publish(partial) {
      const dependencies = partial.products === undefined || partial.products.length === 0 ? [] : listDependencies;
      const change = {
        products: [],
        dependencies: dependencies,
        categories: [],
        brands: [],
        isStoreChanged: false,
        isEverything: false,
        ...partial,
      };
      published += 1;
      notify({ ...change, records: [], scale: 'single' });
      try {
        await log.append(change);
      } finally {
        published -= 1;
      }
      await prune();
    },
  };
}

// A new record stays new no matter what else the transaction does to it; a removed one stays removed.
function note(records: Collected['records'], change: RecordChange): void {
  const key = `${change.entity} ${change.id}`;
  const before = records.get(key);
  if (before && before.kind !== 'updated' && change.kind === 'updated') return;
  records.set(key, change);
}

function united(known: Collected['marketProducts'], products: readonly MarketProducts[]): Collected['marketProducts'] {
  for (const { partId, ids } of products) known?.set(partId, new Set([...(known.get(partId) ?? []), ...ids]));
  return known;
}

function changeOf(collected: Collected): CatalogChange {
  return { ...idsOf(collected), records: [...collected.records.values()], scale: collected.scale };
}

function idsOf({ records, dependencies, marketParts, marketProducts, isStoreChanged }: Collected): ChangedIds {
  const changed = [...records.values()];
  const idsOfKind = (entity: EntityKind) => changed.filter((record) => record.entity === entity).map(({ id }) => id);
  return {
    products: idsOfKind('product'),
    dependencies: [...dependencies],
    categories: idsOfKind('category'),
    brands: idsOfKind('brand'),
    isStoreChanged,
    ...(marketParts.size > 0 && { marketParts: [...marketParts] }),
    ...(marketParts.size > 0 &&
      marketProducts && { marketProducts: Array.from(marketProducts, ([partId, ids]) => ({ partId, ids: [...ids] })) }),
    isEverything: false,
  };
}
