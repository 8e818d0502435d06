import { type Database, greatestOfStoredAndOffered, toNumber, type Transaction } from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import { updateRows } from '../../database/update-rows';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { CatalogModifier } from '../model/product-modifiers';
import { createPendingProducts, sortedIds, type PendingProducts, settled } from './pending-products';

/**
 * Stores the modifiers of products, and tracks for which products they are to be read. A response that is older than
 * what is stored is not written, and one with the same content changes nothing (behavior 2.15).
 */
export interface KeptModifiers extends PendingProducts {
  /**
   * Writes modifiers that differ from the stored ones, and settles the products.
   * @returns how many products changed
   */
  write(
    transaction: Transaction,
    received: {
      products: readonly { productId: number; modifiers: readonly CatalogModifier[] }[];
      readVersion: number;
      /** Whether this is one of many writes, as after a run. */
      isBulk: boolean;
    },
  ): Promise<number>;
  /** Whether any modifiers were ever read, or are to be read. */
  isAny(): Promise<boolean>;
  /** Deletes everything, as if nothing had ever been read. */
  forget(transaction: Transaction): Promise<void>;
}

const table = tables.productModifiers;

export function createKeptModifiers({
  database,
  clock,
  changes,
}: {
  database: Database;
  clock: DatabaseClock;
  changes: Pick<CatalogChanges, 'collect' | 'bulk'>;
}): KeptModifiers {
  const pending = createPendingProducts({ database, clock, table });
  return {
    ...pending,

    async write(transaction, { products, readVersion, isBulk }) {
      const stored = await claim(transaction, { productIds: products.map(({ productId }) => productId), readVersion });
      const rows = products.flatMap(({ productId, modifiers }) => {
        const before = stored.get(productId);
        const content = JSON.stringify(modifiers);
        return before === undefined || before === content ? [] : [{ product_id: productId, content }];
      });
      await updateRows(transaction, table, { by: 'product_id', rows });
      const changed = rows.map((row) => row.product_id);
      await pending.settle(transaction, { productIds: [...stored.keys()], readVersion });
      const collector = isBulk ? changes.bulk : changes;
      collector.collect(transaction, { entity: 'product', kind: 'updated', ids: changed, dependencies: [] });
      return changed.length;
    },

    isAny: async () => (await database(table).first('product_id')) !== undefined,
    forget: async (transaction) => void (await transaction(table).delete()),
  };
}

/**
 * Claims products for a response; their rows stay locked until the transaction ends.
 * @returns the stored modifiers of the products without a newer response, by product
 */
async function claim(
  transaction: Transaction,
  { productIds, readVersion }: { productIds: readonly number[]; readVersion: number },
): Promise<Map<number, string | null>> {
  if (productIds.length === 0) return new Map();
  await insertRows(transaction, table, {
    rows: sortedIds(productIds).map((id) => ({
      product_id: id,
      ...settled,
      read_version: readVersion,
      asked_version: 0,
    })),
    conflict: {
      columns: ['product_id'],
      merge: { read_version: greatestOfStoredAndOffered(transaction, table, 'read_version') },
    },
  });
  const rows = await transaction(table)
    .where({ read_version: readVersion })
    .whereIn('product_id', [...productIds])
    .select('product_id', 'content');
  return new Map(rows.map((row) => [toNumber(row.product_id), row.content === null ? null : String(row.content)]));
}
