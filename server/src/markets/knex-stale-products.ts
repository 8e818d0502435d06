import { type Database, greatestOfStoredAndOffered, offered, toNumber, type Transaction } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { createDueRows } from '../database/due-rows';
import { insertRows } from '../database/insert-rows';
import { type Mark, markColumns, markOf, notMarkedSince } from '../database/marked-rows';
import { tables } from '../database/tables';
import { transact } from '../database/transact';
import type { Milliseconds } from '../lib/durations';

/** A product that is to be reread in a part. */
export interface StaleProduct {
  id: number;
  /** Failed attempts since it was marked, or since the last response. */
  attempts: number;
  /** How many responses did not settle it: see `again` of `settle`. */
  step: number;
  mark: Mark;
}

/** Some products of a part. */
export interface PartProducts {
  partId: number;
  productIds: readonly number[];
}

/**
 * Products that events concerned, by part. A row is settled only by a response that was requested after the row was
 * written, so that an event that arrives meanwhile is not lost; rows survive a restart.
 */
export interface StaleProducts {
  /**
   * Marks products in all of these parts as due now.
   * @param marked.askedVersion drawn after the change to the products, and outside of the transaction
   */
  mark(
    transaction: Transaction,
    marked: { partIds: readonly number[]; productIds: readonly number[]; askedVersion: number },
  ): Promise<void>;
  /** The parts of the products that have been due longest; all due parts if they have few products. */
  dueParts(): Promise<number[]>;
  /** Products of a part that are due, those due longest first. */
  due(request: { partId: number; limit: number }): Promise<StaleProduct[]>;
  /**
   * Removes the rows that a response settles, within the transaction that writes it.
   * @param settled.again instead of removing the rows, makes them due after this time and increments their step
   */
  settle(
    transaction: Transaction,
    settled: PartProducts & { readVersion: number; again?: Milliseconds | undefined },
  ): Promise<void>;
  /** The steps of those of these products that wait in the part, due or not, by id. */
  waitingAmong(products: PartProducts): Promise<ReadonlyMap<number, number>>;
  /** Those of these products that have not been marked again since they were read from `due`; locks their rows. */
  unmarkedSince(
    transaction: Transaction,
    read: { partId: number; products: readonly StaleProduct[] },
  ): Promise<number[]>;
  /** Makes products of a part due later, since reading failed, and counts the attempt; except as in `drop`. */
  postpone(failed: { partId: number; products: readonly StaleProduct[]; delay: Milliseconds }): Promise<void>;
  /** Makes all due rows of a part due later, without counting an attempt. */
  defer(deferred: { partId: number; delay: Milliseconds }): Promise<void>;
  /** Drops products of a part, except those that have been marked again since they were read from `due`. */
  drop(dropped: { partId: number; products: readonly StaleProduct[] }): Promise<void>;
  /** Drops all products of a part that were marked before this version was drawn. */
  dropPart(dropped: { partId: number; before: number }): Promise<void>;
  /** How long until the next one is due; null when there is none. */
  nextDue(): Promise<Milliseconds | null>;
  /** How many products wait, by part; products whose texts are only reread to be sure do not count. */
  waiting(): Promise<ReadonlyMap<number, number>>;
}

// This many rows are read before every step.
const mostForParts = 1000;

export function createKnexStaleProducts({
  database,
  clock,
}: {
  database: Database;
  clock: DatabaseClock;
}): StaleProducts {
  const { marketStaleProducts: stale, marketParts: parts } = tables;
  const rows = createDueRows({ database, clock, table: stale });

  return {
    async mark(transaction, { partIds, productIds, askedVersion }) {
      const dueAt = (await clock.read(transaction)).getTime();
      // Always in the same order, to avoid deadlocks.
      const ids = [...new Set(productIds)].sort((a, b) => a - b);
      const columns = { asked_version: askedVersion, due_at: dueAt, attempts: 0, step: 0 };
      await insertRows(transaction, stale, {
        rows: [...partIds]
          .sort((a, b) => a - b)
          .flatMap((partId) => ids.map((id) => ({ part_id: partId, product_id: id, ...columns }))),
        conflict: {
          columns: ['part_id', 'product_id'],
          merge: {
            // A run's page may be written after an event that came later.
            asked_version: greatestOfStoredAndOffered(transaction, stale, 'asked_version'),
            due_at: offered(transaction, 'due_at'),
            attempts: offered(transaction, 'attempts'),
            step: offered(transaction, 'step'),
          },
        },
      });
    },

    async dueParts() {
      const longestDue = await rows.first({ then: 'part_id', limit: mostForParts, columns: ['part_id'] });
      return [...new Set(longestDue.map((row) => toNumber(row.part_id)))];
    },

    async due({ partId, limit }) {
      const found = await rows.first({
        where: { part_id: partId },
        then: 'product_id',
        limit,
        columns: ['product_id', 'attempts', 'step', ...markColumns],
      });
      return found.map((row) => ({
        id: toNumber(row.product_id),
        attempts: toNumber(row.attempts),
        step: toNumber(row.step),
        mark: markOf(row),
      }));
    },

    async settle(transaction, { partId, productIds, readVersion, again }) {
      if (productIds.length === 0) return;
      const settled = transaction(stale)
        .where({ part_id: partId })
        .whereIn('product_id', [...productIds])
        .where('asked_version', '<', readVersion);
      if (again === undefined) await settled.delete();
      else await settled.update({ due_at: clock.now(again), attempts: 0, step: transaction.raw('?? + 1', ['step']) });
    },

    async waitingAmong({ partId, productIds }) {
      if (productIds.length === 0) return new Map();
      const found = await database(stale)
        .where({ part_id: partId })
        .whereIn('product_id', [...productIds])
        .select('product_id', 'step');
      return new Map(found.map((row) => [toNumber(row.product_id), toNumber(row.step)]));
    },

    unmarkedSince: (transaction, { partId, products }) =>
      notMarkedSince({ rows: transaction(stale).where({ part_id: partId }), products }),

    async postpone({ partId, products, delay }) {
      await transact(database, async (transaction) => {
        const rowsOfPart = () => transaction(stale).where({ part_id: partId });
        const postponed = await notMarkedSince({ rows: rowsOfPart(), products });
        await rowsOfPart()
          .whereIn('product_id', postponed)
          .update({ due_at: clock.now(delay), attempts: transaction.raw('?? + 1', ['attempts']) });
      });
    },

    async defer({ partId, delay }) {
      await transact(database, async (transaction) => {
        await rows
          .due(transaction)
          .where({ part_id: partId })
          .update({ due_at: clock.now(delay) });
      });
    },

    async drop({ partId, products }) {
      await transact(database, async (transaction) => {
        const rowsOfPart = () => transaction(stale).where({ part_id: partId });
        const dropped = await notMarkedSince({ rows: rowsOfPart(), products });
        await rowsOfPart().whereIn('product_id', dropped).delete();
      });
    },

    async dropPart({ partId, before }) {
      await transact(database, (transaction) =>
        transaction(stale).where({ part_id: partId }).where('asked_version', '<', before).delete(),
      );
    },

    nextDue: () => rows.nextDue(),

    async waiting() {
      const counts: { part_id: unknown; count: unknown }[] = await database({ row: stale })
        .join({ part: parts }, 'part.id', 'row.part_id')
        .where((waits) => void waits.whereNot('part.kind', 'texts').orWhere('row.step', 0))
        .groupBy('row.part_id')
        .select('row.part_id as part_id', database.raw('count(*) as count'));
      return new Map(counts.map((row) => [toNumber(row.part_id), toNumber(row.count)]));
    },
  };
}
