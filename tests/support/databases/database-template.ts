import { existsSync, writeFileSync } from 'node:fs';
import createKnex, { type Knex } from 'knex';
import { exclusively } from '../../../scripts/lib/exclusive';
import { tables } from '../../../server/src/database/tables';
import { inTemplates } from './template-folder';

/** A database on a server, and how to reach the server. */
export interface ServerDatabase {
  driver: string;
  /** The server's address, with an account that may create databases. */
  at: string;
  name: string;
  /** `connection` of `config/database` for a database of this name. */
  connectionTo(name: string): Record<string, unknown>;
}

type BootOnce = (connection: Record<string, unknown>) => Promise<void>;

/** Part of a template's name, by which `drop-templates.ts` finds those of a test run when it ends. */
export const templatePrefix = (): string => `commerce_bridge_template_${process.env['TEST_RUN'] ?? ''}_`;

const fillable = new WeakMap<object, { database: ServerDatabase; filled?: Promise<void> }>();

/** Lets `fillFromTemplate` fill this database, which must have no special settings, such as a character set. */
export function makeFillable(connection: Record<string, unknown>, database: ServerDatabase): void {
  fillable.set(connection, { database });
}

/**
 * Fills an empty database with the tables and rows of a site that has booted once, which saves nine tenths of a first
 * boot on a server. One process of a test run creates them for all others. Does nothing for databases that were not
 * marked by `makeFillable`, have tables, or are outside of a test run.
 */
export async function fillFromTemplate(connection: Record<string, unknown>, bootOnce: BootOnce): Promise<void> {
  const found = fillable.get(connection);
  if (found) await (found.filled ??= fill(found.database, bootOnce));
}

/** Drops the databases of a server whose names start with `start`. */
export async function dropDatabases(
  { driver, at }: Pick<ServerDatabase, 'driver' | 'at'>,
  start: string,
): Promise<void> {
  await connected(driver, at, async (knex) => {
    const [catalog, column] =
      driver === 'pg' ? ['pg_database', 'datname'] : ['information_schema.schemata', 'schema_name'];
    const found: { name: string }[] = await knex(catalog).select({ name: column }).where(column, 'like', `${start}%`);
    for (const { name } of found) await knex.raw('drop database ??', [name]);
  });
}

async function fill(database: ServerDatabase, bootOnce: BootOnce): Promise<void> {
  const { driver, at, name } = database;
  const made = inTemplates(driver);
  if (made === null || (await tableNames(database)).length > 0) return;
  const source = `${templatePrefix()}${driver}`;
  if (!existsSync(made)) {
    await exclusively(`${driver}-template`, async () => {
      if (existsSync(made)) return;
      await makeTemplate({ ...database, name: source }, bootOnce);
      writeFileSync(made, '');
    });
  }
  await connected(driver, at, async (knex) => {
    if (driver !== 'pg') return copyTables(knex, { from: { ...database, name: source }, to: name });
    await knex.raw('drop database ??', [name]);
    await knex.raw('create database ?? template ??', [name, source]);
  });
}

async function makeTemplate({ driver, at, name, connectionTo }: ServerDatabase, bootOnce: BootOnce): Promise<void> {
  // A killed process may have left an incomplete template.
  await connected(driver, at, (knex) => knex.raw('drop database if exists ??', [name]));
  await connected(driver, at, (knex) => knex.raw('create database ??', [name]));
  await bootOnce(connectionTo(name));
  await connected(driver, locate(at, name), (knex) => knex(tables.state).delete());
}

// MariaDB and MySQL have no template databases.
async function copyTables(knex: Knex, { from, to }: { from: ServerDatabase; to: string }): Promise<void> {
  await knex.raw('set foreign_key_checks = 0');
  await knex.raw('use ??', [to]);
  for (const table of await tableNames(from)) {
    const [[definition]] = await knex.raw('show create table ??.??', [from.name, table]);
    await knex.raw(String(definition['Create Table']).replaceAll('?', '\\?'));
    await knex.raw('insert into ?? select * from ??.??', [table, from.name, table]);
  }
}

function tableNames({ driver, at, name }: ServerDatabase): Promise<string[]> {
  return connected(driver, locate(at, name), async (knex) => {
    const ours = { table_schema: driver === 'pg' ? 'public' : name };
    const found: { name: string }[] = await knex('information_schema.tables')
      .select({ name: 'table_name' })
      .where(ours);
    return found.map((table) => table.name);
  });
}

function locate(at: string, name: string): string {
  const url = new URL(at);
  url.pathname = `/${name}`;
  return url.href;
}

async function connected<Result>(
  driver: string,
  at: string,
  work: (knex: Knex) => PromiseLike<Result>,
): Promise<Result> {
  const knex = createKnex({ client: driver, connection: at, pool: { min: 0, max: 1 } });
  try {
    return await work(knex);
  } finally {
    await knex.destroy();
  }
}
