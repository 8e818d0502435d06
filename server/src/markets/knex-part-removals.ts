import { createRemovalWindow } from '../catalog/removal';
import type { Database, Transaction } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { tables } from '../database/tables';
import type { PartIds } from './knex-part-rows';

/** At most this share of a channel's products or categories is removed within ten minutes, but always `minimum`. */
export interface PartRemovalLimit {
  percent: number;
  minimum: number;
}

/** What would be removed from a part. */
export interface PartRemoval {
  partId: number;
  missing: number;
  /** The ids of the part. */
  ids: Pick<PartIds, 'count'>;
  /** More would be removed than is plausible. */
  held(counts: { missing: number; cached: number }): Error;
}

/** What passes and events remove from a part counts together, on all instances (behavior 10.2). */
export interface PartRemovals {
  /**
   * Blocks other removals from parts until the transaction ends; call it first in the transaction.
   * @throws what `held` returns if more would be removed within ten minutes than the limit allows
   */
  refuseMass(transaction: Transaction, removal: PartRemoval): Promise<void>;
  /** Counts what was removed against the limit for ten minutes. */
  note(transaction: Transaction, removed: { partId: number; records: number }): Promise<void>;
  /** Counts what was removed no longer, since an administrator confirmed it; call it first in the transaction. */
  forget(transaction: Transaction, partId: number): Promise<void>;
}

// One row for all parts: they lose something seldom.
const lockRow = { name: 'removals.markets' };

/** The name by which a part's removals are counted. */
const removalsOf = (partId: number): string => `part ${partId}`;

export function createKnexPartRemovals({
  clock,
  limit,
}: {
  clock: DatabaseClock;
  limit: () => PartRemovalLimit;
}): PartRemovals {
  const window = createRemovalWindow(clock);
  return {
    async refuseMass(transaction, { partId, missing, ids, held }) {
      if (missing === 0) return;
      await lock(transaction);
      const removed = await window.removed(transaction, removalsOf(partId));
      const { percent, minimum } = limit();
      const all = missing + removed;
      if (all <= minimum) return;
      const before = (await ids.count(partId, transaction)) + removed;
      if (all > (before * percent) / 100) throw held({ missing: all, cached: before });
    },

    note: (transaction, { partId, records }) => window.note(transaction, { of: removalsOf(partId), records }),

    async forget(transaction, partId) {
      await lock(transaction);
      await window.forget(transaction, removalsOf(partId));
    },
  };
}

async function lock(transaction: Transaction): Promise<void> {
  const isLocked = await transaction(tables.sequences).where(lockRow).increment('value', 1);
  if (isLocked > 0) return;
  await transaction(tables.sequences)
    .insert({ ...lockRow, value: 0 })
    .onConflict('name')
    .ignore();
  await transaction(tables.sequences).where(lockRow).increment('value', 1);
}

/** Deletes what is counted of a part that is deleted. */
export async function deleteRemovals(database: Database, partId: number): Promise<void> {
  await database(tables.removals)
    .where({ entity: removalsOf(partId) })
    .delete();
}
