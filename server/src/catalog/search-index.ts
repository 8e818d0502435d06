import type { Database, Transaction } from '../database/database';
import { dialectOf } from '../database/database';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import { tables } from '../database/tables';
import { createSqliteSearchIndex } from './sqlite-search-index';
import { createPlainSearchIndex } from './plain-search-index';

/** Some of the products that match. */
export interface SearchPiece {
  /** Ascending. */
  ids: number[];
  /** Where the next piece begins: after this id. Null: there is none. */
  next: number | null;
}

/** Finds published products by their folded text. Terms are folded and not empty. */
export interface SearchIndex {
  /** Makes the index where the database can have one, and says so in the log where it cannot. Before anything else. */
  prepare(): Promise<void>;
  /** For products that are not in the index. */
  add(transaction: Transaction, products: readonly { id: number; text: string }[]): Promise<void>;
  remove(transaction: Transaction, ids: readonly number[]): Promise<void>;
  /** Matches with larger ids than `after`, as many as are found in some milliseconds. */
  find(term: string, after: number): Promise<SearchPiece>;
}

/** The best that the database at hand offers (docs/decisions/0017-reading.md). */
export function createSearchIndex({ database, logger }: { database: Database; logger: Logger }): SearchIndex {
  if (dialectOf(database) === 'sqlite') return createSqliteSearchIndex({ database, logger });
  const plain = createPlainSearchIndex(database);
  return dialectOf(database) === 'mysql' ? plain : { ...plain, prepare: () => preparePostgres({ database, logger }) };
}

/**
 * `pg_trgm` finds substrings by index. It comes with PostgreSQL, and whoever owns the database may create it; where
 * that is refused, every search reads the text of all products.
 */
async function preparePostgres({ database, logger }: { database: Database; logger: Logger }): Promise<void> {
  try {
    await database.raw('create extension if not exists pg_trgm');
    const { rows } = await database.raw<{ rows: { schema: string }[] }>(
      "select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'",
    );
    await database.raw('create index if not exists ?? on ?? using gin (search_text ??.gin_trgm_ops)', [tables.searchIndex, tables.listedProducts, rows[0]?.schema ?? 'public']);
  } catch (error) {
    logger.warn('searching has no index: PostgreSQL did not let us use its extension pg_trgm, so each new term reads the text of every product', { error: describeError(error) });
  }
}
