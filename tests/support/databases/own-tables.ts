import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { migrate } from '../../../server/src/database/migrator';
import { systemClock } from '../../../server/src/lib/clock';
import { createQuietLogger } from '../quiet-logger';
import type { TestDatabase } from './test-databases';

/** A database with our own tables, without a site. */
export interface OwnTables {
  database: Knex;
  /** Another connection to it, like that of another process; the caller closes it. */
  connect(pool?: Knex.PoolConfig): Knex;
  close(): Promise<void>;
}

/** Connects as a site does (SQLite with one connection). */
export async function openDatabase(test: TestDatabase): Promise<OwnTables> {
  const folder = test.connection ? null : mkdtempSync(join(tmpdir(), 'commerce-bridge-tables-'));
  const connect = (pool?: Knex.PoolConfig) =>
    createKnex({
      ...(test.connection ? serverConfig(test.connection) : sqliteConfig(folder ?? '')),
      ...(pool && { pool }),
      log: { error() {}, warn() {} },
    });
  const database = connect();
  return {
    database,
    connect,
    async close() {
      await database.destroy();
      await test.drop();
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const ownFile: TestDatabase = { connection: undefined, drop: async () => undefined };

/** Opens a database, by default a new SQLite file, and migrates our tables to the current schema. */
export async function openOwnTables(test: TestDatabase = ownFile): Promise<OwnTables> {
  const opened = await openDatabase(test);
  await migrate({ database: opened.database, clock: systemClock, logger: createQuietLogger() });
  return opened;
}

function sqliteConfig(folder: string): Knex.Config {
  return { client: 'better-sqlite3', connection: { filename: join(folder, 'tables.db') }, useNullAsDefault: true };
}

function serverConfig(given: Record<string, unknown>): Knex.Config {
  const { client, connection } = given;
  const address = typeof connection === 'object' && connection !== null ? { ...connection } : {};
  return { client: client === 'mysql' ? 'mysql2' : 'pg', connection: address, pool: { min: 0, max: 8 } };
}
