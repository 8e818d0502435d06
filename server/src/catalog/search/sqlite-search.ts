import { toNumber } from '../../database/database';
import { tables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';
import type { FoundIds } from './search-port';
import { numbersIn } from './sqlite-values';

/** SQLite runs in this process and blocks it; with these sizes, for less than 25 ms at a time. */
const beginningsPerPiece = 50_000;
const candidatesPerPiece = 2000;
const textsPerPiece = 4000;
/** With more candidates, reading every text is faster than reading theirs. */
const mostCandidates = 20_000;

/** How many matches of a phrase the index reads in a piece: the more trigrams a phrase has, the longer each takes. */
const phrasesPerPiece = (phrase: string): number => Math.floor(120_000 / (1 + 0.45 * Math.max(1, phrase.length - 2)));

/**
 * In characters. The index does a lookup for each of them in each product, and cannot stop early if a long term
 * consists of text that every product contains: 250 characters took ten times as long as 32.
 */
const longestPhrase = 32;

/** The largest integer that is exact here: no piece ends before everything is found. */
const everything = Number.MAX_SAFE_INTEGER;

export const vocabulary = `${tables.searchIndex}_vocabulary`;

/** Runs a read-only statement. */
export type SqliteRows = (sql: string, bindings: readonly (string | number)[]) => Promise<Record<string, unknown>[]>;

export interface SqliteSearch {
  /** Folded, not empty. */
  term: string;
  /** Whether there is an index. */
  isIndexed: boolean;
  /** Ascending ids of the published products that are searched; null: all. */
  among: Float64Array | null;
}

/**
 * Finds published products by their folded text. A term of three or more characters is a phrase of trigrams, which the
 * index finds alone; for a long term, the index finds the start, and the rest is checked against the texts. For two
 * characters, the index finds trigrams that begin with them. For a single character, every text is read, since nearly
 * all contain it.
 *
 * @param options.rows executes statements
 * @param options.isInPieces whether no statement may block its thread for long
 */
export function createSqliteSearch({
  rows,
  isInPieces,
}: {
  rows: SqliteRows;
  isInPieces: boolean;
}): (search: SqliteSearch) => FoundIds {
  const sizeOf = (usual: number) => (isInPieces ? usual : everything);

  async function pieceOf(
    query: { sql: string; bindings: readonly (string | number)[] },
    size: number,
  ): Promise<{ ids: number[]; next: number | null }> {
    const [row] = await rows(query.sql, query.bindings);
    const ids = typeof row?.ids === 'string' ? numbersIn(row.ids) : [];
    return { ids, next: row && row.seen === size ? toNumber(row.last) : null };
  }

  async function* inTexts(term: string, from = 0): FoundIds {
    const size = sizeOf(textsPerPiece);
    for (let after: number | null = from; after !== null; ) {
      const { ids, next } = await pieceOf({ sql: textPiece, bindings: [term, after, size] }, size);
      yield ids;
      after = next;
    }
  }

  /**
   * To reach a piece, the index must pass all matches between it and one end. So only the first and the last piece are
   * read from the index; for matches in between, the texts are read.
   * @param condition the query for the index, which matches exactly the texts that contain the term
   */
  async function* matching(term: string, condition: string, usual: number): FoundIds {
    const passed = sizeOf(usual);
    const first = await pieceOf({ sql: indexPiece, bindings: [condition, 0, passed] }, passed);
    yield first.ids;
    if (first.next === null) return;
    const last = await pieceOf({ sql: lastIndexPiece, bindings: [condition, first.next, passed] }, passed);
    const rest = last.next;
    yield [];
    if (rest !== null)
      for await (const ids of inTexts(term, first.next)) {
        const before = Array.from(ids).filter((id) => id < rest);
        yield before;
        if (before.length < ids.length) break;
      }
    yield last.ids.reverse();
  }

  async function* startingWith(start: string, term: string): FoundIds {
    const candidates: number[] = [];
    for await (const ids of matching(start, phraseOf(start), phrasesPerPiece(start))) {
      for (const id of Array.from(ids)) candidates.push(id);
      yield [];
    }
    if (candidates.length > mostCandidates) yield* inTexts(term);
    else yield* checked(candidates, term);
  }

  async function* checked(candidates: readonly number[], term: string): FoundIds {
    for (const ids of chunksOf(candidates, sizeOf(candidatesPerPiece))) {
      const found = await pieceOf({ sql: checkedPiece, bindings: [JSON.stringify(ids), term] }, everything);
      yield found.ids;
    }
  }

  async function* beginningWith(term: string): FoundIds {
    const bindings = [term, `${term}${lastCharacter}`, mostTrigrams + 1];
    const trigrams = await rows(trigramsFrom, bindings);
    // The index counts each trigram, which takes as long as a piece.
    yield [];
    if (trigrams.length === 0) return;
    const condition = trigrams.map((trigram) => phraseOf(String(trigram.term))).join(' OR ');
    if (trigrams.length > mostTrigrams) yield* inTexts(term);
    else yield* matching(term, condition, beginningsPerPiece);
  }

  return ({ term, isIndexed, among }) => {
    if (among) return checked(Array.from(among), term);
    const characters = [...term];
    if (!isIndexed || characters.length < 2) return inTexts(term);
    if (characters.length === 2) return beginningWith(term);
    if (characters.length <= longestPhrase) return matching(term, phraseOf(term), phrasesPerPiece(term));
    return startingWith(characters.slice(0, longestPhrase).join(''), term);
  };
}

const collected = `max(id) as last, count(*) as seen`;

const textPiece = `
  select group_concat(case when hit then id end) as ids, ${collected}
  from (select product_id as id, is_published and instr(search_text, ?) > 0 as hit from ${tables.listedProducts} where product_id > ? order by product_id limit ?)`;

const indexPiece = `
  select group_concat(id) as ids, ${collected}
  from (select rowid as id from ${tables.searchIndex} where ${tables.searchIndex} match ? and rowid > ? order by rowid limit ?)`;

/** Backward from the last match; here, `last` is the smallest id. */
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

// The last one by code point, which is SQLite's order.
const lastCharacter = '\u{10ffff}';

// In one condition. Only in scripts with thousands of characters, such as Chinese, can more begin with the same two.
const mostTrigrams = 500;

/** An FTS5 query for the text's trigrams as a phrase. */
const phraseOf = (text: string): string => `"${text.replaceAll('"', '""')}"`;
