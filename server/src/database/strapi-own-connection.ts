import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { isRecord } from '../lib/guards';
import { type Database, dialectOf } from './database';
import { describeSqliteFile, type SqliteFile } from './sqlite-file';

/** What is needed to open another connection to the site's database; can be sent to a thread. */
export interface OwnConnection {
  /** Path of `@strapi/database`, which the site also opens its connections with. */
  library: string;
  /** `connection` of the site's `config/database`, without its pool. */
  connection: Readonly<Record<string, unknown>>;
  /** `settings` of the same file, which name a folder. */
  settings: object;
  /** The pragmas of the site's own SQLite connection, by name. */
  pragmas: Readonly<Record<string, number>>;
}

// Set per connection; the site may set them in a function, which cannot be sent to a thread.
const pragmas = ['synchronous', 'cache_size', 'temp_store', 'mmap_size', 'wal_autocheckpoint'];

/**
 * Describes how to open a second connection to the site's database in addition to the site's own.
 * @returns null where that is impossible: SQLite in memory, with several connections, or without a write-ahead log (a
 *   writer would block readers); or a configuration with functions
 */
export async function describeOwnConnection(strapi: Core.Strapi): Promise<OwnConnection | null> {
  const database = strapi.db.connection;
  const library = findLibrary(strapi.dirs.app.root);
  const config: Record<string, unknown> = { ...strapi.db.config.connection };
  const { pool, ...connection } = config;
  const isSqlite = dialectOf(database) === 'sqlite';
  if (library === null || (isSqlite && !(await isSharedFile(database, pool)))) return null;
  // On SQLite, the pragmas that the site's function sets are copied instead.
  if (!isSqlite && isRecord(pool) && typeof pool['afterCreate'] === 'function') return null;
  const { settings } = strapi.db.config;
  const given = { ...connection, connection: withoutTypeCast(connection['connection']) };
  try {
    return structuredClone({
      library,
      connection: given,
      settings,
      pragmas: isSqlite ? await readPragmas(database) : {},
    });
  } catch {
    // The configuration has functions.
    return null;
  }
}

/**
 * Opens the described connection; the caller destroys it.
 * @throws Error if this version of Strapi has no such class
 */
export function openOwnConnection({ library, connection, settings, pragmas: values }: OwnConnection): Database {
  const loaded: unknown = createRequire(library)(library);
  if (!hasDatabase(loaded)) throw new Error(`${library} does not export Strapi's class Database.`);
  const names = Object.entries(values);
  const pool = { min: 1, max: 1, ...(names.length > 0 && { afterCreate: settingPragmas(names) }) };
  return new loaded.Database({ connection: { ...connection, pool }, settings }).connection;
}

/** A read-only connection, in addition to the site's own. */
export interface ReadConnection {
  database: Database;
  /** How a thread opens the same file; null where it cannot. */
  file: SqliteFile | null;
}

/**
 * Opens a read-only connection on SQLite, where reads on the site's only connection would have to wait for writers.
 * @returns null where readers don't wait for writers, or where no other connection can be opened
 */
export async function openReadConnection(strapi: Core.Strapi): Promise<ReadConnection | null> {
  if (dialectOf(strapi.db.connection) !== 'sqlite') return null;
  const described = await describeOwnConnection(strapi);
  if (described === null) return null;
  let reader: Database | null = null;
  try {
    reader = openOwnConnection({ ...described, pragmas: { ...described.pragmas, query_only: 1 } });
    await reader.raw('select count(*) from sqlite_master');
    return { database: reader, file: await describeSqliteFile(reader, strapi.dirs.app.root) };
  } catch {
    // For example, the site opens the file with an encryption key.
    await reader?.destroy();
    return null;
  }
}

interface SqliteConnection {
  pragma(statement: string): unknown;
}

function settingPragmas(values: readonly (readonly [string, number])[]) {
  return (connection: SqliteConnection, done: (error: unknown, connection: SqliteConnection) => void): void => {
    try {
      for (const [name, value] of values) connection.pragma(`${name} = ${value}`);
      done(null, connection);
    } catch (error) {
      done(error, connection);
    }
  };
}

/** On MySQL and MariaDB, Strapi sets this function whenever it opens a database. */
function withoutTypeCast(connection: unknown): unknown {
  if (!isRecord(connection)) return connection;
  return Object.fromEntries(Object.entries(connection).filter(([name]) => name !== 'typeCast'));
}

async function isSharedFile(database: Database, pool: unknown): Promise<boolean> {
  const most = isRecord(pool) ? (pool['max'] ?? 1) : 1;
  const [journal]: { journal_mode?: string }[] = await database.raw('pragma journal_mode');
  const [locking]: { locking_mode?: string }[] = await database.raw('pragma locking_mode');
  // The journal mode of a database in memory is `memory`.
  return most === 1 && journal?.journal_mode === 'wal' && locking?.locking_mode === 'normal';
}

async function readPragmas(database: Database): Promise<Record<string, number>> {
  const values: Record<string, number> = {};
  for (const name of pragmas) {
    const [row]: Record<string, unknown>[] = await database.raw(`pragma ${name}`);
    const [value] = Object.values(row ?? {});
    if (typeof value === 'number') values[name] = value;
  }
  return values;
}

/** Resolved through Strapi: package managers that isolate packages do not let a plugin load its library by name. */
function findLibrary(root: string): string | null {
  try {
    const strapi = createRequire(join(root, 'package.json')).resolve('@strapi/strapi/package.json');
    return createRequire(strapi).resolve('@strapi/database');
  } catch {
    return null;
  }
}

interface DatabaseModule {
  Database: new (config: object) => { connection: Knex };
}

function hasDatabase(loaded: unknown): loaded is DatabaseModule {
  return isRecord(loaded) && typeof loaded['Database'] === 'function';
}
