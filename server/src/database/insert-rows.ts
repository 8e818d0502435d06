import type { Knex } from 'knex';
import type { Transaction } from './database';
import { dialectOf } from './database';
import { bound, namesOf, preparedStatement, type WrittenRow } from './sqlite-statements';
import { chunksOf } from '../lib/chunks';

/** What to do about a row that meets a stored one. */
export interface InsertConflict {
  /** Of the unique index or primary key. */
  columns: readonly string[];
  /** What the stored row gets, by column; when absent, it stays as it is. */
  merge?: Readonly<Record<string, Knex.Raw>>;
}

// PostgreSQL takes 65,535 values in one statement.
const mostValues = 30_000;

/**
 * Inserts rows that have the same columns. On SQLite one by one, with a statement that is prepared once: as one
 * statement for several rows, a text of thousands of places would be read anew each time (three times as slow, measured
 * with products).
 */
export async function insertRows(
  transaction: Transaction,
  table: string,
  { rows, conflict }: { rows: readonly WrittenRow[]; conflict?: InsertConflict },
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  if (dialectOf(transaction) === 'sqlite') return insertOneByOne(transaction, { table, columns, rows, conflict });
  const partSize = Math.max(1, Math.floor(mostValues / columns.length));
  for (const some of chunksOf(rows, partSize)) {
    const insert = transaction(table).insert(some);
    if (!conflict) await insert;
    else if (conflict.merge) await insert.onConflict([...conflict.columns]).merge(conflict.merge);
    else await insert.onConflict([...conflict.columns]).ignore();
  }
}

interface SqliteInsert {
  table: string;
  columns: readonly string[];
  rows: readonly WrittenRow[];
  conflict: InsertConflict | undefined;
}

async function insertOneByOne(
  transaction: Transaction,
  { table, columns, rows, conflict }: SqliteInsert,
): Promise<void> {
  const places = columns.map(() => '?').join(', ');
  const statement = await preparedStatement(
    transaction,
    `insert into ${namesOf([table])} (${namesOf(columns)}) values (${places})${conflictText(conflict)}`,
  );
  for (const row of rows) statement.run(columns.map((column) => bound(row[column])));
}

function conflictText(conflict: InsertConflict | undefined): string {
  if (!conflict) return '';
  const updates = Object.entries(conflict.merge ?? {}).map(
    ([column, value]) => `${namesOf([column])} = ${value.toQuery()}`,
  );
  return ` on conflict (${namesOf(conflict.columns)}) do ${updates.length === 0 ? 'nothing' : `update set ${updates.join(', ')}`}`;
}
