import { z } from 'zod';
import type { Database, Transaction } from '../../database/database';
import { dialectOf, toNumber } from '../../database/database';
import type { StateStore } from '../../database/knex-state-store';
import { idRanges, whereInRange } from '../../database/id-ranges';
import { tables as ownTables } from '../../database/tables';
import { transact } from '../../database/transact';
import type { EventLoop } from '../../lib/clock';
import { milliseconds } from '../../lib/durations';
import type { Logger } from '../../lib/logger';
import type { CatalogChanges } from '../changes/catalog-changes';
import { noteCategoryChange } from './category-slugs';
import type { ProductIndexEntry } from '../model/product-index-entry';
import type { ProductIndex } from './product-index';
import { missingProducts } from '../tables/missing-products';
import { type DatabaseRow, dateOf, idsOf, isVisibleElsewhere, textOf } from '../tables/product-rows';
import type { CatalogTables } from '../tables/strapi-tables';
import { fold, searchTextOf } from '../model/text';
import { chunksOf } from '../../lib/chunks';
import type { SearchIndex } from '../search/search-port';
import { createSearchRefill } from './refill-search';

// Comparing this many takes a few milliseconds; writing them takes a few more.
const comparedAtOnce = 500;
const writtenAtOnce = 50;
const lookedUpAtOnce = 5000;
const rest = milliseconds(4);

// Earlier versions write their own number when they find a different one, so an upgrade after a downgrade is noticed.
const productIndexVersion = 2;
/** The version that did not maintain the search index of PostgreSQL and MySQL. */
const withoutGrams = 1;
const stateName = 'catalog.listings';

/** What a repair found wrong. */
export interface Repaired {
  products: number[];
  /** The search index is refilled once no instance of another version runs, since it may not maintain the index. */
  isPostponed: boolean;
}

/**
 * Brings the product index back in sync with the products: after an upgrade that introduces these tables, and after an
 * import or a transfer replaced the content. A product whose index row has the same fingerprint is left alone.
 */
export function createProductIndexRepair(options: {
  database: Database;
  tables: CatalogTables;
  productIndex: ProductIndex;
  searchIndex: Pick<SearchIndex, 'write' | 'remove' | 'trust'>;
  state: StateStore;
  changes: Pick<CatalogChanges, 'publish'>;
  /** Whether instances with another version of the plugin are running. */
  othersRun: () => Promise<boolean>;
  loop: Pick<EventLoop, 'rest'>;
  logger: Logger;
}) {
  const { database, productIndex, searchIndex, state, changes, loop, logger } = options;
  const refillSearch = createSearchRefill(options);
  const { product } = options.tables.tables;

  async function writeAgain(ids: readonly number[]): Promise<void> {
    await transact(database, async (transaction) => {
      const rows = await lockedRows(transaction, ids);
      await productIndex.write(transaction, { entries: rows.map(entryOfRow) });
    });
  }

  async function lockedRows(transaction: Transaction, ids: readonly number[]): Promise<DatabaseRow[]> {
    const query = transaction({ product })
      .whereIn('product.upstream_id', [...ids])
      .select(
        'upstream_id',
        'fingerprint',
        'publication_status',
        'is_visible_elsewhere',
        'title',
        'content',
        'calculated_price',
        'category_ids',
        'upstream_created_at',
      );
    // Every writer of a product writes its row first, so either it waits for this lock or this query waits for it.
    if (dialectOf(database) !== 'sqlite') query.forUpdate();
    return query;
  }

  async function removeOrphans(): Promise<number[]> {
    const listed = () => database({ listed: ownTables.listedProducts });
    const removed: number[] = [];
    for await (const range of idRanges(listed, { column: 'listed.product_id', size: lookedUpAtOnce })) {
      const found: unknown[] = await whereInRange(listed(), 'listed.product_id', range)
        .leftJoin({ product }, 'product.upstream_id', 'listed.product_id')
        .whereNull('product.upstream_id')
        .pluck('listed.product_id');
      const orphans = found.map(toNumber);
      for (const some of chunksOf(orphans, comparedAtOnce)) {
        const gone = await transact(database, async (transaction) => {
          // Looked up again: a product may have been written in the meantime.
          const missing = await missingProducts(transaction, options.tables, some);
          await productIndex.remove(transaction, missing);
          return missing;
        });
        removed.push(...gone);
        await loop.rest(rest);
      }
      await loop.rest(rest);
    }
    return removed;
  }

  /** Records the ids as it goes, so that they are known even if it is aborted. */
  async function repairAll(repaired: number[], signal: AbortSignal): Promise<void> {
    for (const id of await removeOrphans()) repaired.push(id);
    for (let after = -1; ; ) {
      signal.throwIfAborted();
      const rows: DatabaseRow[] = await database({ product })
        .leftJoin({ listed: ownTables.listedProducts }, 'listed.product_id', 'product.upstream_id')
        .where('product.upstream_id', '>', after)
        .orderBy('product.upstream_id')
        .limit(comparedAtOnce)
        .select({ id: 'product.upstream_id', wanted: 'product.fingerprint', listed: 'listed.fingerprint' });
      const differing = rows
        .filter(({ wanted, listed }) => listed === null || listed !== textOf(wanted))
        .map(({ id }) => toNumber(id));
      for (const ids of chunksOf(differing, writtenAtOnce)) {
        signal.throwIfAborted();
        await writeAgain(ids);
        repaired.push(...ids);
        await loop.rest(rest);
      }
      if (rows.length < comparedAtOnce) break;
      after = toNumber(rows.at(-1)?.id);
      await loop.rest(rest);
    }
  }

  /** @throws the signal's reason when aborted; repairs made so far stay */
  async function repair(signal: AbortSignal): Promise<Repaired> {
    const version = await readVersion();
    const repaired: number[] = [];
    try {
      await repairAll(repaired, signal);
    } finally {
      await noteCategoryChange(database);
      // Also when aborted: repairs made so far stay, and the next repair finds no difference there.
      if (repaired.length > 0) await changes.publish({ products: repaired });
    }
    const isPostponed = version === withoutGrams && (await options.othersRun());
    if (!isPostponed) {
      const refilled = version === withoutGrams ? await refillSearch(signal) : 0;
      if (refilled > 0) logger.info('the search index was filled, and searches use it', { products: refilled });
      if (version !== productIndexVersion) await state.write(stateName, productIndexVersion);
      searchIndex.trust();
    }
    if (repaired.length > 0)
      logger.info('the product index was brought up to date with the products', { products: repaired.length });
    return { products: repaired, isPostponed };
  }

  const readVersion = () => state.read(stateName, z.int());

  return {
    repair,

    /** Deletes index rows of products that no longer exist; returns their ids. */
    removeOrphans,

    /** Whether every product has been indexed at some time, so that only a few can be wrong. */
    async isMade(): Promise<boolean> {
      const version = await readVersion();
      if (version === productIndexVersion) searchIndex.trust();
      return version === productIndexVersion || version === withoutGrams;
    },
  };
}

export type ProductIndexRepair = ReturnType<typeof createProductIndexRepair>;

function entryOfRow(row: DatabaseRow): ProductIndexEntry {
  const title = textOf(row.title);
  return {
    id: toNumber(row.upstream_id),
    fingerprint: textOf(row.fingerprint),
    isPublished: row.publication_status === 'publish',
    isVisibleElsewhere: row.publication_status === 'draft' && isVisibleElsewhere(row),
    created: row.upstream_created_at === null ? 0 : dateOf(row.upstream_created_at).getTime(),
    price: toNumber(row.calculated_price),
    titleKey: fold(title),
    categoryIds: idsOf(row.category_ids),
    searchText: searchTextOf({ title, content: textOf(row.content) }),
  };
}
