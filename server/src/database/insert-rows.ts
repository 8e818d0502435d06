import type { Knex } from 'knex';
import type { Transaction } from './database';
import { dialectOf } from './database';
import { bound, namesOf, preparedStatement, type WrittenRow } from './sqlite-statements';
import { rowsPerStatement } from './statement-rows';

/** What to do with a row that conflicts with a stored one. */
export interface InsertConflict {
  /** Columns of the unique index or primary key. */
  columns: readonly string[];
  /** New values for the stored row, by column; if absent, it stays unchanged. */
  merge?: Readonly<Record<string, Knex.Raw>>;
}

export interface RowInsert {
  rows: readonly WrittenRow[];
  /** If absent, a conflict with a stored row is an error. */
  conflict?: InsertConflict;
}

/**
 * Inserts rows that have the same columns. On SQLite, they are inserted one by one, with a statement that is prepared
 * once: a single statement for several rows, with thousands of placeholders, would be parsed each time (three times as
 * slow, measured with products).
 */
export async function insertRows(
  transaction: Transaction,
  table: string,
  { rows, conflict }: RowInsert,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  if (dialectOf(transaction) === 'sqlite') return insertOneByOne(transaction, { table, columns, rows, conflict });
  for (const some of rowsPerStatement(rows)) {
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
