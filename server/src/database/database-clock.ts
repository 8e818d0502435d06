import type { Knex } from 'knex';
import type { Clock } from '../lib/clock';
import { milliseconds, type Milliseconds } from '../lib/durations';
import { type Database, dialectOf, toNumber, type Transaction } from './database';

/**
 * The clock that all instances of a site share (behavior 11.1): every timestamp that one instance writes and another
 * compares comes from it, so that no decision depends on two machines' clocks agreeing.
 */
export interface DatabaseClock {
  /**
   * SQL for its time in milliseconds since 1970, for conditions, inserts and updates. Constant within a statement, and
   * conditions with it can use an index.
   * @param later offset to add; may be negative
   */
  now(later?: Milliseconds): Knex.Raw;
  /** @param within the transaction under way, if any: on SQLite, it has the only connection */
  read(within?: Database | Transaction): Promise<Date>;
}

/**
 * The database server's clock. SQLite has none of its own: all of its processes run on one machine and share its clock.
 * @param options.clock the machine's
 */
export function createDatabaseClock({
  database,
  clock,
}: {
  database: Database;
  clock: Pick<Clock, 'now'>;
}): DatabaseClock {
  const dialect = dialectOf(database);
  if (dialect === 'sqlite') return createMachineClock({ database, clock });
  const now = (later = milliseconds(0)) => database.raw(`(${serverTime[dialect]} + ?)`, [later]);
  return {
    now,
    async read(within = database) {
      const row: unknown = await within.first({ now: now() });
      return new Date(toNumber(isRow(row) ? row.now : null));
    },
  };
}

/** The machine's clock instead of the database's: for SQLite, and for tests that move the time. */
export function createMachineClock({
  database,
  clock,
}: {
  database: Database;
  clock: Pick<Clock, 'now'>;
}): DatabaseClock {
  return {
    now: (later = milliseconds(0)) => database.raw('?', [clock.now().getTime() + later]),
    read: async () => clock.now(),
  };
}

// PostgreSQL's `clock_timestamp()` would keep conditions from using an index. MariaDB's `unix_timestamp(now())` goes
// through the session's time zone, in which one hour of the year occurs twice.
const serverTime = {
  postgres: 'floor(extract(epoch from statement_timestamp()) * 1000)::bigint',
  mysql: "timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000",
};

const isRow = (row: unknown): row is { now: unknown } => typeof row === 'object' && row !== null && 'now' in row;
