import type { Database, Transaction } from '../../database/database';
import { dialectOf, toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import { transact } from '../../database/transact';
import type { EventLoop } from '../../lib/clock';
import { milliseconds } from '../../lib/durations';
import type { SearchIndex } from '../search/search-port';
import { type DatabaseRow, textOf } from '../tables/product-rows';
import type { CatalogTables } from '../tables/strapi-tables';

const atOnce = 100;
const rest = milliseconds(4);

/** Reindexes the texts of all published products, for sites whose earlier version did not maintain the search index. */
export function createSearchRefill(options: {
  database: Database;
  tables: CatalogTables;
  searchIndex: Pick<SearchIndex, 'write' | 'remove'>;
  loop: Pick<EventLoop, 'rest'>;
}) {
  const { database, searchIndex, loop } = options;
  const { product } = options.tables.tables;

  /** Every writer of a product locks its row first, so either it waits for this lock or this query waits for it. */
  async function lockAfter(transaction: Transaction, after: number): Promise<number[]> {
    const query = transaction(product)
      .where('upstream_id', '>', after)
      .orderBy('upstream_id')
      .limit(atOnce)
      .forUpdate()
      .select('upstream_id');
    const rows: DatabaseRow[] = await query;
    return rows.map((row) => toNumber(row.upstream_id));
  }

  async function refillAfter(transaction: Transaction, after: number): Promise<number[]> {
    const ids = await lockAfter(transaction, after);
    const rows: DatabaseRow[] = await transaction(ownTables.listedProducts)
      .whereIn('product_id', ids)
      .where('is_published', true)
      .select('product_id', 'search_text');
    await searchIndex.remove(transaction, ids);
    await searchIndex.write(
      transaction,
      rows.map((row) => ({ id: toNumber(row.product_id), text: textOf(row.search_text), was: null })),
    );
    return ids;
  }

  /**
   * @returns the number of products
   * @throws the signal's reason when aborted; the next call starts over
   */
  return async function refill(signal: AbortSignal): Promise<number> {
    let count = 0;
    // SQLite has a different index, which is created before the site listens.
    if (dialectOf(database) === 'sqlite') return count;
    for (let after: number | null = -1; after !== null; ) {
      signal.throwIfAborted();
      const last: number = after;
      const ids = await transact(database, (transaction) => refillAfter(transaction, last));
      count += ids.length;
      after = ids.length < atOnce ? null : (ids.at(-1) ?? null);
      await loop.rest(rest);
    }
    return count;
  };
}
