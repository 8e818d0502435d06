import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Knex } from 'knex';
import createKnex from 'knex';
import { ourTables } from './our-tables';
import type { TestDatabase } from './test-databases';

const fixtures = resolve(__dirname, '..', '..', 'fixtures');

/** Folders of fixtures: the first version, and the last one before further markets. */
export type EarlierVersion = 'upgrade' | 'upgrade-before-markets';

/**
 * The responses of an earlier plugin version, by path below `{base_url}`; `scripts/write-upgrade-dump.ts` writes it.
 */
export function earlierResponses(version: EarlierVersion): Record<string, unknown> {
  return JSON.parse(readFileSync(join(fixtures, version, 'responses.json'), 'utf8'));
}

/**
 * Fills a new database with the tables of an earlier plugin version. Returns `connection` of `config/database` for a
 * site on it.
 */
export async function restoreDump(
  database: TestDatabase,
  version: EarlierVersion = 'upgrade',
): Promise<{ connection: Record<string, unknown>; drop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-bridge-upgrade-'));
  const connection = database.connection ?? {
    client: 'sqlite',
    connection: { filename: join(folder, 'data.db') },
    useNullAsDefault: true,
  };
  const { client } = connection;
  const text = readFileSync(join(fixtures, version, `${String(client)}.sql`), 'utf8');
  const knex = openRestored(connection);
  try {
    await runs[String(client)]?.(knex, text);
  } finally {
    await knex.destroy();
  }
  return {
    connection,
    async drop() {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Connects to a database alongside the site. */
export function openRestored({ client, connection }: Record<string, unknown>): Knex {
  const drivers: Record<string, string> = { sqlite: 'better-sqlite3', postgres: 'pg', mysql: 'mysql2' };
  const address = typeof connection === 'object' && connection !== null ? connection : {};
  return createKnex({
    client: String(drivers[String(client)]),
    connection: { ...address, ...(client === 'mysql' && { multipleStatements: true }) },
    useNullAsDefault: true,
    pool: { min: 0, max: 1 },
  });
}

/** Every row of our own tables, by table. */
export async function rowsByTable(
  connection: Record<string, unknown>,
): Promise<Record<string, Record<string, unknown>[]>> {
  const knex = openRestored(connection);
  try {
    const found: Record<string, Record<string, unknown>[]> = {};
    for (const name of await ourTables(knex)) found[name] = await knex(name).select('*');
    return found;
  } finally {
    await knex.destroy();
  }
}

// The driver's own way to run a whole script: knex accepts one statement, and treats question marks in it as bindings.
const runs: Record<string, (knex: Knex, text: string) => Promise<void>> = {
  sqlite: (knex, text) =>
    onConnection<{ exec(script: string): unknown; unsafeMode(isOn: boolean): unknown }>(knex, async (connection) => {
      // A dump writes virtual tables into the schema by itself.
      connection.unsafeMode(true);
      connection.exec(text);
    }),
  postgres: (knex, text) =>
    onConnection<{ query(script: string): Promise<unknown> }>(knex, async (connection) => {
      // Dumps of single tables do not include it.
      await connection.query('create extension if not exists pg_trgm');
      await connection.query(text);
    }),
  mysql: (knex, text) =>
    onConnection<{ promise(): { query(script: string): Promise<unknown> } }>(knex, async (connection) => {
      await connection.promise().query(`set foreign_key_checks = 0; ${text}`);
    }),
};

/** A connection that is not released keeps others from closing the database. */
async function onConnection<Connection>(knex: Knex, work: (connection: Connection) => Promise<void>): Promise<void> {
  const connection: Connection = await knex.client.acquireConnection();
  try {
    await work(connection);
  } finally {
    await knex.client.releaseConnection(connection);
  }
}
