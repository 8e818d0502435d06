import {
  type Database,
  greatestOfStoredAndOffered,
  offered,
  toNumber,
  type Transaction,
} from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import { transact } from '../../database/transact';
import { type Milliseconds, milliseconds, minutes } from '../../lib/durations';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { CatalogModifier } from '../model/product-modifiers';

/** A product whose modifiers are to be read. */
export interface DueProduct {
  id: number;
  /** Failed ones in a row. */
  attempts: number;
  /** Whether an event was about it. */
  isUrgent: boolean;
}

/** Who marks products whose modifiers may have changed. */
export interface ModifierMarks {
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

/**
 * The modifiers of products, and which of them are to be read. What is due survives the end of the process; a response that
 * is older than what is stored is not written, and one that says the same changes nothing (behavior 2.15).
 */
export interface KeptModifiers extends ModifierMarks {
  /** Products that are due, those of events first, then the longest due. */
  due(request: { limit: number; onlyUrgent: boolean }): Promise<DueProduct[]>;
  /**
   * Writes what differs from what is stored, and settles the products.
   * @returns how many were written
   */
  write(
    transaction: Transaction,
    received: {
      products: readonly { productId: number; modifiers: readonly CatalogModifier[] }[];
      readVersion: number;
      /** Whether it is one of many, as after a run. */
      isBulk: boolean;
    },
  ): Promise<number>;
  /** Makes products due later, since reading failed, and counts the attempt; null: all that are due. */
  postpone(failed: { productIds: readonly number[] | null; delay: Milliseconds }): Promise<void>;
  /** Gives up products that were marked before this version was drawn; null: all. */
  drop(dropped: { productIds: readonly number[] | null; before: number }): Promise<void>;
  /** How long until the next one is due; null when there is none. */
  nextDue(request: { onlyUrgent: boolean }): Promise<Milliseconds | null>;
  /** How many products wait. */
  waiting(): Promise<number>;
}

const table = tables.productModifiers;
const neverRead = { read_version: 0, content: null };
const settled = { due_at: null, urgency: 0, attempts: 0 };
// Nothing waits longer: such a row was written before the clock was set back.
const farthest = minutes(20);

export function createKeptModifiers({
  database,
  clock,
  changes,
}: {
  database: Database;
  clock: DatabaseClock;
  changes: Pick<CatalogChanges, 'collect' | 'bulk'>;
}): KeptModifiers {
  const dueRows = (within: Database | Transaction = database) =>
    within(table).where(
      (row) => void row.where('due_at', '<=', clock.now()).orWhere('due_at', '>', clock.now(farthest)),
    );

  return {
    async mark(transaction, { productIds, askedVersion, isUrgent }) {
      if (productIds.length === 0) return;
      const dueAt = (await clock.read(transaction)).getTime();
      const columns = { asked_version: askedVersion, due_at: dueAt, urgency: isUrgent ? 1 : 0, attempts: 0 };
      await insertRows(transaction, table, {
        rows: sorted(productIds).map((id) => ({ product_id: id, ...neverRead, ...columns })),
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

    async write(transaction, { products, readVersion, isBulk }) {
      const stored = await claim(transaction, { productIds: products.map(({ productId }) => productId), readVersion });
      const changed: number[] = [];
      for (const { productId, modifiers } of products) {
        const before = stored.get(productId);
        const content = JSON.stringify(modifiers);
        if (before === undefined || before === content) continue;
        await transaction(table).where({ product_id: productId }).update({ content });
        changed.push(productId);
      }
      await transaction(table)
        .whereIn('product_id', [...stored.keys()])
        .where('asked_version', '<', readVersion)
        .update(settled);
      const collector = isBulk ? changes.bulk : changes;
      collector.collect(transaction, { entity: 'product', kind: 'updated', ids: changed, dependencies: [] });
      return changed.length;
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

    async waiting() {
      const [row] = await database(table).whereNotNull('due_at').count({ count: '*' });
      return toNumber(row?.count);
    },
  };
}

/**
 * Claims products for a response; their rows stay locked until the transaction ends.
 * @returns what is stored of those without a newer response, by product
 */
async function claim(
  transaction: Transaction,
  { productIds, readVersion }: { productIds: readonly number[]; readVersion: number },
): Promise<Map<number, string | null>> {
  if (productIds.length === 0) return new Map();
  await insertRows(transaction, table, {
    rows: sorted(productIds).map((id) => ({
      product_id: id,
      ...neverRead,
      ...settled,
      read_version: readVersion,
      asked_version: 0,
    })),
    conflict: {
      columns: ['product_id'],
      merge: { read_version: greatestOfStoredAndOffered(transaction, table, 'read_version') },
    },
  });
  const rows = await transaction(table)
    .where({ read_version: readVersion })
    .whereIn('product_id', [...productIds])
    .select('product_id', 'content');
  return new Map(rows.map((row) => [toNumber(row.product_id), row.content === null ? null : String(row.content)]));
}

/** Always in the same order, to avoid deadlocks. */
const sorted = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);
