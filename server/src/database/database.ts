import { randomUUID } from 'node:crypto';
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

/** The three kinds of databases; MariaDB is a `mysql`. */
export type Dialect = 'sqlite' | 'postgres' | 'mysql';

export function dialectOf(database: Database | Transaction): Dialect {
  return dialectOfClient(String(database.client.config.client));
}

/** The same by the name of the client, as `config/database` or knex gives it. */
export function dialectOfClient(client: string): Dialect {
  if (client.includes('sqlite')) return 'sqlite';
  return client.startsWith('mysql') ? 'mysql' : 'postgres';
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
  if (isMysql(database)) return database.raw('greatest(??, values(??))', [column, column]);
  const greatest = isSqlite(database) ? 'max' : 'greatest';
  return database.raw(`${greatest}(??, ??)`, [`${table}.${column}`, `excluded.${column}`]);
}

/** `least(column, value offered by the insert)`, likewise; where nothing is stored nothing comes of it. */
export function leastOfStoredAndOffered(database: Database, table: string, column: string): Knex.Raw {
  if (isMysql(database)) return database.raw('least(??, values(??))', [column, column]);
  const least = isSqlite(database) ? 'min' : 'least';
  return database.raw(`${least}(??, ??)`, [`${table}.${column}`, `excluded.${column}`]);
}

/** The value that an insert offered, in the update part of an insert that met an existing row. */
export function offered(database: Database, column: string): Knex.Raw {
  return isMysql(database) ? database.raw('values(??)', [column]) : database.raw('??', [`excluded.${column}`]);
}

/**
 * The value that an insert offered if its value of another column is at least the stored one, else the stored value.
 * MySQL sets columns in their order: it must stand before that other column.
 */
export function offeredUnlessOlder(
  database: Database,
  { table, column, by }: { table: string; column: string; by: string },
): Knex.Raw {
  if (isMysql(database)) return database.raw('if(values(??) >= ??, values(??), ??)', [by, by, column, column]);
  return database.raw('case when ?? >= ?? then ?? else ?? end', [
    `excluded.${by}`,
    `${table}.${by}`,
    `excluded.${column}`,
    `${table}.${column}`,
  ]);
}

/** `stored + offered by the insert`, likewise. */
export function sumOfStoredAndOffered(database: Database, table: string, column: string): Knex.Raw {
  if (isMysql(database)) return database.raw('?? + values(??)', [column, column]);
  return database.raw('?? + ??', [`${table}.${column}`, `excluded.${column}`]);
}

/** Locks the rows of a select, passing by those that others hold. SQLite has one writer at a time and no such words. */
export function lockFree<Query extends Knex.QueryBuilder>(database: Database, query: Query): Query {
  if (!isSqlite(database)) query.forUpdate().skipLocked();
  return query;
}

export const isMysql = (database: Database): boolean => dialectOf(database) === 'mysql';
const isSqlite = (database: Database): boolean => dialectOf(database) === 'sqlite';

/**
 * A statement that differs in one text alone from time to time, put together once: for what is read so often that making
 * its words takes a noticeable part of the time.
 * @param build makes the statement for a text, with the same words for each; called once
 * @returns the rows that the statement finds for a text
 */
export function compileOnce(
  database: Database,
  build: (text: string) => Knex.QueryBuilder,
): (text: string) => Promise<Record<string, unknown>[]> {
  const placeholder = randomUUID();
  let compiled: Knex.Sql | null = null;
  return async (text) => {
    compiled ??= build(placeholder).toSQL();
    const bindings = compiled.bindings.map((value) => (value === placeholder ? text : value));
    // As a part of another statement its rows come in the same form from each driver.
    return database.select('*').from(database.raw(`(${compiled.sql}) as found`, bindings));
  };
}
