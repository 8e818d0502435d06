import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import { type Database, dialectOf } from './database';

/** What a thread needs to open a connection of its own to the site's database; can be sent to it. */
export interface ThreadDatabase {
  /** File of `@strapi/database`, with which the site opens its connections, too. */
  library: string;
  /** `connection` of the site's `config/database`, with one connection. */
  connection: Readonly<Record<string, unknown>>;
  /** Its `settings`, which name a folder. */
  settings: object;
  /** Settings of an SQLite connection by name, as the site's own connection has them. */
  pragmas: Readonly<Record<string, number>>;
}

// Each of them belongs to a connection; the site may set it in a function, which cannot be sent to a thread.
const pragmas = ['synchronous', 'cache_size', 'temp_store', 'mmap_size', 'wal_autocheckpoint'];

/**
 * How a thread opens the site's database.
 * @returns null where it cannot: SQLite in memory, with several connections or without a write-ahead log, in which a writer
 *   would block readers; and a configuration with functions
 */
export async function threadDatabaseOf(strapi: Core.Strapi): Promise<ThreadDatabase | null> {
  const database = strapi.db.connection;
  const library = findLibrary(strapi.dirs.app.root);
  const config: Record<string, unknown> = { ...strapi.db.config.connection };
  const { pool, ...connection } = config;
  const isSqlite = dialectOf(database) === 'sqlite';
  if (library === null || (isSqlite && !(await isSharedFile(database, pool)))) return null;
  // On SQLite, what the site's function sets is copied.
  if (!isSqlite && isRecord(pool) && typeof pool['afterCreate'] === 'function') return null;
  const { settings } = strapi.db.config;
  const given = { ...connection, connection: withoutTypeCast(connection['connection']), pool: { min: 0, max: 1 } };
  const found = { library, connection: given, settings, pragmas: {} };
  try {
    return { ...structuredClone(found), pragmas: isSqlite ? await readPragmas(database) : {} };
  } catch {
    // It has functions.
    return null;
  }
}

/**
 * Opens it; called in the thread.
 * @throws Error if this version of Strapi has no such class
 */
export async function openThreadDatabase({ library, pragmas: values, ...config }: ThreadDatabase): Promise<Database> {
  const loaded: unknown = createRequire(library)(library);
  if (!hasDatabase(loaded)) throw new Error(`${library} does not export Strapi's class Database.`);
  const { connection: database } = new loaded.Database(config);
  for (const [name, value] of Object.entries(values)) await database.raw(`pragma ${name} = ${value}`);
  return database;
}

/** On MySQL and MariaDB, Strapi sets this function whenever it opens a database. */
function withoutTypeCast(connection: unknown): unknown {
  if (!isRecord(connection)) return connection;
  return Object.fromEntries(Object.entries(connection).filter(([name]) => name !== 'typeCast'));
}

async function isSharedFile(database: Database, pool: unknown): Promise<boolean> {
  const most = isRecord(pool) ? (pool['max'] ?? 1) : 1;
  const [row]: { journal_mode?: string }[] = await database.raw('pragma journal_mode');
  // A database in memory says `memory`.
  return most === 1 && row?.journal_mode === 'wal';
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

/** Package managers that isolate packages do not let a plugin load it by name. */
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
