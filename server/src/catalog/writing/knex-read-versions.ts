import type { EntityKind } from '../model/catalog-types';
import type { Database, Transaction } from '../../database/database';
import { type ChangeOrigin, originText } from '../model/change-origins';
import { dialectOf, greatestOfStoredAndOffered, offeredUnlessOlder, toNumber } from '../../database/database';
import { insertRows } from '../../database/insert-rows';
import { createReadVersionSequence } from './read-version-sequence';
import { tables } from '../../database/tables';

/**
 * Tracks which upstream response is newer. `date_modified` has a resolution of one second and may stay the same, so
 * *newer* means that the upstream request started later: each request draws a number first (behavior 4.13). The number
 * of the newest response is kept per entity; a removed entity keeps its row as a tombstone, so that a slow old response
 * cannot restore it.
 */
export function createReadVersions(database: Database) {
  const sequence = createReadVersionSequence(database);

  async function raise(transaction: Transaction, { entity, responses, seen }: ReadVersionClaim): Promise<void> {
    const sighting = { seen_at: seen.at.getTime(), origin: originText(seen.by) };
    const unlessOlder = (column: string) =>
      offeredUnlessOlder(database, { table: tables.readVersions, column, by: 'observation' });
    // Always in the same order, to avoid deadlocks.
    const newest = [...newestOf(responses)].sort(([a], [b]) => a - b);
    const rows = newest.map(([upstreamId, readVersion]) => ({
      entity,
      upstream_id: upstreamId,
      observation: readVersion,
      ...sighting,
    }));
    await insertRows(transaction, tables.readVersions, {
      rows,
      conflict: {
        columns: ['entity', 'upstream_id'],
        merge: {
          seen_at: unlessOlder('seen_at'),
          origin: unlessOlder('origin'),
          observation: greatestOfStoredAndOffered(database, tables.readVersions, 'observation'),
        },
      },
    });
  }

  return {
    /** Records that entities were seen with these numbers; a higher stored number is kept. */
    raise,

    /** Keeps responses of these entities from being written until the transaction ends. */
    async lock(
      transaction: Transaction,
      { entity, ids }: { entity: EntityKind; ids: readonly number[] },
    ): Promise<void> {
      // SQLite runs one transaction at a time, or refuses the second one.
      if (ids.length === 0 || dialectOf(transaction) === 'sqlite') return;
      const rows = transaction(tables.readVersions)
        .where({ entity })
        .whereIn('upstream_id', [...ids]);
      // In the order in which `raise` locks them, to avoid deadlocks.
      await rows.orderBy('upstream_id').forUpdate().select('upstream_id');
    },

    /** The next number; call it before the upstream request starts. */
    draw: () => sequence.draw(),

    /**
     * Claims the entities for responses; only those without a newer response, stored or among these, may be written.
     * Locks their rows until the transaction ends.
     */
    async claim(transaction: Transaction, claim: ReadVersionClaim): Promise<Claimed> {
      const newest = newestOf(claim.responses);
      if (newest.size === 0) return { readVersions: new Map(), removed: [] };

      await raise(transaction, claim);

      const stored = await transaction(tables.readVersions)
        .where({ entity: claim.entity })
        .whereIn('upstream_id', [...newest.keys()])
        .select('upstream_id', 'observation', 'removed_at');
      const read = stored.map((row) => ({
        id: toNumber(row.upstream_id),
        observation: toNumber(row.observation),
        isRemoved: row.removed_at !== null,
      }));
      const held = read.filter(({ id, observation: readVersion }) => newest.get(id) === readVersion);
      return {
        readVersions: new Map(held.map(({ id, observation: readVersion }) => [id, readVersion])),
        removed: held.filter(({ isRemoved }) => isRemoved).map(({ id }) => id),
      };
    },

    /** Turns the claimed entities' rows into tombstones, or back. */
    async markRemoved(
      transaction: Transaction,
      claim: { entity: EntityKind; ids: readonly number[]; removedAt: Date | null },
    ): Promise<void> {
      if (claim.ids.length === 0) return;
      await transaction(tables.readVersions)
        .where({ entity: claim.entity })
        .whereIn('upstream_id', [...claim.ids])
        .update({ removed_at: claim.removedAt?.getTime() ?? null });
    },
  };
}

export type ReadVersions = ReturnType<typeof createReadVersions>;

export interface Claimed {
  /** For the ids that may be written, the number of the response to write. */
  readVersions: ReadonlyMap<number, number>;
  /** The ids among them whose rows are tombstones. */
  removed: number[];
}

export interface ReadVersionClaim {
  entity: EntityKind;
  /** The entities in each response. */
  responses: readonly { ids: readonly number[]; readVersion: number }[];
  /** When the responses were processed, and what triggered the requests. */
  seen: { at: Date; by: ChangeOrigin };
}

/** The highest number of each entity. */
function newestOf(responses: ReadVersionClaim['responses']): Map<number, number> {
  const newest = new Map<number, number>();
  for (const { ids, readVersion } of responses)
    for (const id of ids) newest.set(id, Math.max(readVersion, newest.get(id) ?? readVersion));
  return newest;
}
