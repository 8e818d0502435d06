import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Database } from './database';

/** What is needed to open the site's SQLite file again; can be sent to a thread. */
export interface SqliteFile {
  /** Path of `better-sqlite3`. */
  library: string;
  filename: string;
}

/**
 * @param root of the site
 * @returns null where the driver is not the site's own dependency, or the database is in memory
 */
export async function describeSqliteFile(database: Database, root: string): Promise<SqliteFile | null> {
  try {
    const library = createRequire(join(root, 'package.json')).resolve('better-sqlite3');
    const databases: { name: string; file: string }[] = await database.raw('pragma database_list');
    const filename = databases.find(({ name }) => name === 'main')?.file ?? '';
    return filename === '' ? null : { library, filename };
  } catch {
    return null;
  }
}
