import type { Database, Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import { idRanges, whereInRange } from '../../database/id-ranges';
import { tables as ownTables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';
import type { EventLoop } from '../../lib/clock';
import { milliseconds } from '../../lib/durations';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { ProductIndexRepair } from '../product-index/product-index-repair';
import type { SearchIndex } from '../search/search-port';
import { missingProducts } from '../tables/missing-products';
import { shareRecords } from '../tables/share-records';
import type { CatalogTables } from '../tables/strapi-tables';

const removedAtOnce = 200;
const lookedUpAtOnce = 5000;
const rest = milliseconds(4);

/** Deletes rows in our tables whose products no longer exist. */
export function createLeftovers(options: {
  database: Database;
  tables: CatalogTables;
  productIndexRepair: Pick<ProductIndexRepair, 'removeOrphans'>;
  searchIndex: Pick<SearchIndex, 'leftovers' | 'remove'>;
  changes: Pick<CatalogChanges, 'transaction' | 'collect'>;
  loop: Pick<EventLoop, 'rest'>;
}) {
  const { database, searchIndex, changes, loop } = options;
  const { product } = options.tables.tables;

  /** Ids of products that one of our tables references but that have no record, in pieces. */
  async function* without(table: string): AsyncGenerator<number[]> {
    const ours = () => database({ ours: table });
    for await (const range of idRanges(ours, { column: 'ours.product_id', size: lookedUpAtOnce })) {
      const found: unknown[] = await whereInRange(ours(), 'ours.product_id', range)
        .leftJoin({ product }, 'product.upstream_id', 'ours.product_id')
        .whereNull('product.upstream_id')
        .distinct()
        .pluck('ours.product_id');
      yield found.map(toNumber);
    }
  }

  /**
   * @param remove looks again, under a lock, since products may have been written in the meantime; returns the ids that
   *   it removed
   */
  async function removeEach(
    pieces: AsyncIterable<readonly number[]>,
    remove: (transaction: Transaction, ids: readonly number[]) => Promise<readonly number[]>,
  ): Promise<number[]> {
    const removed: number[] = [];
    for await (const piece of pieces) {
      for (const ids of chunksOf(piece, removedAtOnce)) {
        removed.push(...(await changes.transaction((transaction) => remove(transaction, ids))));
        await loop.rest(rest);
      }
      await loop.rest(rest);
    }
    return removed;
  }

  const removeFrom = (table: string): Promise<number[]> =>
    removeEach(without(table), async (transaction, ids) => {
      const missing = await missingProducts(transaction, options.tables, ids);
      await transaction(table).whereIn('product_id', missing).delete();
      return missing;
    });

  const removeTexts = (): Promise<number[]> =>
    removeEach(searchIndex.leftovers(), async (transaction, ids) => {
      await shareRecords(transaction, { entity: 'product', ids });
      const found: unknown[] = await transaction(ownTables.listedProducts)
        .whereIn('product_id', [...ids])
        .where('is_published', true)
        .pluck('product_id');
      const published = new Set(found.map(toNumber));
      const unpublished = ids.filter((id) => !published.has(id));
      await searchIndex.remove(transaction, unpublished);
      return unpublished;
    });

  return {
    /** @returns how many products had leftovers */
    async remove(): Promise<number> {
      const removed = new Set([
        ...(await options.productIndexRepair.removeOrphans()),
        ...(await removeFrom(ownTables.categoryListings)),
        ...(await removeFrom(ownTables.missingLinks)),
        ...(await removeTexts()),
      ]);
      if (removed.size > 0) {
        // Lists and counts included them.
        await changes.transaction(async (transaction) =>
          changes.collect(transaction, { entity: 'product', kind: 'updated', ids: [...removed] }),
        );
      }
      return removed.size;
    },
  };
}

export type Leftovers = ReturnType<typeof createLeftovers>;
