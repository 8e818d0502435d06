import type { Database } from '../../database/database';
import { dialectOf } from '../../database/database';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import { tables } from '../../database/tables';
import type { SearchIndex } from './search-port';
import type { SearchThread } from './search-thread';
import { createSqliteSearchIndex } from './sqlite-search-index';
import { createServerSearchIndex } from './server-search-index';

/** The best search that the database offers (docs/decisions/0017-reading.md). */
export function createSearchIndex({
  database,
  reader = database,
  searchThread = null,
  caller = () => '',
  logger,
}: {
  database: Database;
  /** The connection that searches use. */
  reader?: Database;
  /** Tried first for searches, on SQLite. */
  searchThread?: Pick<SearchThread, 'find'> | null;
  /** Identifies the caller on whose behalf a search runs. */
  caller?: () => string;
  logger: Logger;
}): SearchIndex {
  if (dialectOf(database) === 'sqlite')
    return createSqliteSearchIndex({ database, reader, thread: searchThread, caller, logger });
  const index = createServerSearchIndex(database);
  return dialectOf(database) === 'mysql' ? index : { ...index, prepare: () => preparePostgres({ database, logger }) };
}

/**
 * `pg_trgm` finds substrings by index. It ships with PostgreSQL, and the database owner may create it; where that is
 * rejected, every search scans the text of all products.
 */
async function preparePostgres({ database, logger }: { database: Database; logger: Logger }): Promise<void> {
  try {
    await database.raw('create extension if not exists pg_trgm');
    const { rows } = await database.raw<{ rows: { schema: string }[] }>(
      "select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'",
    );
    const indexes = [
      [tables.searchIndex, tables.listedProducts],
      [tables.marketSearchIndex, tables.marketSearchTexts],
    ] as const;
    for (const names of indexes)
      await database.raw('create index if not exists ?? on ?? using gin (search_text ??.gin_trgm_ops)', [
        ...names,
        rows[0]?.schema ?? 'public',
      ]);
  } catch (error) {
    logger.warn(
      'searching has no index: PostgreSQL did not allow its extension pg_trgm, so each new term reads the text of every product',
      { error: describeError(error) },
    );
  }
}
