import { type Database, dialectOf, toNumber, type Transaction } from '../../database/database';
import { isMariaDb } from '../../database/server-version';
import { tables } from '../../database/tables';
import { transact } from '../../database/transact';

// Its row is made by the first migration.
const row = { name: 'observation' };

/** Numbers that grow in the order in which they are drawn, whichever instance draws them. */
export interface ReadVersionSequence {
  draw(): Promise<number>;
  /** The last number that anybody drew. */
  last(): Promise<number>;
  /** The next numbers, ascending, with other work; none where a number by itself costs no commit of the disk. */
  drawWithin(transaction: Transaction, count: number): Promise<number[]>;
}

/**
 * Sequences of PostgreSQL and MariaDB, which no transaction holds: a process that is paused in the middle of one keeps nobody
 * from drawing. MySQL has none; there a row is raised by a single statement, never in a transaction. SQLite has one writer,
 * and numbers drawn with what it writes cost nothing.
 */
export function createReadVersionSequence(database: Database): ReadVersionSequence {
  const dialect = dialectOf(database);
  if (dialect === 'sqlite') return onSqlite(database);
  const drawWithin = async () => [];
  if (dialect === 'postgres') {
    return {
      drawWithin,
      draw: () => valueOf(database.select(database.raw('nextval(?) as value', [tables.readVersionSequence]))),
      last: () => valueOf(database(tables.readVersionSequence).select({ value: 'last_value' })),
    };
  }
  return {
    drawWithin,
    async draw() {
      if (await isMariaDb(database))
        return valueOf(database.select(database.raw('next value for ?? as value', [tables.readVersionSequence])));
      const [result]: { insertId?: unknown }[] = await database.raw(
        'update ?? set ?? = last_insert_id(?? + 1) where ?? = ?',
        [tables.sequences, 'value', 'value', 'name', row.name],
      );
      return toNumber(result?.insertId);
    },
    async last() {
      if (!(await isMariaDb(database))) return valueOf(database(tables.sequences).where(row).select('value'));
      return (await valueOf(database(tables.readVersionSequence).select({ value: 'next_not_cached_value' }))) - 1;
    },
  };
}

function onSqlite(database: Database): ReadVersionSequence {
  /** Takes so many numbers and returns the last of them. */
  async function advance(transaction: Transaction, count: number): Promise<number> {
    await transaction(tables.sequences).where(row).increment('value', count);
    return valueOf(transaction(tables.sequences).where(row).select('value'));
  }

  return {
    draw: () => transact(database, (transaction) => advance(transaction, 1)),
    last: () => valueOf(database(tables.sequences).where(row).select('value')),
    async drawWithin(transaction, count) {
      const last = await advance(transaction, count);
      return Array.from({ length: count }, (_, place) => last - count + 1 + place);
    },
  };
}

async function valueOf(query: PromiseLike<readonly { value?: unknown }[]>): Promise<number> {
  const [found] = await query;
  return toNumber(found?.value);
}
