import type { Transaction } from './database';
import { dialectOf } from './database';
import { bound, namesOf, preparedStatement, type WrittenRow } from './sqlite-statements';

/** Updates rows that are found by the same column and get the same columns; on SQLite with a statement that is prepared once. */
export async function updateRows(
  transaction: Transaction,
  table: string,
  { by, rows }: { by: string; rows: readonly WrittenRow[] },
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== by);
  if (columns.length === 0) return;
  if (dialectOf(transaction) !== 'sqlite') {
    for (const { [by]: key = null, ...values } of rows)
      await transaction(table)
        .where({ [by]: key })
        .update(values);
    return;
  }
  const assignments = columns.map((column) => `${namesOf([column])} = ?`).join(', ');
  const statement = await preparedStatement(
    transaction,
    `update ${namesOf([table])} set ${assignments} where ${namesOf([by])} = ?`,
  );
  for (const row of rows) statement.run([...columns, by].map((column) => bound(row[column])));
}
