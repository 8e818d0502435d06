import type { Knex } from 'knex';
import { toNumber } from './database';

/** Ids above one, up to and including another. */
export interface IdRange {
  after: number;
  upTo: number;
}

/**
 * Splits the ids in a table into ascending ranges of `size` ids each, to be read one by one: SQLite blocks the process
 * while a statement runs.
 * @param rows returns a query for the table, without order and limit
 */
export async function* idRanges(
  rows: () => Knex.QueryBuilder,
  { column, size }: { column: string; size: number },
): AsyncGenerator<IdRange> {
  let after = -1;
  for (let isLast = false; !isLast; ) {
    const ids: unknown[] = await rows().where(column, '>', after).orderBy(column).limit(size).pluck(column);
    isLast = ids.length < size;
    if (ids.length === 0) return;
    const upTo = toNumber(ids.at(-1));
    yield { after, upTo };
    after = upTo;
  }
}

export const whereInRange = (query: Knex.QueryBuilder, column: string, { after, upTo }: IdRange): Knex.QueryBuilder =>
  query.where(column, '>', after).where(column, '<=', upTo);
