import type { Knex } from 'knex';
import { isMysql } from './database';

type Definition = (table: Knex.CreateTableBuilder) => void;

/**
 * Creates a table with its indexes unless it exists. MySQL commits each statement of a migration separately, and
 * creating an index is its own statement: there, the table is created under another name and renamed once it is
 * complete. A migration that was killed midway runs again from its start.
 */
export async function createTable(database: Knex, name: string, define: Definition): Promise<void> {
  if (await database.schema.hasTable(name)) return;
  if (!isMysql(database)) {
    await database.schema.createTable(name, define);
    return;
  }
  const unfinished = `${name}_unfinished`;
  await database.schema.dropTableIfExists(unfinished);
  const collation = await unicodeCollation(database);
  await database.schema.createTable(unfinished, (table) => {
    table.charset('utf8mb4');
    table.collate(collation);
    define(table);
  });
  await database.schema.renameTable(unfinished, name);
}

/** The database's own collation, or a default if it is not Unicode: our tables must be able to hold any name. */
export async function unicodeCollation(database: Knex): Promise<string> {
  const row: { collation?: unknown } | undefined = await database.first(
    database.raw('@@collation_database as collation'),
  );
  const collation = String(row?.collation);
  return collation.startsWith('utf8mb4') ? collation : 'utf8mb4_unicode_ci';
}

/** Creates an index unless it exists. */
export async function createIndex(
  database: Knex,
  { table, columns, name }: { table: string; columns: string[]; name: string },
): Promise<void> {
  if (!isMysql(database)) {
    await database.raw(`create index if not exists ?? on ?? (${columns.map(() => '??').join(', ')})`, [
      name,
      table,
      ...columns,
    ]);
    return;
  }
  // MySQL does not support `if not exists` here.
  try {
    await database.schema.alterTable(table, (builder) => builder.index(columns, name));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ER_DUP_KEYNAME')) throw error;
  }
}

/** Drops an index if it exists. */
export async function dropIndex(database: Knex, { table, name }: { table: string; name: string }): Promise<void> {
  if (!isMysql(database)) {
    await database.raw('drop index if exists ??', [name]);
    return;
  }
  // MySQL does not support `if exists` here.
  try {
    await database.schema.alterTable(table, (builder) => builder.dropIndex([], name));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ER_CANT_DROP_FIELD_OR_KEY')) throw error;
  }
}
