import { type Database, isMysql } from './database';

const known = new WeakMap<object, Promise<boolean>>();

/** Whether the server is MariaDB, which Strapi and its driver call MySQL; queried once per connection pool. */
export async function isMariaDb(database: Database): Promise<boolean> {
  if (!isMysql(database)) return false;
  const pool: object = database.client;
  const asked = known.get(pool) ?? ask(database);
  known.set(pool, asked);
  // After a failed query, the next call tries again.
  asked.catch(() => known.delete(pool));
  return asked;
}

async function ask(database: Database): Promise<boolean> {
  const row: unknown = await database.select(database.raw('version() as version')).first();
  return /mariadb/i.test(JSON.stringify(row));
}
