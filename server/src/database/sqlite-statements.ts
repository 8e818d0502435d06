import type { Transaction } from './database';

/** A row by column name, as it is written. */
export type WrittenRow = Readonly<Record<string, string | number | boolean | Date | null>>;

/** A statement of better-sqlite3, which runs at once and blocks meanwhile. */
export interface SqliteStatement {
  run(values: readonly (string | number | null)[]): unknown;
}

interface SqliteConnection {
  prepare(text: string): SqliteStatement;
}

/**
 * A statement on the connection of a transaction on SQLite, for many rows: knex would prepare one for each. Whoever
 * listens to knex's queries hears of it once, without its values.
 * @throws Error when the database is driven by something else than better-sqlite3, the only driver Strapi 5 has for it
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

/** Names of columns or tables as SQLite reads them, with commas. */
export function namesOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** A value as the driver takes it: SQLite has neither dates nor booleans. */
export function bound(value: WrittenRow[string] | undefined): string | number | null {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}
