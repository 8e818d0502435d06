import type { ChangeOrigin } from '../model/change-origins';
import type { Database, Transaction } from '../../database/database';
import { toNumber } from '../../database/database';
import type { DatabaseClock } from '../../database/database-clock';
import { transact } from '../../database/transact';
import { type Milliseconds, seconds } from '../../lib/durations';
import type { AbsenceNote, Absences, Records, Standing } from './absences';
import type { CatalogStore } from '../writing/catalog-store';
import type { EntityKind } from '../model/catalog-types';
import { type Allowance, DoubtfulEmptinessError, MassRemovalError, type SiteRemovalLimit } from './removal-limit';
import type { CatalogTables } from '../tables/strapi-tables';

/** How much later than the first response the second one may be asked for (behavior 10.1). */
export const betweenLooks: Milliseconds = seconds(5);

const mostControls = 3;
// So many may be missing themselves.
const mostPassedOver = 50;

/** A complete response that did not show some records that were asked for by id. */
export interface AbsentRecords extends Records {
  /** Read version of the response. */
  readVersion: number;
  /** Those whose absence an earlier response had shown when this one was asked for. */
  confirmable: ReadonlySet<number>;
  /** What upstream was asked for. */
  origin: ChangeOrigin;
  /** What becomes of more than the limit allows. `refuse`: nothing is removed; `hold`: the rest waits. */
  excess: 'refuse' | 'hold' | 'allow';
}

/** When a response that shows nothing is not believed. */
export interface Doubts {
  /** Others that it should have shown; of a catalog that is larger than the limit's minimum there are some as long as there are others. */
  controls: readonly number[];
  /** More than so many are not missing all at once. */
  mostMissing: number;
}

/** What became of records that upstream did not show. One that a newer response told of is in none of the lists. */
export interface SettledAbsences {
  /** Those that were cached. */
  removed: number[];
  /** To be looked for again, in five seconds. */
  lookAgain: number[];
  /** Confirmed, and more than the limit allows. */
  held: number[];
}

/**
 * The one way out of the catalog, for runs, sweeps, resyncs, events and retries. It takes only records whose absence two
 * complete responses have shown (behavior 10.1), and no more in ten minutes than the site's limit allows (behavior 10.2).
 */
export interface Removals {
  /** Notes a first response that did not show these. */
  noteAbsent(note: AbsenceNote): Promise<void>;
  /** Which of these a request that starts now may confirm; to be asked before the request. */
  confirmable(records: Records): Promise<ReadonlySet<number>>;
  /** A few records of this kind that are surely there, none of them among these: a response that shows none of both is doubtful. */
  controls(records: Records): Promise<readonly number[]>;
  /** What makes a response to events doubtful in which none of these is shown. */
  doubts(records: Records): Promise<Doubts>;
  /** They exist, though what upstream says of them cannot be used: whatever did not show them is void. */
  noteExisting(records: Records): Promise<void>;
  /**
   * To be called when a listing is empty, or a channel has no category tree: where it was not, that says nothing (behavior 10.4).
   * @throws DoubtfulEmptinessError when records of this kind are cached
   */
  refuseEmptiness(entity: EntityKind): Promise<void>;
  /** Which of these are in the catalog. */
  cached(records: Records): Promise<ReadonlySet<number>>;
  /** Which of these wait for the limit since somebody else than a run would have removed them. */
  heldOutsideRuns(records: Records): Promise<ReadonlySet<number>>;
  /** How many records of this kind may go now. */
  allowance(entity: EntityKind): Promise<Allowance>;
  /** More than the limit allows: they wait for somebody to let them be removed. */
  hold(records: Records & { origin: ChangeOrigin }): Promise<void>;
  /**
   * Takes in a response within the transaction that removes. Before anything else in it.
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

  /** Some other records that are cached, and whether the newest response that told of them showed them. */
  async function othersThan({ entity, ids }: Records): Promise<{ shown: number[]; missed: number[] }> {
    const found: unknown[] = await database(catalogTables.tables[entity])
      .whereNull('withdrawn_at')
      .orderBy('id', 'desc')
      .limit(ids.length + mostPassedOver)
      .pluck('upstream_id');
    const asked = new Set(ids);
    const others = found.map(toNumber).filter((id) => !asked.has(id));
    const missed = await absences.noted({ entity, ids: others });
    return { shown: others.filter((id) => !missed.has(id)), missed: others.filter((id) => missed.has(id)) };
  }

  /** How many of the records that count against the limit may go. */
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
      // Of a small catalog, all may really be gone; of a larger one the same response is an outage until a run says otherwise.
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
      if (ids.length === 0) return { removed: [], lookAgain: [], held: [] };
      if (confirmable.size > 0) await limit.lock(transaction, entity);
      const standings = await absences.standings(transaction, { entity, ids });
      const verdicts = new Map(
        ids.map((id) => [
          id,
          verdictOn(standings.get(id), { readVersion, isConfirmable: confirmable.has(id), excess }),
        ]),
      );
      const having = (verdict: Verdict) => ids.filter((id) => verdicts.get(id) === verdict);

      const lookAgain = having('look again');
      await absences.note(transaction, { entity, ids: lookAgain, readVersion, confirmableAfter: betweenLooks });
      const cached = await cachedAmong(transaction, { entity, ids: having('confirmed') });
      const counted = [...cached].sort((a, b) => a - b);
      const most = await allowed(transaction, absent, counted.length);
      const [going, held] = [counted.slice(0, most), counted.slice(most)];
      await absences.hold(transaction, { entity, ids: held, origin });

      // Also what is not cached, or gone already: its tombstone keeps a slower, older response from bringing it back.
      const uncached = having('confirmed').filter((id) => !cached.has(id));
      const settled = [...having('gone'), ...having('exempt'), ...uncached, ...going];
      if (settled.length === 0) return { removed: [], lookAgain, held };
      // The retention of what is withdrawn is counted from it, by any instance.
      const now = await clock.read(transaction);
      const removed = await store.remove(transaction, { entity, ids: settled, readVersion, origin, now });
      const counting = new Set(going);
      if (excess !== 'allow')
        await limit.note(transaction, { entity, records: removed.filter((id) => counting.has(id)).length });
      await absences.forget(transaction, { entity, ids: settled });
      return { removed, lookAgain, held };
    },
  };
}

/** `gone`: removed already; `exempt`: held for somebody else, and a run's listing and response confirm it. */
type Verdict = 'outdated' | 'gone' | 'look again' | 'confirmed' | 'exempt';

function verdictOn(
  standing: Standing | undefined,
  {
    readVersion,
    isConfirmable,
    excess,
  }: { readVersion: number; isConfirmable: boolean; excess: AbsentRecords['excess'] },
): Verdict {
  if (!standing) return 'look again';
  if (standing.newest !== null && standing.newest > readVersion) return 'outdated';
  if (standing.isRemoved) return 'gone';
  if (!isConfirmable || !standing.absence) return 'look again';
  const { heldFor } = standing.absence;
  return excess === 'refuse' && heldFor !== null && heldFor.kind !== 'run' ? 'exempt' : 'confirmed';
}
