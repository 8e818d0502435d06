import { type Database, dialectOf, toNumber } from '../../database/database';
import { isMariaDb } from '../../database/server-version';
import { tables } from '../../database/tables';
import { transact } from '../../database/transact';

// The first migration inserts its row.
const row = { name: 'observation' };

/** Numbers that increase in the order in which they are drawn, across all instances. */
export interface ReadVersionSequence {
  draw(): Promise<number>;
}

/**
 * PostgreSQL and MariaDB draw from a sequence, which no transaction locks: a process paused inside a transaction does
 * not keep others from drawing. MySQL has no sequences: a single statement increments a row, never in a transaction.
 * SQLite has a single writer anyway: a short transaction increments the row.
 */
export function createReadVersionSequence(database: Database): ReadVersionSequence {
  const dialect = dialectOf(database);
  if (dialect === 'sqlite') return onSqlite(database);
  if (dialect === 'postgres') {
    return {
      draw: () => valueOf(database.select(database.raw('nextval(?) as value', [tables.readVersionSequence]))),
    };
  }
  return {
    async draw() {
      if (await isMariaDb(database))
        return valueOf(database.select(database.raw('next value for ?? as value', [tables.readVersionSequence])));
      const [result]: { insertId?: unknown }[] = await database.raw(
        'update ?? set ?? = last_insert_id(?? + 1) where ?? = ?',
        [tables.sequences, 'value', 'value', 'name', row.name],
      );
      return toNumber(result?.insertId);
    },
  };
}

function onSqlite(database: Database): ReadVersionSequence {
  return {
    draw: () =>
      transact(database, async (transaction) => {
        await transaction(tables.sequences).where(row).increment('value', 1);
        return valueOf(transaction(tables.sequences).where(row).select('value'));
      }),
  };
}

async function valueOf(query: PromiseLike<readonly { value?: unknown }[]>): Promise<number> {
  const [found] = await query;
  return toNumber(found?.value);
}
