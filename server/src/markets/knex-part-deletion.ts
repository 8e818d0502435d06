import { type Database, toNumber } from '../database/database';
import { tables } from '../database/tables';
import type { PartChanges } from './knex-part-changes';
import { deleteRemovals } from './knex-part-removals';
import { categoryTable, memberTable, priceTable, searchTable, textTable } from './knex-dependent-rows';

/** Deletes parts that no market needs, with everything that is stored about them. */
export interface PartDeletion {
  /**
   * Abandons these parts: from now on no part has their names, and passes over them write nothing more.
   * @param names of parts, see `partName`
   */
  abandon(names: readonly string[]): Promise<void>;
  /**
   * Deletes abandoned parts, in short transactions; another call continues where one was interrupted.
   * @returns how many parts were deleted
   * @throws the signal's reason
   */
  deleteAbandoned(signal: AbortSignal): Promise<number>;
}

// No part has such a name; the id keeps it unique.
const abandonedPrefix = 'given up ';
// Short statements: on SQLite, shoppers' requests wait for each of them.
const rowsAtOnce = 500;

const rowsOfParts: readonly { name: string; idColumn: string }[] = [
  { name: tables.marketStaleProducts, idColumn: 'product_id' },
  memberTable,
  priceTable,
  categoryTable,
  textTable,
  searchTable,
  { name: tables.marketRedirects, idColumn: 'entity_id' },
  { name: tables.marketVersions, idColumn: 'product_id' },
];

export function createKnexPartDeletion(database: Database, changes: PartChanges): PartDeletion {
  async function deleteRows(partId: number, signal: AbortSignal): Promise<void> {
    for (const { name, idColumn } of rowsOfParts) {
      for (;;) {
        signal.throwIfAborted();
        const ids: unknown[] = await database(name).where({ part_id: partId }).limit(rowsAtOnce).pluck(idColumn);
        if (ids.length === 0) break;
        await database(name)
          .where({ part_id: partId })
          .whereIn(idColumn, [...new Set(ids.map(toNumber))])
          .delete();
      }
    }
    await deleteRemovals(database, partId);
  }

  return {
    async abandon(names) {
      for (const name of names) {
        await changes.transaction(async (transaction) => {
          // A pass under way then finds another epoch and no phase.
          const count = await transaction(tables.marketParts)
            .where({ name })
            .update({
              name: transaction.raw(concatenated(database), [abandonedPrefix, 'id']),
              epoch: transaction.raw('?? + 1', ['epoch']),
              phase: null,
              complete_since: null,
              completed_at: null,
            });
          if (count > 0) changes.collectMarketParts(transaction, [name]);
        });
      }
    },

    async deleteAbandoned(signal) {
      const ids: unknown[] = await database(tables.marketParts)
        .where('name', 'like', `${abandonedPrefix}%`)
        .orderBy('id')
        .pluck('id');
      for (const id of ids.map(toNumber)) {
        await deleteRows(id, signal);
        await database(tables.marketParts).where({ id }).delete();
        // Deletes what a request under way wrote meanwhile; without the part, nothing more is written.
        await deleteRows(id, signal);
      }
      return ids.length;
    },
  };
}

function concatenated(database: Database): string {
  return String(database.client.config.client).startsWith('mysql') ? 'concat(?, ??)' : '? || ??';
}
