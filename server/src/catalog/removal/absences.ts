import { type ChangeOrigin, originOf, originText } from '../model/change-origins';
import type { Database, Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { insertRows } from '../../database/insert-rows';
import { tables } from '../../database/tables';
import type { Milliseconds } from '../../lib/durations';
import type { EntityKind } from '../model/catalog-types';

/** Records of one kind. */
export interface Records {
  entity: EntityKind;
  ids: readonly number[];
}

/** A complete upstream response that did not include these records. */
export interface AbsenceNote extends Records {
  /** Read version of the response; drawn when absent, for an absence that upstream reported without a request. */
  readVersion?: number;
  /** How much later a request may confirm it. */
  confirmableAfter: Milliseconds;
}

/** What is known about a record that upstream did not return. */
export interface Standing {
  /** Read version of the newest response about it; null if there was none. */
  newest: number | null;
  /** Whether that response removed it. */
  isRemoved: boolean;
  /** The first response without it; null if there was none, or if the record has been seen since. */
  absence: { readVersion: number; heldFor: ChangeOrigin | null } | null;
}

/** Records whose absence may be confirmed, each with the read version of the first response without it. */
export type ConfirmableAbsences = ReadonlyMap<number, number>;

/**
 * Tracks which records were missing from a complete upstream response, in a table, so that nothing is lost in a crash
 * between two checks or with a second instance (behavior 10.1). A later sighting with a higher read version voids a
 * row, so code that writes records need not clear anything.
 */
export function createAbsences({ database, clock }: { database: Database; clock: DatabaseClock }) {
  const { absences: table, readVersions: readVersions } = tables;
  const rowsOf = (connection: Database | Transaction, { entity, ids }: Records) =>
    connection(table)
      .where({ entity })
      .whereIn('upstream_id', [...ids]);

  const unseenSince = () =>
    database({ absence: table })
      .leftJoin({ seen: readVersions }, (join) => {
        join.on('seen.entity', 'absence.entity').andOn('seen.upstream_id', 'absence.upstream_id');
      })
      .where((row) => {
        row.whereNull('seen.observation').orWhereRaw('?? <= ??', ['seen.observation', 'absence.observation']);
      });

  async function standingsOf(
    transaction: Transaction,
    { entity, ids, isLocked }: Records & { isLocked: boolean },
  ): Promise<Map<number, Standing>> {
    const reading = transaction(readVersions)
      .where({ entity })
      .whereIn('upstream_id', [...ids])
      .orderBy('upstream_id');
    const seen = await (isLocked ? reading.forUpdate() : reading).select('upstream_id', 'observation', 'removed_at');
    const newest = new Map(
      seen.map((row) => [
        toNumber(row.upstream_id),
        { observation: toNumber(row.observation), isRemoved: row.removed_at !== null },
      ]),
    );
    const noted = await rowsOf(transaction, { entity, ids }).select(
      'upstream_id',
      'observation',
      'held_at',
      'held_for',
    );
    const absent = new Map(noted.map((row) => [toNumber(row.upstream_id), row]));
    return new Map(
      ids.map((id) => {
        const { observation: readVersion = null, isRemoved = false } = newest.get(id) ?? {};
        const row = absent.get(id);
        const isVoid = row === undefined || (readVersion !== null && readVersion > toNumber(row.observation));
        return [
          id,
          {
            newest: readVersion,
            isRemoved,
            absence: isVoid
              ? null
              : {
                  readVersion: toNumber(row.observation),
                  heldFor: row.held_at === null ? null : originOf(row.held_for),
                },
          },
        ];
      }),
    );
  }

  return {
    /** Records a first response without these. An earlier entry stays, and is confirmable no later than this one. */
    async note(
      transaction: Transaction,
      { entity, ids, readVersion, confirmableAfter }: Required<AbsenceNote>,
    ): Promise<void> {
      if (ids.length === 0) return;
      const standings = await standingsOf(transaction, { entity, ids, isLocked: false });
      const from = (await clock.read(transaction)).getTime() + confirmableAfter;
      const [standing, fresh] = [
        sorted(ids).filter((id) => standings.get(id)?.absence),
        sorted(ids).filter((id) => !standings.get(id)?.absence),
      ];
      await rowsOf(transaction, { entity, ids: standing })
        .where('confirmable_from', '>', from)
        .update({ confirmable_from: from });
      await rowsOf(transaction, { entity, ids: fresh }).delete();
      const rows = fresh.map((id) => ({ entity, upstream_id: id, observation: readVersion, confirmable_from: from }));
      await insertRows(transaction, table, { rows, conflict: { columns: ['entity', 'upstream_id'] } });
    },

    /** Which of these a request that starts now may confirm. */
    async confirmable({ entity, ids }: Records): Promise<ConfirmableAbsences> {
      if (ids.length === 0) return new Map();
      const found: Record<string, unknown>[] = await unseenSince()
        .where('absence.entity', entity)
        .whereIn('absence.upstream_id', [...ids])
        .where('absence.confirmable_from', '<=', clock.now())
        .select('absence.upstream_id as id', 'absence.observation as observation');
      return new Map(found.map((row) => [toNumber(row.id), toNumber(row.observation)]));
    },

    /** Which of these were missing from the newest response about them. */
    async noted({ entity, ids }: Records): Promise<Set<number>> {
      if (ids.length === 0) return new Set();
      const found: unknown[] = await unseenSince()
        .where('absence.entity', entity)
        .whereIn('absence.upstream_id', [...ids])
        .pluck('absence.upstream_id');
      return new Set(found.map(toNumber));
    },

    /** Locks the entries of the records until the transaction ends. */
    standings: (transaction: Transaction, records: Records) => standingsOf(transaction, { ...records, isLocked: true }),

    async forget(connection: Database | Transaction, records: Records): Promise<void> {
      if (records.ids.length > 0) await rowsOf(connection, records).delete();
    },

    /** Marks them as confirmed, awaiting permission to be removed. */
    async hold(transaction: Transaction, records: Records & { origin: ChangeOrigin }): Promise<void> {
      if (records.ids.length === 0) return;
      const at = (await clock.read(transaction)).getTime();
      await rowsOf(transaction, records)
        .whereNull('held_at')
        .update({ held_at: at, held_for: originText(records.origin) });
    },

    /** Which of these are held for an event or a resync. */
    async heldOutsideRuns({ entity, ids }: Records): Promise<Set<number>> {
      if (ids.length === 0) return new Set();
      const found: unknown[] = await rowsOf(database, { entity, ids })
        .whereNotNull('held_at')
        .whereIn('held_for', ['event', 'resync'])
        .pluck('upstream_id');
      return new Set(found.map(toNumber));
    },

    /** Ids of held records, ascending, by kind, except those seen since. */
    async held(): Promise<Record<EntityKind, number[]>> {
      const rows = await unseenSince()
        .whereNotNull('absence.held_at')
        .orderBy('absence.upstream_id')
        .select('absence.entity', 'absence.upstream_id');
      const of = (entity: EntityKind) =>
        rows.filter((row) => row.entity === entity).map((row) => toNumber(row.upstream_id));
      return { product: of('product'), category: of('category'), brand: of('brand') };
    },
  };
}

export type Absences = ReturnType<typeof createAbsences>;

// Always in the same order, to avoid deadlocks.
const sorted = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);
