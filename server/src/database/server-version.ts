import { type Database, isMysql } from './database';

const known = new WeakMap<object, Promise<boolean>>();

/** Whether the server is a MariaDB, which Strapi and its driver call MySQL; asked once for each pool of connections. */
export async function isMariaDb(database: Database): Promise<boolean> {
  if (!isMysql(database)) return false;
  const pool: object = database.client;
  const asked = known.get(pool) ?? ask(database);
  known.set(pool, asked);
  // What could not be asked is asked again.
  asked.catch(() => known.delete(pool));
  return asked;
}

async function ask(database: Database): Promise<boolean> {
  const row: unknown = await database.select(database.raw('version() as version')).first();
  return /mariadb/i.test(JSON.stringify(row));
}
