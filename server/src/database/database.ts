import type { Knex } from 'knex';

/** The site's database: one connection on SQLite, so nothing waits for the network inside a transaction. */
export type Database = Knex;

/** Work that is committed or rolled back as one. */
export type Transaction = Knex.Transaction;

/** A count or a big number as the drivers give it: PostgreSQL sends big integers as strings. */
export function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number(value ?? 0);
}

/** A JSON column as the drivers give it: parsed by some, text from others. */
export function fromJson(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value;
}

/** SQLite and MariaDB have no booleans of their own. */
export function toBoolean(value: unknown): boolean {
  return value === true || value === 1 || value === '1';
}

/**
 * `greatest(column, value offered by the insert)` in the words of the database at hand, for the update part of an
 * insert that may meet an existing row.
 */
export function greatestOfStoredAndOffered(database: Database, table: string, column: string): Knex.Raw {
  const client = String(database.client.config.client);
  if (client.startsWith('mysql')) return database.raw('greatest(??, values(??))', [column, column]);
  const greatest = client.includes('sqlite') ? 'max' : 'greatest';
  return database.raw(`${greatest}(??, ??)`, [`${table}.${column}`, `excluded.${column}`]);
}
