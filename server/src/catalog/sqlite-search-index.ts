import type { Database, Transaction } from '../database/database';
import { toNumber } from '../database/database';
import { insertRows } from '../database/insert-rows';
import { tables } from '../database/tables';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import type { SearchIndex, SearchPiece } from './search-index';

/** What a piece aims to look at: SQLite answers within this process, and everybody waits for it. */
const candidatesPerPiece = 2000;
const textsPerPiece = 1000;

interface PieceRow {
  ids: string | null;
  last: number | null;
  seen: number;
}

/**
 * Searching on SQLite: FTS5 with its trigram tokenizer, without positions and without the text itself, which keeps it
 * small and quick to write. It names the products that hold all of a term's trigrams; which of those hold them in a row,
 * the text tells. Terms of one or two characters have no trigram and are looked for in every text.
 */
export function createSqliteSearchIndex({ database, logger }: { database: Database; logger: Logger }): SearchIndex {
  let isThere = false;

  async function pieceOf(query: { sql: string; bindings: readonly (string | number)[] }, size: number): Promise<SearchPiece> {
    const [row]: PieceRow[] = await database.raw(query.sql, [...query.bindings]);
    const ids = row?.ids ? row.ids.split(',').map(Number) : [];
    return { ids, next: row && row.seen === size ? toNumber(row.last) : null };
  }

  // A site may have been on another SQLite until now, and hold texts without an index.
  async function make(transaction: Transaction): Promise<void> {
    await transaction.raw(
      "create virtual table ?? using fts5(search_text, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')",
      [tables.searchIndex],
    );
    await transaction.raw(`insert into ${tables.searchIndex} (rowid, search_text) select product_id, search_text from ${tables.listedProducts} where is_published`);
  }

  return {
    async prepare() {
      try {
        if (!(await database.schema.hasTable(tables.searchIndex))) await database.transaction(make);
        isThere = true;
      } catch (error) {
        logger.warn('searching has no index: this SQLite has no FTS5 with trigrams and deletion (3.43 or newer), so each new term reads the text of every product', {
          error: describeError(error),
        });
      }
    },

    async add(transaction, products) {
      if (!isThere || products.length === 0) return;
      await insertRows(transaction, tables.searchIndex, products.map(({ id, text }) => ({ rowid: id, search_text: text })));
    },

    async remove(transaction: Transaction, ids) {
      if (!isThere || ids.length === 0) return;
      await transaction(tables.searchIndex).whereIn('rowid', [...ids]).delete();
    },

    find(term, after) {
      const characters = [...term];
      if (!isThere || characters.length < 3) return pieceOf({ sql: textPiece, bindings: [term, after, textsPerPiece] }, textsPerPiece);
      const all = trigramsOf(characters).map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' ');
      if (characters.length === 3) return pieceOf({ sql: indexPiece, bindings: [all, after, candidatesPerPiece] }, candidatesPerPiece);
      return pieceOf({ sql: checkedPiece, bindings: [term, all, after, candidatesPerPiece] }, candidatesPerPiece);
    },
  };
}

const collected = `max(id) as last, count(*) as seen`;

const textPiece = `
  select group_concat(case when hit then id end) as ids, ${collected}
  from (select product_id as id, is_published and instr(search_text, ?) > 0 as hit from ${tables.listedProducts} where product_id > ? order by product_id limit ?)`;

const indexPiece = `
  select group_concat(id) as ids, ${collected}
  from (select rowid as id from ${tables.searchIndex} where ${tables.searchIndex} match ? and rowid > ? order by rowid limit ?)`;

const checkedPiece = `
  select group_concat(case when hit then id end) as ids, ${collected}
  from (
    select found.rowid as id, instr(listed.search_text, ?) > 0 as hit
    from ${tables.searchIndex} as found cross join ${tables.listedProducts} as listed on listed.product_id = found.rowid
    where ${tables.searchIndex} match ? and found.rowid > ? order by found.rowid limit ?
  )`;

// FTS5 refuses very long conditions; the text is checked all the same.
const mostTrigrams = 24;

/** Of characters as SQLite counts them: by code points. */
function trigramsOf(characters: readonly string[]): string[] {
  const trigrams = new Set<string>();
  for (let start = 0; start + 3 <= characters.length && trigrams.size < mostTrigrams; start += 1) {
    trigrams.add(characters.slice(start, start + 3).join(''));
  }
  return [...trigrams];
}
