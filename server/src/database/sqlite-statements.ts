import type { Transaction } from './database';

/** A row to be written, by column name. */
export type WrittenRow = Readonly<Record<string, string | number | boolean | Date | null>>;

/** A statement of better-sqlite3, which runs synchronously. */
export interface SqliteStatement {
  run(values: readonly (string | number | null)[]): unknown;
}

interface SqliteConnection {
  prepare(text: string): SqliteStatement;
}

/**
 * Prepares a statement for many rows, on the connection of an SQLite transaction: knex would prepare one for each row.
 * Listeners to knex's queries are notified once, without values.
 * @throws Error if the driver is not better-sqlite3, the only one that Strapi 5 has for SQLite
 */
export async function preparedStatement(transaction: Transaction, text: string): Promise<SqliteStatement> {
  const connection: unknown = await transaction.client.acquireConnection();
  if (!isSqliteConnection(connection))
    throw new Error('The connection to SQLite cannot prepare statements; Strapi 5 works with better-sqlite3 only.');
  transaction.client.emit('query', { sql: text, bindings: [] });
  return connection.prepare(text);
}

function isSqliteConnection(connection: unknown): connection is SqliteConnection {
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'prepare' in connection &&
    typeof connection.prepare === 'function'
  );
}

/** Quoted names of columns or tables, separated by commas. */
export function namesOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** A value as the driver accepts it: SQLite has neither dates nor booleans. */
export function bound(value: WrittenRow[string] | undefined): string | number | null {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}
