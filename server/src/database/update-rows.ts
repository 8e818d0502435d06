import type { Transaction } from './database';
import { dialectOf } from './database';
import { bound, namesOf, preparedStatement, type WrittenRow } from './sqlite-statements';
import { rowsPerStatement } from './statement-rows';

export interface RowUpdate {
  /** The column by which rows are found; its values are unique. */
  by: string;
  /** All have the same columns. Rows that do not exist are not created. */
  rows: readonly WrittenRow[];
}

/**
 * Updates rows, each with its own values: many with one statement or, on SQLite, one by one with a statement that is
 * prepared once. There, `update … from` would take twice as long (docs/decisions/0018-prepared-statements.md).
 */
export async function updateRows(transaction: Transaction, table: string, { by, rows }: RowUpdate): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== by);
  if (columns.length === 0) return;
  const names = [by, ...columns];
  if (dialectOf(transaction) === 'sqlite') return updateOneByOne(transaction, { table, names, rows });
  const updateMany = dialectOf(transaction) === 'postgres' ? updateFromValues : updateByJoin;
  for (const some of rowsPerStatement(rows)) await updateMany(transaction, { table, names, rows: some });
}

interface ManyRows {
  table: string;
  /** Column names; the first one identifies the rows. */
  names: readonly string[];
  rows: readonly WrittenRow[];
}

/** The first row of the values only sets the column types; it matches no row. */
async function updateFromValues(transaction: Transaction, { table, names, rows }: ManyRows): Promise<void> {
  const [by = '', ...columns] = names;
  const types = names.map(() => '(null::??).??').join(', ');
  await transaction.raw(
    `update ?? set ${columns.map(() => '?? = given.??').join(', ')}
      from (values (${types}), ${rows.map(() => placesFor(names)).join(', ')}) as given (${names.map(() => '??').join(', ')})
      where ?? = given.??`,
    [
      table,
      ...columns.flatMap((column) => [column, column]),
      ...names.flatMap((name) => [table, name]),
      ...valuesOf(rows, names),
      ...names,
      `${table}.${by}`,
      by,
    ],
  );
}

/** The given rows come first in the join, so that only matching rows are read and locked. */
async function updateByJoin(transaction: Transaction, { table, names, rows }: ManyRows): Promise<void> {
  const [by = '', ...columns] = names;
  const [first = {}, ...others] = rows;
  const selects = [names.map(() => '? as ??').join(', '), ...others.map(() => names.map(() => '?').join(', '))];
  await transaction.raw(
    `update (${selects.map((values) => `select ${values}`).join(' union all ')}) as given
      straight_join ?? on ?? = given.??
      set ${columns.map(() => '?? = given.??').join(', ')}`,
    [
      ...names.flatMap((name) => [first[name] ?? null, name]),
      ...valuesOf(others, names),
      table,
      `${table}.${by}`,
      by,
      ...columns.flatMap((column) => [`${table}.${column}`, column]),
    ],
  );
}

async function updateOneByOne(transaction: Transaction, { table, names, rows }: ManyRows): Promise<void> {
  const [by = '', ...columns] = names;
  const assignments = columns.map((column) => `${namesOf([column])} = ?`).join(', ');
  const statement = await preparedStatement(
    transaction,
    `update ${namesOf([table])} set ${assignments} where ${namesOf([by])} = ?`,
  );
  for (const row of rows) statement.run([...columns, by].map((name) => bound(row[name])));
}

const placesFor = (names: readonly string[]) => `(${names.map(() => '?').join(', ')})`;

const valuesOf = (rows: readonly WrittenRow[], names: readonly string[]) =>
  rows.flatMap((row) => names.map((name) => row[name] ?? null));
