import { type Database, fromJson, toNumber, type Transaction } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { insertRows } from '../database/insert-rows';
import { tables } from '../database/tables';
import { transact } from '../database/transact';
import type { Milliseconds } from '../lib/durations';
import { createDueRows } from './knex-due-rows';
import { marketChange, type MarketChange } from './market-change';

/** A change that waits. */
export interface WaitingChange {
  id: number;
  /** Null: a newer version of this plugin stored it, and will resolve it. */
  change: MarketChange | null;
  /** Failed ones in a row. */
  attempts: number;
}

/** What webhooks said changed in markets; it survives the end of the process. */
export interface MarketChanges {
  add(changes: readonly MarketChange[]): Promise<void>;
  /** Those that are due, oldest first. */
  due(limit: number): Promise<WaitingChange[]>;
  /** Within the transaction that stores what follows from them. */
  remove(transaction: Transaction, ids: readonly number[]): Promise<void>;
  /** Makes them due later, since they could not be resolved, and counts the attempt. */
  postpone(failed: { ids: readonly number[]; delay: Milliseconds }): Promise<void>;
  /** How long until the next one is due; null when there is none. */
  nextDue(): Promise<Milliseconds | null>;
}

export function createKnexMarketChanges({
  database,
  clock,
}: {
  database: Database;
  clock: DatabaseClock;
}): MarketChanges {
  const { marketChanges: table } = tables;
  const rows = createDueRows({ database, clock, table });

  return {
    async add(changes) {
      await transact(database, async (transaction) => {
        const dueAt = (await clock.read(transaction)).getTime();
        await insertRows(transaction, table, {
          rows: changes.map((change) => ({ change: JSON.stringify(change), due_at: dueAt, attempts: 0 })),
        });
      });
    },

    async due(limit) {
      const found = await rows.due().orderBy(['due_at', 'id']).limit(limit).select('id', 'change', 'attempts');
      return found.map((row: Record<string, unknown>) => {
        const parsed = marketChange.safeParse(fromJson(row.change));
        return { id: toNumber(row.id), change: parsed.data ?? null, attempts: toNumber(row.attempts) };
      });
    },

    async remove(transaction, ids) {
      await transaction(table)
        .whereIn('id', [...ids])
        .delete();
    },

    async postpone({ ids, delay }) {
      await database(table)
        .whereIn('id', [...ids])
        .update({ due_at: clock.now(delay), attempts: database.raw('?? + 1', ['attempts']) });
    },

    nextDue: rows.nextDue,
  };
}
