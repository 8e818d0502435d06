import { type Database, fromJson, toNumber, type Transaction } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { createDueRows } from '../database/due-rows';
import { insertRows } from '../database/insert-rows';
import { tables } from '../database/tables';
import type { Milliseconds } from '../lib/durations';
import { marketChange, type MarketChange, type NotedChange } from './market-change';

/** A change that waits to be resolved. */
export interface PendingChange extends Pick<NotedChange, 'eventKey'> {
  id: number;
  /** Null: a newer version of this plugin stored it, and will resolve it. */
  change: MarketChange | null;
  /** Consecutive failed attempts. */
  attempts: number;
}

/** Changes in markets that webhooks reported; they survive a restart. */
export interface MarketChanges {
  add(transaction: Transaction, noted: readonly NotedChange[]): Promise<void>;
  /** Changes that are due, oldest first. */
  due(limit: number): Promise<PendingChange[]>;
  /**
   * Call this within the transaction that stores what follows from the changes.
   * @returns the keys of events that have no waiting changes left
   */
  remove(transaction: Transaction, removed: readonly PendingChange[]): Promise<string[]>;
  /** Makes changes that could not be resolved due later, and counts the attempt. */
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
    async add(transaction, noted) {
      if (noted.length === 0) return;
      const now = (await clock.read(transaction)).getTime();
      await insertRows(transaction, table, {
        rows: noted.map(({ change, eventKey, delay = 0 }) => ({
          change: JSON.stringify(change),
          due_at: now + delay,
          attempts: 0,
          event_key: eventKey,
        })),
      });
    },

    async due(limit) {
      const columns = ['id', 'change', 'attempts', 'event_key'];
      const found = await rows.first({ then: 'id', limit, columns });
      return found.map((row) => {
        const parsed = marketChange.safeParse(fromJson(row.change));
        return {
          id: toNumber(row.id),
          change: parsed.data ?? null,
          attempts: toNumber(row.attempts),
          eventKey: typeof row.event_key === 'string' ? row.event_key : null,
        };
      });
    },

    async remove(transaction, removed) {
      await transaction(table)
        .whereIn(
          'id',
          removed.map(({ id }) => id),
        )
        .delete();
      const keys = [...new Set(removed.flatMap(({ eventKey }) => eventKey ?? []))];
      if (keys.length === 0) return [];
      const left: unknown[] = await transaction(table).whereIn('event_key', keys).distinct().pluck('event_key');
      return keys.filter((key) => !left.includes(key));
    },

    async postpone({ ids, delay }) {
      await database(table)
        .whereIn('id', [...ids])
        .update({ due_at: clock.now(delay), attempts: database.raw('?? + 1', ['attempts']) });
    },

    nextDue: () => rows.nextDue(),
  };
}
