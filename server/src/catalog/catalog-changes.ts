import type { Transaction } from '../database/database';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import type { EntityKind } from './catalog-types';

/**
 * What a committed transaction changed, by upstream ids: records that were written, removed, or whose slug or relations
 * moved. An answer that shows another record changes too when that record names one of these.
 */
export interface CatalogChange {
  products: readonly number[];
  categories: readonly number[];
  brands: readonly number[];
  /** Whether units, currency or name of the store changed. */
  isStoreChanged: boolean;
}

/** A listener that fails is logged and keeps nobody else from hearing. */
export type CatalogListener = (change: CatalogChange) => void | Promise<void>;

/** Tells whoever wants to know what changed in the catalog, once it is committed and never before. */
export interface CatalogChanges {
  /** @returns ends the subscription */
  subscribe(listener: CatalogListener): () => void;
  /** To be told when the transaction commits; forgotten when it is rolled back. */
  collect(transaction: Transaction, changed: { entity: EntityKind; ids: readonly number[] }): void;
  /** For a change that is committed already. */
  publish(change: CatalogChange): void;
}

type ChangedIds = Record<EntityKind, Set<number>>;

export function createCatalogChanges({ logger }: { logger: Logger }): CatalogChanges {
  const listeners = new Set<CatalogListener>();
  const underWay = new WeakMap<Transaction, ChangedIds>();

  function publish(change: CatalogChange): void {
    for (const listener of listeners) void hear(listener, change);
  }

  async function hear(listener: CatalogListener, change: CatalogChange): Promise<void> {
    try {
      await listener(change);
    } catch (error) {
      logger.error('a listener to changes of the catalog failed', { error: describeError(error) });
    }
  }

  function startCollecting(transaction: Transaction): ChangedIds {
    const changed: ChangedIds = { product: new Set(), category: new Set(), brand: new Set() };
    underWay.set(transaction, changed);
    transaction.executionPromise.then(
      () => publish({ products: [...changed.product], categories: [...changed.category], brands: [...changed.brand], isStoreChanged: false }),
      // Rolled back; whoever began the transaction hears why.
      () => undefined,
    );
    return changed;
  }

  return {
    publish,

    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    collect(transaction, { entity, ids }) {
      if (ids.length === 0) return;
      const changed = underWay.get(transaction) ?? startCollecting(transaction);
      for (const id of ids) changed[entity].add(id);
    },
  };
}
