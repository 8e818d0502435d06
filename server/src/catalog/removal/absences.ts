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

/** A complete response of upstream that did not show these records. */
export interface AbsenceNote extends Records {
  /** Read version of the response; one that is drawn now when upstream told of it by itself. */
  readVersion?: number;
  /** How much later a request may confirm it. */
  confirmableAfter: Milliseconds;
}

/** What is known of a record that upstream did not show. */
export interface Standing {
  /** Read version of the newest response that told of it; null when none did. */
  newest: number | null;
  /** Whether that response was its removal. */
  isRemoved: boolean;
  /** The first response that did not show it; null when there was none, or when the record was seen since. */
  absence: { heldFor: ChangeOrigin | null } | null;
}

/**
 * Which records one complete response of upstream did not show, kept in a table, so that a crash between two looks and
 * a second instance lose nothing (behavior 10.1). What was seen since with a higher read version makes a row void; so
 * nothing need be cleared where records are written.
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
            absence: isVoid ? null : { heldFor: row.held_at === null ? null : originOf(row.held_for) },
          },
        ];
      }),
    );
  }

  return {
    /** A first response. What one before it noted stands, and is confirmable no later than this says. */
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
    async confirmable({ entity, ids }: Records): Promise<Set<number>> {
      if (ids.length === 0) return new Set();
      const found: unknown[] = await rowsOf(database, { entity, ids })
        .where('confirmable_from', '<=', clock.now())
        .pluck('upstream_id');
      return new Set(found.map(toNumber));
    },

    /** Which of these the newest response that told of them did not show. */
    async noted({ entity, ids }: Records): Promise<Set<number>> {
      if (ids.length === 0) return new Set();
      const found: unknown[] = await unseenSince()
        .where('absence.entity', entity)
        .whereIn('absence.upstream_id', [...ids])
        .pluck('absence.upstream_id');
      return new Set(found.map(toNumber));
    },

    /** Locks what is known of the records until the transaction ends. */
    standings: (transaction: Transaction, records: Records) => standingsOf(transaction, { ...records, isLocked: true }),

    async forget(connection: Database | Transaction, records: Records): Promise<void> {
      if (records.ids.length > 0) await rowsOf(connection, records).delete();
    },

    /** They are confirmed, and wait for somebody to let them be removed. */
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

    /** Ids of what is held, ascending, by kind; what was seen since is not among them. */
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

// In one order for everybody, so that no two wait for each other's rows.
const sorted = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);
