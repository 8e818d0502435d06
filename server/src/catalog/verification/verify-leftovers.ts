import type { Database } from '../../database/database';
import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { EventLoop } from '../../lib/clock';
import { milliseconds } from '../../lib/durations';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { ProductIndexRepair } from '../product-index/product-index-repair';
import type { SearchIndex } from '../search/search-port';
import type { CatalogTables } from '../tables/strapi-tables';

const atOnce = 200;
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

  /** Ids of products that one of our tables references but that have no record. */
  async function without(table: string): Promise<number[]> {
    const found: unknown[] = await database({ ours: table })
      .leftJoin({ product }, 'product.upstream_id', 'ours.product_id')
      .whereNull('product.upstream_id')
      .distinct()
      .limit(atOnce)
      .pluck('ours.product_id');
    return found.map(toNumber);
  }

  async function removeFrom(table: string): Promise<number[]> {
    const removed: number[] = [];
    for (let ids = await without(table); ids.length > 0; ids = await without(table)) {
      await changes.transaction((transaction) => transaction(table).whereIn('product_id', ids).delete());
      removed.push(...ids);
      await loop.rest(rest);
    }
    return removed;
  }

  async function removeSearched(): Promise<number[]> {
    const removed: number[] = [];
    for (let ids = await searchIndex.leftovers(atOnce); ids.length > 0; ids = await searchIndex.leftovers(atOnce)) {
      await changes.transaction((transaction) => searchIndex.remove(transaction, ids));
      removed.push(...ids);
      await loop.rest(rest);
    }
    return removed;
  }

  return {
    /** @returns how many products had leftovers */
    async remove(): Promise<number> {
      const removed = new Set([
        ...(await options.productIndexRepair.removeOrphans()),
        ...(await removeFrom(ownTables.categoryListings)),
        ...(await removeFrom(ownTables.missingLinks)),
      ]);
      for (const id of await removeSearched()) removed.add(id);
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
