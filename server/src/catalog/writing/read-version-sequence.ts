import { type Database, dialectOf, toNumber, type Transaction } from '../../database/database';
import { isMariaDb } from '../../database/server-version';
import { tables } from '../../database/tables';
import { transact } from '../../database/transact';

// The first migration inserts its row.
const row = { name: 'observation' };

/** Numbers that increase in the order in which they are drawn, across all instances. */
export interface ReadVersionSequence {
  draw(): Promise<number>;
  /** The last number drawn. */
  last(): Promise<number>;
  /** The next numbers, ascending, drawn in the transaction of other work; none where drawing one alone costs no disk commit. */
  drawWithin(transaction: Transaction, count: number): Promise<number[]>;
}

/**
 * Sequences of PostgreSQL and MariaDB, which no transaction locks: a process that is paused inside one does not keep others
 * from drawing. MySQL has none; there a single statement increments a row, never in a transaction. SQLite has one writer,
 * and numbers drawn together with its writes cost nothing.
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
  /** Draws this many numbers and returns the last of them. */
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
