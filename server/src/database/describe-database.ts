import type { Database } from './database';

/** Which database the site runs on, for people: `better-sqlite3 3.49.1`. */
export async function describeDatabase(database: Database): Promise<string> {
  const client = String(database.client.config.client);
  const version = client.includes('sqlite') ? 'sqlite_version()' : 'version()';
  const row = await database.first(database.raw(`${version} as version`));
  return `${client} ${String(row?.version)}`;
}
