import type { Database, Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import { idRanges, whereInRange } from '../../database/id-ranges';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import { createInTurn } from '../../lib/in-turn';
import type { FoundIds, SearchIndex } from './search-port';
import type { SearchThread } from './search-thread';
import { createSqliteSearch, type SqliteSearch, vocabulary } from './sqlite-search';
import { varintOf } from './sqlite-values';

/** FTS5's own table of token counts per row. */
const sizes = `${tables.searchIndex}_docsize`;

const creation = `create virtual table ${tables.searchIndex} using fts5(search_text, content='', contentless_delete=1, detail=full, tokenize='trigram case_sensitive 1')`;

/**
 * Merges less often than FTS5's default, which saves a third of the work, but never all segments in one commit, which
 * would block everything.
 */
const merging = { automerge: 8, crisismerge: 64 };

/**
 * Appended to each text, so that its last two characters begin a trigram too: a search for two characters looks for the
 * trigrams that begin with them. Cannot occur in a folded term.
 */
const ending = '\n\n';
// Takes a few milliseconds.
const lookedUpAtOnce = 5000;

/** Search on SQLite: FTS5 with its trigram tokenizer and without the text itself. */
export function createSqliteSearchIndex({
  database,
  reader,
  thread,
  caller,
  logger,
}: {
  database: Database;
  /** The connection that searches use. */
  reader: Database;
  /** Tried first for searches; null: all searches run in this process. */
  thread: Pick<SearchThread, 'find'> | null;
  /** Identifies the caller on whose behalf a search runs. */
  caller: () => string;
  logger: Logger;
}): SearchIndex {
  let isThere = false;
  // Interleaving the pieces of many searches would keep all other requests waiting.
  const inTurn = createInTurn(caller);

  const findHere = createSqliteSearch({
    rows: (sql, bindings) => reader.raw<Record<string, unknown>[]>(sql, [...bindings]),
    isInPieces: true,
  });

  async function* findAnywhere(search: SqliteSearch): FoundIds {
    const found = thread && (await thread.find(search));
    if (found) yield found;
    else yield* findHere(search);
  }

  const find = (term: string, among: Float64Array | null) => inTurn(findAnywhere({ term, isIndexed: isThere, among }));

  /** Built anew: a site may have used another SQLite or index format until now, and have texts not in this index. */
  async function make(transaction: Transaction): Promise<void> {
    for (const table of [vocabulary, tables.searchIndex]) await transaction.raw('drop table if exists ??', [table]);
    await transaction.raw(creation);
    await transaction.raw(`create virtual table ${vocabulary} using fts5vocab(${tables.searchIndex}, 'row')`);
    await transaction.raw(
      `insert into ${tables.searchIndex} (rowid, search_text) select product_id, search_text || ? from ${tables.listedProducts} where is_published`,
      [ending],
    );
  }

  /** Sets how segments are merged (docs/decisions/0017-reading.md). */
  async function pace(transaction: Transaction): Promise<void> {
    for (const [setting, value] of Object.entries(merging)) {
      // Bound numbers arrive as floats, which FTS5 does not accept.
      await transaction.raw(
        `insert into ${tables.searchIndex} (${tables.searchIndex}, rank) values ('${setting}', ${value})`,
      );
    }
  }

  async function removeRows(transaction: Transaction, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await transaction(tables.searchIndex)
      .whereIn('rowid', [...ids])
      .delete();
  }

  async function isMade(): Promise<boolean> {
    const found: { name: string; sql: string }[] = await database('sqlite_master')
      .whereIn('name', [vocabulary, tables.searchIndex])
      .select('name', 'sql');
    return found.length === 2 && found.some(({ sql }) => sql.toLowerCase() === creation.toLowerCase());
  }

  return {
    async prepare() {
      const wasMade = await isMade();
      try {
        await database.transaction(async (transaction) => {
          if (!wasMade) await make(transaction);
          await pace(transaction);
        });
        isThere = true;
      } catch (error) {
        logger.warn(
          'searching has no index: this SQLite lacks FTS5 with trigrams and deletion (3.43 or newer), so each new term reads the text of every product',
          {
            error: describeError(error),
          },
        );
      }
    },

    trust: () => undefined,

    async write(transaction, products) {
      if (!isThere || products.length === 0) return;
      // Also for products without a former text: this table outlives Strapi's.
      await removeRows(
        transaction,
        products.map(({ id }) => id),
      );
      await insertRows(transaction, tables.searchIndex, {
        rows: products.map(({ id, text }) => ({ rowid: id, search_text: text + ending })),
      });
    },

    remove: async (transaction, ids) => (isThere ? removeRows(transaction, ids) : undefined),

    async lacking(connection, products) {
      if (!isThere || products.length === 0) return [];
      const rows = await connection(sizes)
        .whereIn(
          'id',
          products.map(({ id }) => id),
        )
        .select('id', 'sz');
      const tokens = new Map<number, number>(rows.map(({ id, sz }) => [toNumber(id), varintOf(sz)]));
      // A trigram begins at each character but the last two, and the suffix has two.
      return products.filter(({ id, text }) => tokens.get(id) !== [...text].length).map(({ id }) => id);
    },

    async *leftovers() {
      if (!isThere) return;
      for await (const range of idRanges(() => database(sizes), { column: 'id', size: lookedUpAtOnce })) {
        const found: unknown[] = await whereInRange(database({ size: sizes }), 'size.id', range)
          .leftJoin({ listed: tables.listedProducts }, 'listed.product_id', 'size.id')
          .where((row) => void row.whereNull('listed.product_id').orWhere('listed.is_published', false))
          .pluck('size.id');
        yield found.map(toNumber);
      }
    },

    find: (term) => find(term, null),
    among: (ids, term) => find(term, ids),
  };
}
