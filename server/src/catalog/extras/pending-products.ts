import {
  type Database,
  greatestOfStoredAndOffered,
  offered,
  toNumber,
  type Transaction,
} from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { insertRows } from '../../database/insert-rows';
import { transact } from '../../database/transact';
import { type Milliseconds, milliseconds, minutes } from '../../lib/durations';

/** A product of which something is to be read. */
export interface DueProduct {
  id: number;
  /** Failed ones in a row. */
  attempts: number;
  /** Whether an event was about it. */
  isUrgent: boolean;
}

/** Who marks products of which something may have changed. */
export interface ProductMarks {
  /**
   * Makes products due now.
   * @param marked.askedVersion only a response that was requested later settles them
   * @param marked.isUrgent whether an event was about them, so that they come first
   */
  mark(
    transaction: Transaction,
    marked: { productIds: readonly number[]; askedVersion: number; isUrgent: boolean },
  ): Promise<void>;
}

/** Which products are to be read again; that survives the end of the process. */
export interface PendingProducts extends ProductMarks {
  /** Products that are due, those of events first, then the longest due. */
  due(request: { limit: number; onlyUrgent: boolean }): Promise<DueProduct[]>;
  /** Settles what was marked before this response was requested; later marks keep it due. */
  settle(transaction: Transaction, settled: { productIds: readonly number[]; readVersion: number }): Promise<void>;
  /** The same for all products that no event was about. */
  settleOthers(transaction: Transaction, settled: { readVersion: number }): Promise<void>;
  /** Makes products due later, since reading failed, and counts the attempt; null: all that are due. */
  postpone(failed: { productIds: readonly number[] | null; delay: Milliseconds }): Promise<void>;
  /** Gives up products that were marked before this version was drawn; null: all. */
  drop(dropped: { productIds: readonly number[] | null; before: number }): Promise<void>;
  /** How long until the next one is due; null when there is none. */
  nextDue(request: { onlyUrgent: boolean }): Promise<Milliseconds | null>;
  /** How many products wait. */
  waiting(): Promise<number>;
  /** How many of them no event was about, and were marked with a later version than this one. */
  othersSince(askedVersion: number): Promise<number>;
}

/** The columns of a product of which nothing is to be read. */
export const settled = { due_at: null, urgency: 0, attempts: 0 };

// Nothing waits longer: such a row was written before the clock was set back.
const farthest = minutes(20);

/**
 * @param options.table has a row for each product: `product_id`, `read_version`, `asked_version`, `due_at`, `urgency`, and
 * `attempts`
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
  const dueRows = (within: Database | Transaction = database) =>
    within(table).where(
      (row) => void row.where('due_at', '<=', clock.now()).orWhere('due_at', '>', clock.now(farthest)),
    );
  const count = async (rows: ReturnType<typeof dueRows>) =>
    toNumber((await rows.count<{ count: unknown }[]>({ count: '*' }))[0]?.count);

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
      const query = onlyUrgent ? dueRows().where({ urgency: 1 }) : dueRows();
      const rows = await query
        .orderBy([{ column: 'urgency', order: 'desc' }, { column: 'due_at' }, { column: 'product_id' }])
        .limit(limit)
        .select('product_id', 'attempts', 'urgency');
      return rows.map((row) => ({
        id: toNumber(row.product_id),
        attempts: toNumber(row.attempts),
        isUrgent: toNumber(row.urgency) > 0,
      }));
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

    async postpone({ productIds, delay }) {
      await transact(database, async (transaction) => {
        const rows = productIds ? transaction(table).whereNotNull('due_at') : dueRows(transaction);
        if (productIds) void rows.whereIn('product_id', [...productIds]);
        await rows.update({ due_at: clock.now(delay), attempts: transaction.raw('?? + 1', ['attempts']) });
      });
    },

    async drop({ productIds, before }) {
      await transact(database, async (transaction) => {
        const rows = transaction(table).whereNotNull('due_at').where('asked_version', '<', before);
        if (productIds) void rows.whereIn('product_id', [...productIds]);
        await rows.update(settled);
      });
    },

    async nextDue({ onlyUrgent }) {
      const rows = database(table).min({ due: 'due_at' });
      const row = await (onlyUrgent ? rows.where({ urgency: 1 }) : rows).first();
      if (row?.due === null || row?.due === undefined) return null;
      const wait = toNumber(row.due) - (await clock.read()).getTime();
      return milliseconds(wait > farthest ? 0 : Math.max(0, wait));
    },

    waiting: () => count(database(table).whereNotNull('due_at')),

    othersSince: (askedVersion) =>
      count(database(table).whereNotNull('due_at').where({ urgency: 0 }).where('asked_version', '>', askedVersion)),
  };
}

/** Each once, and always in the same order, to avoid deadlocks. */
export const sortedIds = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);
