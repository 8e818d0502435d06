import type { Database } from '../../database/database';
import { dialectOf, toNumber } from '../../database/database';
import { tables } from '../../database/tables';
import type { SearchIndex } from './search-port';

// Reading this many rows of a driver's result takes a few milliseconds.
const pieceSize = 4000;

/**
 * Search where the database maintains what it needs itself: PostgreSQL, whose index is part of the table, and MySQL and
 * MariaDB, which scan the narrow column of folded texts.
 */
export function createPlainSearchIndex(database: Database): SearchIndex {
  const isMysql = dialectOf(database) === 'mysql';
  return {
    prepare: async () => undefined,
    add: async () => undefined,
    remove: async () => undefined,
    lacking: async () => [],
    leftovers: async () => [],

    async find(term, after) {
      const query = database(tables.listedProducts)
        .where('is_published', true)
        .where('product_id', '>', after)
        .orderBy('product_id')
        .limit(pieceSize);
      // `|` is the escape character, since `\` is special in MySQL string literals.
      if (isMysql) query.whereRaw('locate(?, ??) > 0', [term, 'search_text']);
      else query.whereRaw("?? like ? escape '|'", ['search_text', `%${term.replaceAll(/[|%_]/g, '|$&')}%`]);
      const found: unknown[] = await query.pluck('product_id');
      const ids = found.map(toNumber);
      return { ids, next: ids.length < pieceSize ? null : (ids.at(-1) ?? null) };
    },
  };
}
