import type { Knex } from 'knex';

const ours = 'commerce_bridge%';

/** Names of our tables in a database, including those that Strapi manages. */
export async function ourTables(database: Knex): Promise<string[]> {
  const client = String(database.client.config.client);
  if (client.includes('sqlite'))
    return database('sqlite_master').where({ type: 'table' }).where('name', 'like', ours).pluck('name');
  // MariaDB lists its sequences as tables.
  if (client.startsWith('mysql'))
    return database('information_schema.tables')
      .whereRaw('table_schema = database()')
      .where({ table_type: 'BASE TABLE' })
      .where('table_name', 'like', ours)
      .pluck('table_name');
  return database('pg_tables').where('tablename', 'like', ours).pluck('tablename');
}
