import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import createKnex, { type Knex } from 'knex';
import { z } from 'zod';
import { cache } from '../../scripts/lib/paths';
import { databaseServers } from '../../tests/support/databases/database-servers';

/**
 * One kind of database, and the operations that benchmarks need. Database names are letters, digits, and underscores.
 */
export interface BenchServer {
  id: 'sqlite' | 'postgres' | 'mysql';
  name: string;
  /** Null if the server is available, otherwise the reason why not. */
  absence(): Promise<string | null>;
  /** The environment of a site that uses this database. */
  environment(database: string): NodeJS.ProcessEnv;
  exists(database: string): Promise<boolean>;
  create(database: string): Promise<void>;
  /** An exact copy of a database that is not in use. */
  copy(from: string, to: string): Promise<void>;
  /** What the database otherwise does on its own over time: statistics about its tables. */
  settle(database: string): Promise<void>;
  drop(database: string): Promise<void>;
}

const folder = join(cache, 'bench-databases');
const fileOf = (database: string) => join(folder, `${database}.db`);

const sqlite: BenchServer = {
  id: 'sqlite',
  name: 'SQLite',
  absence: async () => null,
  environment: (database) => ({ DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: fileOf(database) }),
  exists: async (database) => existsSync(fileOf(database)),
  create: async () => void mkdirSync(folder, { recursive: true }),
  copy: async (from, to) => copyFileSync(fileOf(from), fileOf(to)),
  settle: async () => undefined,
  async drop(database) {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${fileOf(database)}${suffix}`, { force: true });
  },
};

const postgres: BenchServer = {
  ...serverOf({ id: 'postgres', name: 'PostgreSQL', address: databaseServers.postgres }),
  exists: async (database) =>
    (await onServer('postgres', (knex) => knex('pg_database').where({ datname: database }))).length > 0,
  copy: (from, to) => onServer('postgres', (knex) => copyUnused(knex, from, to)),
  drop: (database) => onServer('postgres', (knex) => knex.raw('drop database if exists ?? with (force)', [database])),
  settle: (database) => onServer('postgres', (knex) => knex.raw('vacuum analyze'), database),
};

const mysql: BenchServer = {
  ...serverOf({ id: 'mysql', name: 'MariaDB', address: databaseServers.mysql }),
  exists: async (database) =>
    (await onServer('mysql', (knex) => knex('information_schema.schemata').where({ schema_name: database }))).length >
    0,
  drop: (database) => onServer('mysql', (knex) => knex.raw('drop database if exists ??', [database])),
  settle: (database) =>
    onServer(
      'mysql',
      async (knex) => void (await eachTable(knex, (table) => knex.raw('analyze table ??', [table]))),
      database,
    ),
  async copy(from, to) {
    await mysql.create(to);
    await onServer(
      'mysql',
      async (knex) => {
        await knex.raw('set foreign_key_checks = 0');
        await eachTable(knex, async (table) => {
          const definition = rowsOf(await knex.raw('show create table ??', [table]))[0]?.['Create Table'];
          await knex.raw('use ??', [to]);
          await knex.raw(String(definition).replaceAll('?', '\\?'));
          await knex.raw('use ??', [from]);
          await knex.raw('insert into ??.?? select * from ??.??', [to, table, from, table]);
        });
      },
      from,
    );
    await mysql.settle(to);
  },
};

/** Every kind of database that Strapi supports. */
export const benchServers: readonly BenchServer[] = [sqlite, postgres, mysql];

/** The servers with these ids, or all; unavailable ones are reported and skipped. */
export async function* wantedServers(ids: readonly string[]): AsyncGenerator<BenchServer> {
  for (const server of benchServers) {
    if (ids.length > 0 && !ids.includes(server.id)) continue;
    const absence = await server.absence();
    if (absence === null) yield server;
    else console.log(`${server.name} is skipped: ${absence}`);
  }
}

function serverOf({ id, name, address }: { id: 'postgres' | 'mysql'; name: string; address: string }) {
  return {
    id,
    name,
    environment: (database: string) => ({ DATABASE_CLIENT: id, DATABASE_URL: addressOf(id, database) }),
    create: (database: string) => onServer(id, (knex) => knex.raw('create database ??', [database])),
    async absence() {
      try {
        await onServer(id, (knex) => knex.raw('select 1'));
        return null;
      } catch (error) {
        const { hostname, port } = new URL(address);
        return `no server responds at ${hostname}:${port} (${error instanceof Error ? error.message : String(error)})`;
      }
    },
  };
}

const drivers = { postgres: 'pg', mysql: 'mysql2' } as const;

function addressOf(id: 'postgres' | 'mysql', database?: string): string {
  const address = new URL(databaseServers[id]);
  if (database !== undefined) address.pathname = `/${database}`;
  return address.href;
}

async function onServer<Result>(
  id: 'postgres' | 'mysql',
  work: (knex: Knex) => PromiseLike<Result>,
  database?: string,
): Promise<Result> {
  const knex = createKnex({ client: drivers[id], connection: addressOf(id, database), pool: { min: 0, max: 1 } });
  try {
    return await work(knex);
  } finally {
    await knex.destroy();
  }
}

/** PostgreSQL can only copy a database without connections; its own housekeeping may connect for moments. */
async function copyUnused(knex: Knex, from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await knex.raw('create database ?? template ??', [to, from]);
      return;
    } catch (error) {
      if (tries === 20) throw error;
      await pause(1000);
    }
  }
}

async function eachTable(knex: Knex, work: (table: string) => PromiseLike<unknown>): Promise<void> {
  for (const row of rowsOf(await knex.raw('show tables'))) await work(String(Object.values(row)[0]));
}

/** The rows that MySQL's driver returned for a raw statement. */
function rowsOf(response: unknown): Record<string, unknown>[] {
  return z
    .tuple([z.array(z.record(z.string(), z.unknown()))])
    .rest(z.unknown())
    .parse(response)[0];
}
