import { toNumber } from '../../database/database';
import { tables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';
import type { FoundIds } from './search-port';
import { numbersIn } from './sqlite-values';

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

/** SQLite's largest integer that is exact here: no piece ends before everything is found. */
const everything = Number.MAX_SAFE_INTEGER;

export const vocabulary = `${tables.searchIndex}_vocabulary`;

/** Runs a statement that reads. */
export type SqliteRows = (sql: string, bindings: readonly (string | number)[]) => Promise<Record<string, unknown>[]>;

/** What is searched for. */
export interface SqliteSearch {
  /** Folded, not empty. */
  term: string;
  /** Whether there is an index. */
  isIndexed: boolean;
  /** Ids of published products, ascending: no others are searched; null: all are. */
  among: Float64Array | null;
}

/**
 * Finds published products by their folded text. A term of three characters or more is a phrase of trigrams, which the index finds
 * alone; for a long one, the index finds the start, and the rest is checked against the text. For two characters, it looks for
 * trigrams that begin with them. A single character is searched in every text, since nearly every text contains it.
 *
 * @param options.rows what it reads by
 * @param options.isInPieces whether it must not block the caller of the statements for long
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
   * A piece passes all matches between it and the end that it counts from, so they are taken from both ends in turn, as long as
   * that is less than a piece; the texts of what is left in the middle are read.
   * @param condition what the index is asked for: exactly the texts that contain the term
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
    // The index counts each of them, which takes as long as a piece.
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
