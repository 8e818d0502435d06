import { type Database, toNumber, type Transaction } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';
import type { CatalogChanges } from '../changes/catalog-changes';
import { settled } from './pending-products';
import { parseMetafield } from './stored-metafields';

/** A stored metafield that was missing from a listing. */
export interface UnlistedMetafield {
  id: number;
  productId: number;
  /** Null if the row is damaged. */
  namespace: string | null;
}

/** Processes what was missing from a complete listing. */
export interface ListedMetafields {
  /** Metafields that no response has included since this version, of products with ids above this one, ascending. */
  unlisted(request: { since: number; after: number; limit: number }): Promise<UnlistedMetafield[]>;
  /** Removes these metafields, except those that a response has included since. */
  remove(request: { ids: readonly number[]; since: number }): Promise<void>;
  /** Marks products that were never read as completely read at this version. @returns how many there were */
  completeAll(request: { productIds: readonly number[]; since: number }): Promise<number>;
  /** Deletes everything, as if nothing had ever been read. */
  forget(transaction: Transaction): Promise<void>;
}

const { metafields: table, metafieldProducts } = tables;
// SQLite accepts at most 500 in one list.
const idsPerStatement = 200;

export function createListedMetafields({
  database,
  changes,
}: {
  database: Database;
  changes: Pick<CatalogChanges, 'bulk'>;
}): ListedMetafields {
  return {
    async unlisted({ since, after, limit }) {
      const products: unknown[] = await database(table)
        .where('read_version', '<', since)
        .where('product_id', '>', after)
        .distinct('product_id')
        .orderBy('product_id')
        .limit(limit)
        .pluck('product_id');
      const rows = await database(table)
        .whereIn('product_id', products.map(toNumber))
        .where('read_version', '<', since)
        .orderBy('product_id')
        .select('metafield_id', 'product_id', 'content');
      return rows.map((row) => ({
        id: toNumber(row.metafield_id),
        productId: toNumber(row.product_id),
        namespace: parseMetafield(row)?.namespace ?? null,
      }));
    },

    async remove({ ids, since }) {
      for (const some of chunksOf(ids, idsPerStatement))
        await database(table).whereIn('metafield_id', some).where('read_version', '<', since).delete();
    },

    completeAll: ({ productIds, since }) =>
      changes.bulk.transaction(async (transaction) => {
        const rows = await transaction(metafieldProducts)
          .whereIn('product_id', [...productIds])
          .where('read_version', '>', 0)
          .select('product_id');
        const known = new Set(rows.map((row) => toNumber(row.product_id)));
        const ids = productIds.filter((id) => !known.has(id)).sort((a, b) => a - b);
        if (ids.length === 0) return 0;
        await insertRows(transaction, metafieldProducts, {
          rows: ids.map((id) => ({ product_id: id, read_version: 0, listed_version: 0, asked_version: 0, ...settled })),
          conflict: { columns: ['product_id'] },
        });
        await transaction(metafieldProducts)
          .whereIn('product_id', ids)
          .where({ read_version: 0 })
          .update({ read_version: since });
        changes.bulk.collect(transaction, { entity: 'product', kind: 'updated', ids, dependencies: [] });
        return ids.length;
      }),

    async forget(transaction) {
      await transaction(table).delete();
      await transaction(metafieldProducts).delete();
    },
  };
}
