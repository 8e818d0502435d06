import type { Knex } from 'knex';
import { dialectOf } from '../../../server/src/database/database';
import { openOwnTables, type OwnTables } from './own-tables';
import type { TestDatabase } from './test-databases';

/** Our tables, and two instances of the site that share them. */
export interface SharedTables {
  database: Knex;
  /**
   * The other instance's connection; on SQLite the same one, since two writers in one thread would block each other.
   */
  elsewhere: Knex;
  /** Another connection; the caller closes it. */
  connect: OwnTables['connect'];
  empty(names: readonly string[]): Promise<void>;
  /** Updates the database's statistics about these tables, as it does itself over time. */
  analyze(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openSharedTables(test: TestDatabase): Promise<SharedTables> {
  const own = await openOwnTables(test);
  const { database } = own;
  const elsewhere = test.connection === undefined ? database : own.connect();
  return {
    database,
    elsewhere,
    connect: own.connect,
    async empty(names) {
      for (const name of names) await database(name).delete();
    },
    async analyze(names) {
      const statement = dialectOf(database) === 'mysql' ? 'analyze table ??' : 'analyze ??';
      // SQLite only collects statistics for a site that requests them.
      if (dialectOf(database) !== 'sqlite') for (const name of names) await database.raw(statement, [name]);
    },
    async close() {
      if (elsewhere !== database) await elsewhere.destroy();
      await own.close();
    },
  };
}
