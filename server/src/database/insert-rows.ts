import type { Transaction } from './database';
import { dialectOf } from './database';

// SQLite takes 32,766 values in one statement.
const mostValues = 30_000;

/**
 * Inserts rows that have the same columns. On SQLite in its own words for several rows: as knex writes it, a select for
 * each, SQLite takes at most 500 and reads them twice as slowly (measured with products).
 */
export async function insertRows(
  transaction: Transaction,
  table: string,
  rows: readonly Readonly<Record<string, string | number | boolean | Date | null>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const partSize = Math.max(1, Math.floor(mostValues / Math.max(1, columns.length)));
  for (let start = 0; start < rows.length; start += partSize) {
    const part = rows.slice(start, start + partSize);
    if (dialectOf(transaction) !== 'sqlite') await transaction(table).insert([...part]);
    else {
      const names = columns.map((column) => `\`${column}\``).join(', ');
      const places = `(${columns.map(() => '?').join(', ')})`;
      const values = part.flatMap((row) => columns.map((column) => row[column] ?? null));
      await transaction.raw(`insert into \`${table}\` (${names}) values ${part.map(() => places).join(', ')}`, values);
    }
  }
}
