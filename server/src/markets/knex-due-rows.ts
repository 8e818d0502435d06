import type { Knex } from 'knex';
import type { Database, Transaction } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { toNumber } from '../database/database';
import { type Milliseconds, milliseconds, minutes } from '../lib/durations';

// Nothing waits longer: such a row was written before the clock was set back.
const farthest = minutes(20);

/** Rows of a table with the column `due_at`. */
export interface DueRows {
  /** A query for those that are due. */
  due(within?: Database | Transaction): Knex.QueryBuilder;
  /** How long until the next one is due, by the same rule; null when there is none. */
  nextDue(): Promise<Milliseconds | null>;
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
  return {
    due: (within = database) =>
      within(table).where(
        (row) => void row.where('due_at', '<=', clock.now()).orWhere('due_at', '>', clock.now(farthest)),
      ),

    async nextDue() {
      const row = await database(table).min({ due: 'due_at' }).max({ last: 'due_at' }).first();
      if (row?.due === null || row?.due === undefined) return null;
      const now = (await clock.read()).getTime();
      if (toNumber(row.last) > now + farthest) return milliseconds(0);
      return milliseconds(Math.max(0, toNumber(row.due) - now));
    },
  };
}
