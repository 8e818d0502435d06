import type { Knex } from 'knex';
import { type Milliseconds, milliseconds, minutes } from '../lib/durations';
import { type Database, toNumber, type Transaction } from './database';
import type { DatabaseClock } from './database-clock';

// No delay is longer: a row due later than this was written before the clock was set back, and counts as due.
const farthest = minutes(20);

/** Values by column. */
type Where = Readonly<Record<string, number>>;

/** Rows of a table with the column `due_at`, which is null in rows with nothing to do. */
export interface DueRows {
  /** A query for all rows that are due. */
  due(within?: Database | Transaction): Knex.QueryBuilder;
  /**
   * The first rows that are due, ordered by `due_at` and then by the column `then`. With an index on the columns of
   * `where`, `due_at`, and `then`, no further rows are read, however many are waiting.
   */
  first(request: FirstDue): Promise<Record<string, unknown>[]>;
  /** How long until the next row is due; null when there is none. Uses the same index. */
  nextDue(where?: Where): Promise<Milliseconds | null>;
}

export interface FirstDue {
  where?: Where;
  then: string;
  limit: number;
  columns: readonly string[];
}

export function createDueRows({
  database,
  clock,
  table,
}: {
  database: Database;
  clock: DatabaseClock;
  table: string;
}): DueRows {
  const past = (rows: Knex.QueryBuilder) => rows.where('due_at', '<=', clock.now());
  const beyond = (rows: Knex.QueryBuilder) => rows.where('due_at', '>', clock.now(farthest));

  return {
    due: (within = database) => within(table).where((row) => void past(row).orWhere((other) => void beyond(other))),

    async first({ where = {}, then, limit, columns }) {
      const found: Record<string, unknown>[] = [];
      // Two queries: with a single `or`, the database would have to sort all matching rows.
      for (const range of [past, beyond]) {
        if (found.length === limit) break;
        const rows: Record<string, unknown>[] = await range(database(table).where(where))
          .orderBy(['due_at', then])
          .limit(limit - found.length)
          .select([...columns]);
        found.push(...rows);
      }
      return found;
    },

    async nextDue(where = {}) {
      const rows = () => database(table).where(where);
      const [edges]: { first: unknown; last: unknown }[] = await database.select(
        rows().min('due_at').as('first'),
        rows().max('due_at').as('last'),
      );
      if (!edges || edges.first === null) return null;
      const now = (await clock.read()).getTime();
      if (toNumber(edges.last) > now + farthest) return milliseconds(0);
      return milliseconds(Math.max(0, toNumber(edges.first) - now));
    },
  };
}
