import type { Database } from './database';

/** A human-readable description of the site's database: `better-sqlite3 3.49.1`. */
export async function describeDatabase(database: Database): Promise<string> {
  const client = String(database.client.config.client);
  const version = client.includes('sqlite') ? 'sqlite_version()' : 'version()';
  const row = await database.first(database.raw(`${version} as version`));
  return `${client} ${String(row?.version)}`;
}
