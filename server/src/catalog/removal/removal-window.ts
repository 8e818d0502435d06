import type { Database, Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { tables } from '../../database/tables';
import { milliseconds, minutes } from '../../lib/durations';

const window = minutes(10);

/** How much was removed of something in the last ten minutes, by any process (behavior 10.2). */
export interface RemovalWindow {
  /** @param of at most 16 characters */
  removed(connection: Database | Transaction, of: string): Promise<number>;
  /** Counts these for ten minutes. */
  note(transaction: Transaction, removal: { of: string; records: number }): Promise<void>;
  /** Counts what was removed no longer. */
  forget(connection: Database | Transaction, of: string): Promise<void>;
}

export function createRemovalWindow(clock: DatabaseClock): RemovalWindow {
  return {
    async removed(connection, of) {
      // A clock that has been set back since must not hold removals for as long as it was ahead.
      await connection(tables.removals)
        .where({ entity: of })
        .where('removed_at', '>', clock.now())
        .update({ removed_at: clock.now() });
      const [row] = await connection(tables.removals)
        .where({ entity: of })
        .where('removed_at', '>', clock.now(milliseconds(-window)))
        .sum({ records: 'records' });
      return toNumber(row?.records);
    },

    async note(transaction, { of, records }) {
      await transaction(tables.removals)
        .where({ entity: of })
        .where('removed_at', '<=', clock.now(milliseconds(-window)))
        .delete();
      if (records > 0) await transaction(tables.removals).insert({ entity: of, removed_at: clock.now(), records });
    },

    async forget(connection, of) {
      await connection(tables.removals).where({ entity: of }).delete();
    },
  };
}
