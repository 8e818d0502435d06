import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import type { SiteCase } from './site-case';

/** A database created for one run of a case. */
export interface CaseDatabase {
  /** The `connection` of `config/database`. */
  connection: object;
  /** The server's name and version. */
  title: string;
  remove(): Promise<void>;
}

const name = 'commerce_bridge_matrix';
const servers = {
  postgres: process.env['COMMERCE_BRIDGE_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  mysql: process.env['COMMERCE_BRIDGE_TEST_MYSQL'] ?? 'mysql://root@127.0.0.1:3306/mysql',
};

/** Creates an empty database; one left by an earlier run is dropped. */
export async function createCaseDatabase({ database }: SiteCase): Promise<CaseDatabase> {
  if (database === 'postgres-schema') return createPostgres();
  if (database === 'mariadb-collation') return createMariadb();
  const folder = mkdtempSync(join(tmpdir(), 'commerce-bridge-case-'));
  const connection = {
    client: 'sqlite',
    connection: { filename: join(folder, 'site.db') },
    useNullAsDefault: true,
  };
  return { connection, title: 'SQLite', remove: async () => rmSync(folder, { recursive: true }) };
}

async function createPostgres(): Promise<CaseDatabase> {
  const server = new URL(servers.postgres);
  await inPostgres(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`);
  const own = new URL(server);
  own.pathname = `/${name}`;
  const version = await inPostgres(own, 'CREATE SCHEMA site', 'SHOW server_version');
  return {
    connection: { client: 'postgres', connection: { ...accountOf(own), schema: 'site' } },
    title: `PostgreSQL ${version}`,
    remove: async () => void (await inPostgres(server, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

async function inPostgres(address: URL, ...statements: string[]): Promise<string> {
  const client = new Client({ connectionString: address.href });
  await client.connect();
  try {
    let last: unknown;
    for (const statement of statements) last = (await client.query(statement)).rows[0];
    return versionIn(last);
  } finally {
    await client.end();
  }
}

async function createMariadb(): Promise<CaseDatabase> {
  const server = new URL(servers.mysql);
  const version = await inMariadb(
    server,
    `DROP DATABASE IF EXISTS ${name}`,
    `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`,
    'SELECT VERSION() AS version',
  );
  const own = new URL(server);
  own.pathname = `/${name}`;
  return {
    connection: { client: 'mysql', connection: accountOf(own) },
    title: version.includes('MariaDB') ? `MariaDB ${version.replace(/-.*/, '')}` : `MySQL ${version}`,
    remove: async () => void (await inMariadb(server, `DROP DATABASE ${name}`)),
  };
}

async function inMariadb(address: URL, ...statements: string[]): Promise<string> {
  const connection = await createConnection(address.href);
  try {
    let last: unknown;
    for (const statement of statements) [last] = await connection.query(statement);
    return versionIn(Array.isArray(last) ? last[0] : undefined);
  } finally {
    await connection.end();
  }
}

// One column, whose name depends on the server; the text after the first blank describes the build.
const versionIn = (row: unknown): string => String(Object.values(Object(row))[0] ?? '').replace(/ .*/, '');

function accountOf(address: URL): object {
  return {
    host: address.hostname,
    ...(address.port !== '' && { port: Number(address.port) }),
    user: decodeURIComponent(address.username),
    password: decodeURIComponent(address.password),
    database: address.pathname.slice(1),
  };
}
