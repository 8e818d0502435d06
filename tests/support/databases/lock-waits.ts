import type { Knex } from 'knex';
import { dialectOf, toNumber } from '../../../server/src/database/database';

/** How many transactions of this database wait for a lock of another one; none on SQLite, with its one connection. */
export async function lockWaits(database: Knex): Promise<number> {
  switch (dialectOf(database)) {
    case 'sqlite':
      return 0;
    case 'mysql': {
      const [row] = await database('information_schema.innodb_trx')
        .join('information_schema.processlist', 'processlist.id', 'innodb_trx.trx_mysql_thread_id')
        .where({ trx_state: 'LOCK WAIT', db: database.raw('database()') })
        .count({ waits: '*' });
      return toNumber(row?.waits);
    }
    case 'postgres': {
      const [row] = await database('pg_stat_activity')
        .where({ wait_event_type: 'Lock', datname: database.raw('current_database()') })
        .count({ waits: '*' });
      return toNumber(row?.waits);
    }
  }
}

/**
 * Locks all rows of a table, as a transaction that has changed them does until it ends; nothing on SQLite.
 * @returns a function that releases them
 */
export async function holdRows(database: Knex, table: string): Promise<() => Promise<void>> {
  if (dialectOf(database) === 'sqlite') return async () => undefined;
  const holder = await database.transaction();
  await holder(table).forUpdate().select();
  return async () => void (await holder.rollback());
}
