import type { ChangeOrigin } from '../model/change-origins';
import type { Database, Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { transact } from '../../database/transact';
import { type Milliseconds, seconds } from '../../lib/durations';
import type { AbsenceNote, Absences, ConfirmableAbsences, Records, Standing } from './absences';
import type { CatalogStore } from '../writing/catalog-store';
import type { EntityKind } from '../model/catalog-types';
import { type Allowance, DoubtfulEmptinessError, MassRemovalError, type SiteRemovalLimit } from './removal-limit';
import type { CatalogTables } from '../tables/strapi-tables';

/** How long after the first response the second one may be requested (behavior 10.1). */
export const confirmationDelay: Milliseconds = seconds(5);

const mostControls = 3;
// How many more candidates for controls are read, since some may be missing themselves.
const mostPassedOver = 50;

/** A complete response without some of the records that were requested by id. */
export interface AbsentRecords extends Records {
  /** Read version of the response. */
  readVersion: number;
  /** The records that were already missing from an earlier response when this one was requested. */
  confirmable: ConfirmableAbsences;
  /** What triggered the request. */
  origin: ChangeOrigin;
  /** What happens beyond the limit. `refuse`: nothing is removed; `hold`: the rest waits for permission. */
  excess: 'refuse' | 'hold' | 'allow';
}

/** What makes an empty response doubtful. */
export interface Doubts {
  /** Other records that it should have included; never empty above the limit's minimum if the catalog has others. */
  controls: readonly number[];
  /** A response without more records than this at once is not trusted. */
  mostMissing: number;
}

/** What happened to records that upstream did not return. Records with a newer response are in none of the lists. */
export interface SettledAbsences {
  /** Records that were cached. */
  removed: number[];
  /** To be requested again, in five seconds. */
  unconfirmed: number[];
  /** Confirmed, but beyond the limit. */
  held: number[];
}

/**
 * The only way to remove records from the catalog, for runs, sweeps, resyncs, events and retries. It removes only
 * records that were missing from two complete responses (behavior 10.1), and no more in ten minutes than the site's
 * limit allows (behavior 10.2).
 */
export interface Removals {
  /** Records a first response without these. */
  noteAbsent(note: AbsenceNote): Promise<void>;
  /** Which of these a request that starts now may confirm; call before the request. */
  confirmable(records: Records): Promise<ConfirmableAbsences>;
  /** A few other records of this kind that certainly exist: a response with neither these nor those is doubtful. */
  controls(records: Records): Promise<readonly number[]>;
  /** What makes a response to events that includes none of these doubtful. */
  doubts(records: Records): Promise<Doubts>;
  /** Notes that these exist, even if their upstream data is unusable: earlier responses without them are void. */
  noteExisting(records: Records): Promise<void>;
  /**
   * Call when a listing is empty or a channel has no category tree: not trusted if records are cached (behavior 10.4).
   * @throws DoubtfulEmptinessError when records of this kind are cached
   */
  refuseEmptiness(entity: EntityKind): Promise<void>;
  /** Which of these are cached. */
  cached(records: Records): Promise<ReadonlySet<number>>;
  /** Which of these are held by the limit after an event or a resync would have removed them. */
  heldOutsideRuns(records: Records): Promise<ReadonlySet<number>>;
  /** How many records of this kind may be removed now. */
  allowance(entity: EntityKind): Promise<Allowance>;
  /** Holds records beyond the limit until their removal is allowed. */
  hold(records: Records & { origin: ChangeOrigin }): Promise<void>;
  /**
   * Processes a response in the transaction that removes the records. Call it first in the transaction.
   * @throws MassRemovalError for `refuse`
   */
  settle(
    transaction: Transaction,
    store: Pick<CatalogStore, 'remove'>,
    absent: AbsentRecords,
  ): Promise<SettledAbsences>;
}

export function createRemovals(options: {
  database: Database;
  catalogTables: CatalogTables;
  absences: Absences;
  limit: SiteRemovalLimit;
  clock: DatabaseClock;
  drawReadVersion: () => Promise<number>;
}): Removals {
  const { database, catalogTables, absences, limit, clock } = options;

  async function cachedAmong(connection: Database | Transaction, { entity, ids }: Records): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const found: unknown[] = await connection(catalogTables.tables[entity])
      .whereIn('upstream_id', [...ids])
      .whereNull('withdrawn_at')
      .pluck('upstream_id');
    return new Set(found.map(toNumber));
  }

  /** Some other cached records, and whether the newest response about each included it. */
  async function othersThan({ entity, ids }: Records): Promise<{ shown: number[]; missed: number[] }> {
    const from = async (direction: 'asc' | 'desc'): Promise<number[]> => {
      const found: unknown[] = await database(catalogTables.tables[entity])
        .whereNull('withdrawn_at')
        .orderBy('id', direction)
        .limit(ids.length + mostPassedOver)
        .pluck('upstream_id');
      return found.map(toNumber);
    };
    const asked = new Set(ids);
    // From both ends: a listing that ended early lacks all of the newest.
    const others = [...new Set([...(await from('desc')), ...(await from('asc'))])].filter((id) => !asked.has(id));
    const missed = await absences.noted({ entity, ids: others });
    return { shown: others.filter((id) => !missed.has(id)), missed: others.filter((id) => missed.has(id)) };
  }

  /** How many of the records that count against the limit may be removed. */
  async function allowed(
    transaction: Transaction,
    { entity, excess }: AbsentRecords,
    counted: number,
  ): Promise<number> {
    if (excess === 'allow' || counted === 0) return counted;
    const { records, cached, limitPercent } = await limit.allowance(entity, transaction);
    if (counted <= records) return counted;
    if (excess === 'refuse') throw new MassRemovalError({ entity, gone: counted, cached, limitPercent });
    return records;
  }

  return {
    async noteAbsent(note) {
      if (note.ids.length === 0) return;
      const readVersion = note.readVersion ?? (await options.drawReadVersion());
      await transact(database, (transaction) => absences.note(transaction, { ...note, readVersion }));
    },

    confirmable: (records) => absences.confirmable(records),

    async controls(records) {
      return (await othersThan(records)).shown.slice(0, mostControls);
    },

    async doubts(records) {
      const isLarge = (await limit.countLive(records.entity)) > limit.minimum();
      const { shown, missed } = await othersThan(records);
      // A small catalog may really be empty now; for a larger one, this counts as an outage until a run
      // shows otherwise.
      const controls = (shown.length > 0 || !isLarge ? shown : missed).slice(0, mostControls);
      return { controls, mostMissing: limit.minimum() };
    },

    noteExisting: (records) => absences.forget(database, records),

    async refuseEmptiness(entity) {
      const cached = await limit.countLive(entity);
      if (cached > 0) throw new DoubtfulEmptinessError({ entity, cached });
    },

    cached: (records) => cachedAmong(database, records),

    heldOutsideRuns: (records) => absences.heldOutsideRuns(records),

    allowance: (entity) => limit.allowance(entity),

    hold: (records) => transact(database, (transaction) => absences.hold(transaction, records)),

    async settle(transaction, store, absent) {
      const { entity, ids, readVersion, confirmable, origin, excess } = absent;
      if (ids.length === 0) return { removed: [], unconfirmed: [], held: [] };
      if (confirmable.size > 0) await limit.lock(transaction, entity);
      const standings = await absences.standings(transaction, { entity, ids });
      const verdicts = new Map(
        ids.map((id) => [
          id,
          verdictOn(standings.get(id), { readVersion, firstMissedBy: confirmable.get(id), excess }),
        ]),
      );
      const having = (verdict: Verdict) => ids.filter((id) => verdicts.get(id) === verdict);

      const unconfirmed = having('unconfirmed');
      await absences.note(transaction, { entity, ids: unconfirmed, readVersion, confirmableAfter: confirmationDelay });
      const cached = await cachedAmong(transaction, { entity, ids: having('confirmed') });
      const counted = [...cached].sort((a, b) => a - b);
      const most = await allowed(transaction, absent, counted.length);
      const [going, held] = [counted.slice(0, most), counted.slice(most)];
      await absences.hold(transaction, { entity, ids: held, origin });

      // Also for records not cached or already removed: the tombstone keeps a slower, older response from restoring
      // them.
      const uncached = having('confirmed').filter((id) => !cached.has(id));
      const settled = [...having('gone'), ...having('exempt'), ...uncached, ...going];
      if (settled.length === 0) return { removed: [], unconfirmed, held };
      // Any instance may compute the retention of withdrawn records from it.
      const now = await clock.read(transaction);
      const removed = await store.remove(transaction, { entity, ids: settled, readVersion, origin, now });
      const counting = new Set(going);
      if (excess !== 'allow')
        await limit.note(transaction, { entity, records: removed.filter((id) => counting.has(id)).length });
      await absences.forget(transaction, { entity, ids: settled });
      return { removed, unconfirmed, held };
    },
  };
}

/** `gone`: already removed; `exempt`: held for an event or a resync, and confirmed by a run's listing and response. */
type Verdict = 'outdated' | 'gone' | 'unconfirmed' | 'confirmed' | 'exempt';

function verdictOn(
  standing: Standing | undefined,
  {
    readVersion,
    firstMissedBy,
    excess,
  }: { readVersion: number; firstMissedBy: number | undefined; excess: AbsentRecords['excess'] },
): Verdict {
  if (!standing) return 'unconfirmed';
  if (standing.newest !== null && standing.newest > readVersion) return 'outdated';
  if (standing.isRemoved) return 'gone';
  // If it was seen in the meantime, another absence may stand there by now, from the same moment as this response.
  if (!standing.absence || standing.absence.readVersion !== firstMissedBy) return 'unconfirmed';
  const { heldFor } = standing.absence;
  return excess === 'refuse' && heldFor !== null && heldFor.kind !== 'run' ? 'exempt' : 'confirmed';
}
