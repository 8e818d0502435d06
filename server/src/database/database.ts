import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';

/** The site's database: one connection on SQLite, so never wait for the network inside a transaction. */
export type Database = Knex;

/** Work that is committed or rolled back as a unit. */
export type Transaction = Knex.Transaction;

/** A count or large number as returned by a driver: PostgreSQL sends big integers as strings. */
export function toNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number(value ?? 0);
}

/** A JSON column as returned by a driver: some parse it, others return text. */
export function fromJson(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value;
}

/** The three kinds of databases; MariaDB is a `mysql`. */
export type Dialect = 'sqlite' | 'postgres' | 'mysql';

export function dialectOf(database: Database | Transaction): Dialect {
  return dialectOfClient(String(database.client.config.client));
}

/** The dialect of a client name, as given in `config/database` or by knex. */
export function dialectOfClient(client: string): Dialect {
  if (client.includes('sqlite')) return 'sqlite';
  return client.startsWith('mysql') ? 'mysql' : 'postgres';
}

/** SQLite and MariaDB have no boolean type. */
export function toBoolean(value: unknown): boolean {
  return value === true || value === 1 || value === '1';
}

/**
 * `greatest(column, value offered by the insert)` in the SQL of this database, for the update part of an upsert.
 */
export function greatestOfStoredAndOffered(database: Database, table: string, column: string): Knex.Raw {
  if (isMysql(database)) return database.raw('greatest(??, values(??))', [column, column]);
  const greatest = isSqlite(database) ? 'max' : 'greatest';
  return database.raw(`${greatest}(??, ??)`, [`${table}.${column}`, `excluded.${column}`]);
}

/** `least(column, value offered by the insert)`, likewise; not meant for stored nulls. */
export function leastOfStoredAndOffered(database: Database, table: string, column: string): Knex.Raw {
  if (isMysql(database)) return database.raw('least(??, values(??))', [column, column]);
  const least = isSqlite(database) ? 'min' : 'least';
  return database.raw(`${least}(??, ??)`, [`${table}.${column}`, `excluded.${column}`]);
}

/** The value offered by the insert, in the update part of an upsert. */
export function offered(database: Database, column: string): Knex.Raw {
  return isMysql(database) ? database.raw('values(??)', [column]) : database.raw('??', [`excluded.${column}`]);
}

/** The stored value where it is one of these, otherwise the value offered by the insert. */
export function storedIfAmong(
  database: Database,
  { table, column, values }: { table: string; column: string; values: readonly string[] },
): Knex.Raw {
  const stored = isMysql(database) ? column : `${table}.${column}`;
  const marks = values.map(() => '?').join(', ');
  return database.raw(`case when ?? in (${marks}) then ?? else ? end`, [
    stored,
    ...values,
    stored,
    offered(database, column),
  ]);
}

/**
 * The value offered by the insert if its value for another column is at least the stored one, otherwise the stored
 * value. MySQL assigns columns in order, so this one must come before that other column.
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

/** Locks the rows of a select, skipping those locked by others; not on SQLite, which has one writer at a time. */
export function lockFree<Query extends Knex.QueryBuilder>(database: Database, query: Query): Query {
  if (!isSqlite(database)) query.forUpdate().skipLocked();
  return query;
}

export const isMysql = (database: Database): boolean => dialectOf(database) === 'mysql';
const isSqlite = (database: Database): boolean => dialectOf(database) === 'sqlite';

/**
 * A statement that varies only in one text parameter, built once: for reads so frequent that generating the SQL takes a
 * noticeable part of the time.
 * @param build builds the statement for a text, with the same SQL for any text; called once
 * @returns a function that runs it for a text and returns the rows
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
    // As a subquery, it returns its rows in the same form from every driver.
    return database.select('*').from(database.raw(`(${compiled.sql}) as found`, bindings));
  };
}
