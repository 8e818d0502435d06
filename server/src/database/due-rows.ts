import type { Knex } from 'knex';
import { type Milliseconds, milliseconds, minutes } from '../lib/durations';
import { type Database, toNumber, type Transaction } from './database';
import type { DatabaseClock } from './database-clock';

// Nothing waits longer: such a row was written before the clock was set back.
const farthest = minutes(20);

/** Values of columns. */
type Where = Readonly<Record<string, number>>;

/** Rows of a table with the column `due_at`; null in those that are not to be done. */
export interface DueRows {
  /** A query for all that are due. */
  due(within?: Database | Transaction): Knex.QueryBuilder;
  /**
   * The first of those that are due, longest due first, and then by another column. However many wait, no more are read where
   * an index begins with the columns of `where`, and continues with `due_at` and that column.
   */
  first(request: FirstDue): Promise<Record<string, unknown>[]>;
  /** How long until the next one is due, by the same rule; null when there is none. Read along the same index. */
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
      // One after the other: what either is true of would have to be sorted.
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
