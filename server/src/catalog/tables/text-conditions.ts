import type { Knex } from 'knex';
import { fold } from '../model/text';

/*
 * Comparisons of text that mean the same on SQLite, PostgreSQL, MySQL and MariaDB. By default, a MySQL column ignores
 * case and accents, so that `cafe` finds `café`.
 */

export interface TextCondition {
  /** Table alias and column, for example `product.slug`. */
  column: string;
  text: string;
}

/** The column equals this text exactly. */
export function whereTextIs(query: Knex.QueryBuilder, { column, text }: TextCondition): void {
  if (!canBeStored(text)) {
    query.whereRaw('1 = 0');
    return;
  }
  query.where(column, text);
  // The plain comparison uses the index, this one is exact.
  if (isMysql(query)) query.whereRaw('cast(?? as binary) = cast(? as binary)', [column, text]);
}

/**
 * The folded column contains the folded term. `%`, `_` and `\` are ordinary characters: no pattern is involved. A term
 * of only white space adds no condition.
 */
export function whereTextContains(query: Knex.QueryBuilder, { column, text }: TextCondition): void {
  const term = fold(text);
  if (term === '') return;
  if (isMysql(query)) query.whereRaw('locate(cast(? as binary), cast(?? as binary)) > 0', [term, column]);
  else if (clientOf(query).includes('sqlite')) query.whereRaw('instr(??, ?) > 0', [column, term]);
  else query.whereRaw('strpos(??, ?) > 0', [column, term]);
}

/** Whether a record may contain this text: PostgreSQL rejects NUL in text, so none of our records contains it. */
export function canBeStored(text: string): boolean {
  return !text.includes('\0');
}

function isMysql(query: Knex.QueryBuilder): boolean {
  return clientOf(query).startsWith('mysql');
}

function clientOf(query: Knex.QueryBuilder): string {
  return String(query.client.config.client);
}
