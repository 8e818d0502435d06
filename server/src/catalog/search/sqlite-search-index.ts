import type { Database, Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import { chunksOf } from '../../lib/chunks';
import { createInTurn } from '../../lib/in-turn';
import type { FoundIds, SearchIndex } from './search-port';
import { numbersIn, varintOf } from './sqlite-values';

/** SQLite runs within this process and blocks it meanwhile, by these sizes for less than 25 ms. */
const beginningsPerPiece = 50_000;
const candidatesPerPiece = 2000;
const textsPerPiece = 4000;
/** Reading every text takes less time than reading those of more candidates. */
const mostCandidates = 20_000;

/** How many matches of a phrase the index passes in a piece: each takes longer, the more trigrams the phrase has. */
const phrasesPerPiece = (phrase: string): number => Math.floor(120_000 / (1 + 0.45 * Math.max(1, phrase.length - 2)));

/**
 * In characters. The index does a lookup for each of them in each product, and cannot stop early if a long term consists of
 * text that every product contains: 250 characters took ten times as long as 32.
 */
const longestPhrase = 32;

interface PieceRow {
  ids: string | null;
  last: number | null;
  seen: number;
}

/** FTS5's own table of token counts per row. */
const sizes = `${tables.searchIndex}_docsize`;

const vocabulary = `${tables.searchIndex}_vocabulary`;

const creation = `create virtual table ${tables.searchIndex} using fts5(search_text, content='', contentless_delete=1, detail=full, tokenize='trigram case_sensitive 1')`;

/** Less often than FTS5's default, which is a third less work; but never all segments in one commit, which would block everything. */
const merging = { automerge: 8, crisismerge: 64 };

/**
 * Appended to each text, so that its last two characters begin a trigram too: a search for two characters looks for the
 * trigrams that begin with them. Cannot occur in a folded term.
 */
const ending = '\n\n';

/**
 * Search on SQLite: FTS5 with its trigram tokenizer and without the text itself. A term of three characters or more is a
 * phrase of trigrams, which the index finds alone; for a long one, the index finds the start, and the rest is checked
 * against the text. For two characters, it looks for trigrams that begin with them. A single character is searched in
 * every text, since nearly every text contains it.
 */
export function createSqliteSearchIndex({
  database,
  reader,
  logger,
}: {
  database: Database;
  /** Where it is searched. */
  reader: Database;
  logger: Logger;
}): SearchIndex {
  let isThere = false;
  // The pieces of many searches, one of each in turn, would keep all other requests waiting.
  const inTurn = createInTurn();

  async function pieceOf(
    query: { sql: string; bindings: readonly (string | number)[] },
    size: number,
  ): Promise<{ ids: number[]; next: number | null }> {
    const [row]: PieceRow[] = await reader.raw(query.sql, [...query.bindings]);
    const ids = row?.ids ? numbersIn(row.ids) : [];
    return { ids, next: row && row.seen === size ? toNumber(row.last) : null };
  }

  async function* inTexts(term: string, from = 0): FoundIds {
    for (let after: number | null = from; after !== null; ) {
      const bindings = [term, after, textsPerPiece];
      const { ids, next } = await pieceOf({ sql: textPiece, bindings }, textsPerPiece);
      yield ids;
      after = next;
    }
  }

  /**
   * A piece passes all matches between it and the end that it counts from, so they are taken from both ends in turn, as long as
   * that is less than a piece; the texts of what is left in the middle are read.
   * @param condition what the index is asked for: exactly the texts that contain the term
   */
  async function* matching(term: string, condition: string, passed: number): FoundIds {
    const first = await pieceOf({ sql: indexPiece, bindings: [condition, 0, passed] }, passed);
    if (first.next === null) {
      yield first.ids;
      return;
    }
    yield first.ids;
    const last = await pieceOf({ sql: lastIndexPiece, bindings: [condition, first.next, passed] }, passed);
    const rest = last.next;
    yield [];
    if (rest !== null)
      for await (const ids of inTexts(term, first.next)) {
        const before = ids.filter((id) => id < rest);
        yield before;
        if (before.length < ids.length) break;
      }
    yield last.ids.reverse();
  }

  async function* startingWith(start: string, term: string): FoundIds {
    const candidates: number[] = [];
    for await (const ids of matching(start, phraseOf(start), phrasesPerPiece(start))) {
      candidates.push(...ids);
      yield [];
    }
    if (candidates.length > mostCandidates) {
      yield* inTexts(term);
      return;
    }
    for (const ids of chunksOf(candidates, candidatesPerPiece)) {
      const found = await pieceOf({ sql: checkedPiece, bindings: [JSON.stringify(ids), term] }, candidatesPerPiece);
      yield found.ids;
    }
  }

  async function* beginningWith(term: string): FoundIds {
    const trigrams: { term: string }[] = await reader.raw(trigramsFrom, [
      term,
      `${term}${lastCharacter}`,
      mostTrigrams + 1,
    ]);
    // The index counts each of them, which takes as long as a piece.
    yield [];
    if (trigrams.length === 0) return;
    if (trigrams.length > mostTrigrams) yield* inTexts(term);
    else yield* matching(term, trigrams.map((trigram) => phraseOf(trigram.term)).join(' OR '), beginningsPerPiece);
  }

  function piecesOf(term: string): FoundIds {
    const characters = [...term];
    if (!isThere || characters.length < 2) return inTexts(term);
    if (characters.length === 2) return beginningWith(term);
    if (characters.length <= longestPhrase) return matching(term, phraseOf(term), phrasesPerPiece(term));
    return startingWith(characters.slice(0, longestPhrase).join(''), term);
  }

  /** A site may have used another SQLite or another form of index until now, and have texts that are not in this one. */
  async function make(transaction: Transaction): Promise<void> {
    for (const table of [vocabulary, tables.searchIndex]) await transaction.raw('drop table if exists ??', [table]);
    await transaction.raw(creation);
    await transaction.raw(`create virtual table ${vocabulary} using fts5vocab(${tables.searchIndex}, 'row')`);
    await transaction.raw(
      `insert into ${tables.searchIndex} (rowid, search_text) select product_id, search_text || ? from ${tables.listedProducts} where is_published`,
      [ending],
    );
  }

  /** How its segments are merged (docs/decisions/0017-reading.md). */
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
          'searching has no index: this SQLite has no FTS5 with trigrams and deletion (3.43 or newer), so each new term reads the text of every product',
          {
            error: describeError(error),
          },
        );
      }
    },

    trust: () => undefined,

    async write(transaction, products) {
      if (!isThere || products.length === 0) return;
      // Also of those that had none: this table outlives Strapi's.
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

    async leftovers(limit) {
      if (!isThere) return [];
      const found: unknown[] = await database({ size: sizes })
        .leftJoin({ listed: tables.listedProducts }, 'listed.product_id', 'size.id')
        .where((row) => void row.whereNull('listed.product_id').orWhere('listed.is_published', false))
        .limit(limit)
        .pluck('size.id');
      return found.map(toNumber);
    },

    find: (term) => inTurn(piecesOf(term)),
  };
}

const collected = `max(id) as last, count(*) as seen`;

const textPiece = `
  select group_concat(case when hit then id end) as ids, ${collected}
  from (select product_id as id, is_published and instr(search_text, ?) > 0 as hit from ${tables.listedProducts} where product_id > ? order by product_id limit ?)`;

const indexPiece = `
  select group_concat(id) as ids, ${collected}
  from (select rowid as id from ${tables.searchIndex} where ${tables.searchIndex} match ? and rowid > ? order by rowid limit ?)`;

/** From the last one on; its `last` is the first of them. */
const lastIndexPiece = `
  select group_concat(id) as ids, min(id) as last, count(*) as seen
  from (select rowid as id from ${tables.searchIndex} where ${tables.searchIndex} match ? and rowid > ? order by rowid desc limit ?)`;

const checkedPiece = `
  select group_concat(product_id) as ids, max(product_id) as last, count(*) as seen
  from (
    select product_id from ${tables.listedProducts}
    where product_id in (select value from json_each(?)) and instr(search_text, ?) > 0 order by product_id
  )`;

const trigramsFrom = `select term from ${vocabulary} where term >= ? and term <= ? limit ?`;

// By code point, as SQLite orders them.
const lastCharacter = '\u{10ffff}';

// In one condition. Only scripts with thousands of characters, such as Chinese, have more continuations of two letters.
const mostTrigrams = 500;

/** As an FTS5 query: its trigrams as a phrase. */
const phraseOf = (text: string): string => `"${text.replaceAll('"', '""')}"`;
