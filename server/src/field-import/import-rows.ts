import { type Database, dialectOf, toNumber, type Transaction } from '../database/database';
import type { StoredValue } from './judge-value';

/** Where values are read, and after which row. */
export interface ValuePlace {
  table: string;
  source: string;
  /** Null: none; the same as `source` if the field was switched to ours. */
  target: string | null;
  after: number;
}

export interface ValuePage {
  values: StoredValue[];
  /** Where the next page begins; null after the last one. */
  next: number | null;
}

const rowsPerPage = 500;
/** Bytes of all values of a page, which are in memory together. */
const bytesPerPage = 4_000_000;
/** Bytes. A value that holds a whole product of the store, with its description and images, has some ten thousand. */
export const largestValue = 500_000;
// A choice of ours has at most a hundred ids.
const largestTarget = 10_000;
const tooLarge = '"too large"';

/** Reads a page of the rows that have a value; in a transaction, these rows are locked. */
export async function readValues(
  database: Database | Transaction,
  { table, source, target, after }: ValuePlace,
): Promise<ValuePage> {
  const forms = formsOf(database);
  const query = database(table)
    .select('id', database.raw(`${forms.bytes} as bytes`, [source]))
    .where('id', '>', after)
    .whereNotNull(source)
    .orderBy('id')
    .limit(rowsPerPage);
  if (database.isTransaction && dialectOf(database) !== 'sqlite') query.forUpdate();
  const rows: { id: unknown; bytes: unknown }[] = await query;
  const ids = withinBytes(rows.map(({ id, bytes }) => ({ id: toNumber(id), bytes: toNumber(bytes) })));
  const isLast = rows.length < rowsPerPage && ids.length === rows.length;
  if (ids.length === 0) return { values: [], next: null };

  const found: { id: unknown; source: unknown; target: unknown }[] = await database(table)
    .select(
      'id',
      database.raw(`case when ${forms.bytes} <= ? then ${forms.text} end as source`, [source, largestValue, source]),
      target === null
        ? database.raw('null as target')
        : database.raw(`case when ${forms.bytes} > ? then ? else ${forms.text} end as target`, [
            target,
            largestTarget,
            tooLarge,
            target,
          ]),
    )
    .whereIn('id', ids)
    .orderBy('id');
  const values = found.map((row) => ({
    rowId: toNumber(row.id),
    source: textOf(row.source),
    target: textOf(row.target),
  }));
  return { values, next: isLast ? null : (ids.at(-1) ?? null) };
}

/** The first ids whose values fit into a page; at least one. */
function withinBytes(rows: readonly { id: number; bytes: number }[]): number[] {
  let sum = 0;
  const end = rows.findIndex(({ bytes }) => {
    sum += bytes > largestValue ? 0 : bytes;
    return sum > bytesPerPage;
  });
  return rows.slice(0, end === -1 ? undefined : Math.max(end, 1)).map(({ id }) => id);
}

/** Each database's SQL for the size and the text of a JSON column. Drivers differ in whether they parse it. */
function formsOf(database: Database | Transaction): { bytes: string; text: string } {
  switch (dialectOf(database)) {
    case 'postgres':
      return { bytes: 'octet_length(cast(?? as text))', text: 'cast(?? as text)' };
    case 'mysql':
      return { bytes: 'length(cast(?? as char))', text: 'cast(?? as char)' };
    case 'sqlite':
      return { bytes: 'length(cast(?? as blob))', text: 'cast(?? as text)' };
  }
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
