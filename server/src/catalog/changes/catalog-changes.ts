import type { Database, Transaction } from '../../database/database';
import { transact } from '../../database/transact';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { EntityKind } from '../model/catalog-types';
import { type ListDependency, listDependencies } from './list-dependencies';
import type { ChangedIds, ChangeLog } from './change-log';

/** What became of a record. One whose slug or relations moved was updated, too. */
export type RecordChangeKind = 'created' | 'updated' | 'removed';

export interface RecordChange {
  entity: EntityKind;
  id: number;
  kind: RecordChangeKind;
  /** Of a removed one, whose record nobody can read any more; null where it was not asked for. */
  documentId: string | null;
}

export interface CollectedChange {
  entity: EntityKind;
  kind: RecordChangeKind;
  ids: readonly number[];
  /** By upstream id. */
  documentIds?: ReadonlyMap<number, string>;
  /** Of products, what of them changed that lists depend on; all of it where that is not said. */
  dependencies?: readonly ListDependency[];
}

/**
 * `bulk`: a full run, or the clearing of the whole catalog, which may touch every record; `single`: everything else, so
 * events, incremental runs and sweeps, and what is done by hand.
 */
export type ChangeScale = 'bulk' | 'single';

/**
 * What a committed transaction changed, by upstream ids: records that were written, removed, or whose slug or relations
 * moved. A response that shows another record changes too when that record names one of these.
 */
export interface CatalogChange extends ChangedIds {
  /** Each record once; empty for a change that was not made by writing records. */
  records: readonly RecordChange[];
  scale: ChangeScale;
}

/** A listener that fails is logged and keeps nobody else from hearing. */
export type CatalogListener = (change: CatalogChange) => void | Promise<void>;

/** What writing the catalog takes. */
export interface ChangeCollector {
  /**
   * A transaction (`transact`) that also leaves word for the other instances of the site, to be read once it is committed.
   * What it collects is told for the attempt that is committed alone.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** To be told when the transaction commits; forgotten when it is rolled back. */
  collect(transaction: Transaction, changed: CollectedChange): void;
}

/** Tells whoever wants to know what changed in the catalog, once it is committed and never before. */
export interface CatalogChanges extends ChangeCollector {
  /** The same for writers that may touch every record. */
  bulk: ChangeCollector;
  /** To changes that are made on this instance. @returns ends the subscription */
  subscribe(listener: CatalogListener): () => void;
  /**
   * For a change that is committed already; resolves when the other instances can read of it. Where no facets are given,
   * all of the products' changed.
   */
  publish(change: Partial<ChangedIds>): Promise<void>;
}

interface Collected {
  records: Map<string, RecordChange>;
  dependencies: Set<ListDependency>;
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

  function notify(change: CatalogChange): void {
    for (const listener of listeners) void deliver(listener, change);
  }

  async function deliver(listener: CatalogListener, change: CatalogChange): Promise<void> {
    try {
      await listener(change);
    } catch (error) {
      logger.error('a listener to changes of the catalog failed', { error: describeError(error) });
    }
  }

  function startCollecting(transaction: Transaction, scale: ChangeScale): Collected {
    const collected: Collected = { records: new Map(), dependencies: new Set(), scale };
    underWay.set(transaction, collected);
    transaction.executionPromise.then(
      () => notify(changeOf(collected)),
      // Rolled back; whoever began the transaction hears why.
      () => undefined,
    );
    return collected;
  }

  async function appendToLog(transaction: Transaction): Promise<void> {
    const collected = underWay.get(transaction);
    if (!collected) return;
    const { products, dependencies, categories, brands, isStoreChanged, isEverything } = changeOf(collected);
    await log.append({ products, dependencies, categories, brands, isStoreChanged, isEverything }, transaction);
  }

  async function prune(): Promise<void> {
    try {
      await log.pruneFromTimeToTime();
    } catch (error) {
      logger.warn('old changes of the catalog could not be pruned', { error: describeError(error) });
    }
  }

  function collectorOf(scale: ChangeScale): ChangeCollector {
    return {
      async transaction(work) {
        const { result, hasChanged } = await transact(database, async (transaction) => {
          const done = await work(transaction);
          // Last, so that nobody who writes meanwhile waits for the log.
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
    };
  }

  return {
    ...collectorOf('single'),
    bulk: collectorOf('bulk'),

    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

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
      notify({ ...change, records: [], scale: 'single' });
      await log.append(change);
      await prune();
    },
  };
}

// A record that is new stays new, whatever is done to it in the same transaction; one that is removed is gone.
function note(records: Collected['records'], change: RecordChange): void {
  const key = `${change.entity} ${change.id}`;
  const before = records.get(key);
  if (before && before.kind !== 'updated' && change.kind === 'updated') return;
  records.set(key, change);
}

function changeOf({ records: changed, dependencies, scale }: Collected): CatalogChange {
  const records = [...changed.values()];
  const idsOf = (entity: EntityKind) => records.filter((record) => record.entity === entity).map(({ id }) => id);
  return {
    products: idsOf('product'),
    dependencies: [...dependencies],
    categories: idsOf('category'),
    brands: idsOf('brand'),
    isStoreChanged: false,
    isEverything: false,
    records,
    scale,
  };
}
