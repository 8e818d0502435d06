import type { Knex } from 'knex';

/**
 * Makes a table unless it is there. MySQL commits each step of a migration by itself, so one that was killed in its middle
 * is run again from its start.
 */
export async function createTable(
  database: Knex,
  name: string,
  define: (table: Knex.CreateTableBuilder) => void,
): Promise<void> {
  if (await database.schema.hasTable(name)) return;
  await database.schema.createTable(name, define);
}
