import type { EntityKind } from '../catalog/catalog-types';
import type { Database, Transaction } from './database';
import { type ChangeOrigin, originText } from './change-origins';
import { greatestOfStoredAndOffered, offeredUnlessOlder, toNumber } from './database';
import { insertRows } from './insert-rows';
import { tables } from './tables';

// Its row is made by the first migration.
const sequence = 'observation';

/**
 * Which answer of upstream is newer. `date_modified` has whole seconds and may not move, so *newer* means that the
 * upstream request started later: each request draws a number first (decisions 4). The number of the newest answer
 * is kept per entity; a removed one keeps its row as a tombstone, so that a slow old answer cannot resurrect it.
 */
export function createObservations(database: Database) {
  async function drawWithin(transaction: Transaction): Promise<number> {
    await transaction(tables.sequences).where({ name: sequence }).increment('value', 1);
    const row = await transaction(tables.sequences).where({ name: sequence }).first('value');
    return toNumber(row?.value);
  }

  async function raise(transaction: Transaction, { entity, ids, observation, seen }: ObservationClaim): Promise<void> {
    const told = { observation, seen_at: seen.at.getTime(), origin: originText(seen.by) };
    const unlessOlder = (column: string) => offeredUnlessOlder(database, { table: tables.observations, column, by: 'observation' });
    const rows = ids.map((upstreamId) => ({ entity, upstream_id: upstreamId, ...told }));
    await insertRows(transaction, tables.observations, rows, {
      columns: ['entity', 'upstream_id'],
      merge: { seen_at: unlessOlder('seen_at'), origin: unlessOlder('origin'), observation: greatestOfStoredAndOffered(database, tables.observations, 'observation') },
    });
  }

  return {
    /** Notes that entities were observed with this number; a higher one stays. */
    raise,

    /** The next number; call it before the upstream request starts. */
    draw: (): Promise<number> => database.transaction(drawWithin),

    /** The next number, drawn with other work, for a request that starts once that is committed. */
    drawWithin,

    /**
     * Claims the entities for an answer; only those may be written for which no newer answer is stored. Locks their
     * rows until the transaction ends.
     */
    async claim(transaction: Transaction, claim: ObservationClaim): Promise<Claimed> {
      const ids = [...new Set(claim.ids)].sort((a, b) => a - b);
      if (ids.length === 0) return { ids: new Set(), removed: [] };

      await raise(transaction, { ...claim, ids });

      const held = await transaction(tables.observations)
        .where({ entity: claim.entity, observation: claim.observation })
        .whereIn('upstream_id', ids)
        .select('upstream_id', 'removed_at');
      const idOf = (row: { upstream_id: unknown }) => toNumber(row.upstream_id);
      return { ids: new Set(held.map(idOf)), removed: held.filter((row) => row.removed_at !== null).map(idOf) };
    },

    /** Turns the claimed entities' rows into tombstones, or back. */
    async markRemoved(
      transaction: Transaction,
      claim: Pick<ObservationClaim, 'entity' | 'ids'> & { removedAt: Date | null },
    ): Promise<void> {
      if (claim.ids.length === 0) return;
      await transaction(tables.observations)
        .where({ entity: claim.entity })
        .whereIn('upstream_id', [...claim.ids])
        .update({ removed_at: claim.removedAt?.getTime() ?? null });
    },
  };
}

export type Observations = ReturnType<typeof createObservations>;

export interface Claimed {
  ids: Set<number>;
  /** Those of them that are tombstones. */
  removed: number[];
}

export interface ObservationClaim {
  entity: EntityKind;
  ids: readonly number[];
  observation: number;
  /** When the answer was taken in, and what it came for. */
  seen: { at: Date; by: ChangeOrigin };
}
