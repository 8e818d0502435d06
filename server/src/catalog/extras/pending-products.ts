import {
  type Database,
  greatestOfStoredAndOffered,
  offered,
  toNumber,
  type Transaction,
} from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { createDueRows } from '../../database/due-rows';
import { insertRows } from '../../database/insert-rows';
import { type Mark, markColumns, markOf, notMarkedSince } from '../../database/marked-rows';
import { transact } from '../../database/transact';
import { type Milliseconds, milliseconds } from '../../lib/durations';

/** A product whose modifiers or metafields are to be read. */
export interface DueProduct {
  id: number;
  /** Consecutive failed attempts. */
  attempts: number;
  /** Whether an event was about it. */
  isUrgent: boolean;
  mark: Mark;
}

/** Marks products whose modifiers or metafields may have changed. */
export interface ProductMarks {
  /**
   * Makes products due now.
   * @param marked.askedVersion only a response that was requested later settles them
   * @param marked.isUrgent whether an event was about them; they are read first
   */
  mark(
    transaction: Transaction,
    marked: { productIds: readonly number[]; askedVersion: number; isUrgent: boolean },
  ): Promise<void>;
}

/** Tracks which products are to be read again, across restarts. */
export interface PendingProducts extends ProductMarks {
  /** Products that are due: those marked by events first, then the longest due. */
  due(request: { limit: number; onlyUrgent: boolean }): Promise<DueProduct[]>;
  /** Settles what was marked before this response was requested; later marks keep it due. */
  settle(transaction: Transaction, settled: { productIds: readonly number[]; readVersion: number }): Promise<void>;
  /** Does the same for all products that no event was about. */
  settleOthers(transaction: Transaction, settled: { readVersion: number }): Promise<void>;
  /** Postpones products that could not be read, and counts the attempt; except as in `drop`. */
  postpone(failed: { products: readonly DueProduct[]; delay: Milliseconds }): Promise<void>;
  /** Postpones all that are due, without counting an attempt: the store is failing, not they. */
  defer(delay: Milliseconds): Promise<void>;
  /** Drops products, except those that have been marked again since they were read from `due`. */
  drop(products: readonly DueProduct[]): Promise<void>;
  /** How long until the next one is due; null when there is none. */
  nextDue(request: { onlyUrgent: boolean }): Promise<Milliseconds | null>;
  /** How many products are waiting. */
  waiting(): Promise<number>;
  /** Whether more than `most` products that no event was about were marked with a later version than this one. */
  hasOthersSince(askedVersion: number, most: number): Promise<boolean>;
}

/** The column values of a product with nothing to be read. */
export const settled = { due_at: null, urgency: 0, attempts: 0 };

// Products marked by events first.
const urgencies = [1, 0] as const;

/**
 * @param options.table has a row for each product: `product_id`, `read_version`, `asked_version`, `due_at`, `urgency`,
 * and `attempts`; with an index on `urgency`, `due_at`, and `product_id`
 */
export function createPendingProducts({
  database,
  clock,
  table,
}: {
  database: Database;
  clock: DatabaseClock;
  table: string;
}): PendingProducts {
  const rows = createDueRows({ database, clock, table });
  const urgenciesOf = (onlyUrgent: boolean) => urgencies.filter((urgency) => urgency === 1 || !onlyUrgent);
  return {
    async mark(transaction, { productIds, askedVersion, isUrgent }) {
      if (productIds.length === 0) return;
      const dueAt = (await clock.read(transaction)).getTime();
      const columns = { asked_version: askedVersion, due_at: dueAt, urgency: isUrgent ? 1 : 0, attempts: 0 };
      await insertRows(transaction, table, {
        rows: sortedIds(productIds).map((id) => ({ product_id: id, read_version: 0, ...columns })),
        conflict: {
          columns: ['product_id'],
          merge: {
            asked_version: greatestOfStoredAndOffered(transaction, table, 'asked_version'),
            urgency: greatestOfStoredAndOffered(transaction, table, 'urgency'),
            due_at: offered(transaction, 'due_at'),
            attempts: offered(transaction, 'attempts'),
          },
        },
      });
    },

    async due({ limit, onlyUrgent }) {
      const found: DueProduct[] = [];
      for (const urgency of urgenciesOf(onlyUrgent)) {
        const some = await rows.first({
          where: { urgency },
          then: 'product_id',
          limit: limit - found.length,
          columns: ['product_id', 'attempts', ...markColumns],
        });
        for (const row of some)
          found.push({
            id: toNumber(row.product_id),
            attempts: toNumber(row.attempts),
            isUrgent: urgency > 0,
            mark: markOf(row),
          });
      }
      return found;
    },

    async settle(transaction, { productIds, readVersion }) {
      await transaction(table)
        .whereIn('product_id', [...productIds])
        .where('asked_version', '<', readVersion)
        .update(settled);
    },

    async settleOthers(transaction, { readVersion }) {
      await transaction(table)
        .whereNotNull('due_at')
        .where({ urgency: 0 })
        .where('asked_version', '<', readVersion)
        .update(settled);
    },

    async postpone({ products, delay }) {
      await transact(database, async (transaction) => {
        const postponed = await notMarkedSince({ rows: transaction(table), products });
        await transaction(table)
          .whereIn('product_id', postponed)
          .update({ due_at: clock.now(delay), attempts: transaction.raw('?? + 1', ['attempts']) });
      });
    },

    async defer(delay) {
      await transact(database, async (transaction) => {
        await rows.due(transaction).update({ due_at: clock.now(delay) });
      });
    },

    async drop(products) {
      await transact(database, async (transaction) => {
        const dropped = await notMarkedSince({ rows: transaction(table), products });
        await transaction(table).whereIn('product_id', dropped).update(settled);
      });
    },

    async nextDue({ onlyUrgent }) {
      const waits: Milliseconds[] = [];
      for (const urgency of urgenciesOf(onlyUrgent)) {
        const wait = await rows.nextDue({ urgency });
        if (wait !== null) waits.push(wait);
      }
      return waits.length === 0 ? null : milliseconds(Math.min(...waits));
    },

    async waiting() {
      const rowsOfAll = database(table)
        .whereIn('urgency', [...urgencies])
        .whereNotNull('due_at');
      const [row] = await rowsOfAll.count<{ count: unknown }[]>({ count: '*' });
      return toNumber(row?.count);
    },

    async hasOthersSince(askedVersion, most) {
      const [next]: unknown[] = await database(table)
        .where({ urgency: 0 })
        .whereNotNull('due_at')
        .where('asked_version', '>', askedVersion)
        .orderBy(['due_at', 'product_id'])
        .offset(most)
        .limit(1)
        .pluck('product_id');
      return next !== undefined;
    },
  };
}

/** Without duplicates, and always in the same order, to avoid deadlocks. */
export const sortedIds = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);
