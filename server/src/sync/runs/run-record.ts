import {
  type DryMarketPart,
  type Run,
  type RunCounts,
  type RunFailure,
  type RunMode,
  type RunPhase,
  type RunReason,
  runReason,
  type RunStatus,
} from '../../../../contracts/admin/runs';
import type { UpsertOutcome } from '../../catalog/writing';
import type { EntityKind } from '../../catalog/model';
import type { Milliseconds } from '../../lib/durations';
import { CommerceBridgeError, databaseWords, describeError, plainData } from '../../lib/errors';

export type CountsByEntity = Record<EntityKind, RunCounts>;

/**
 * One execution of a sync, with its checkpoint.
 *
 *   starting → categories → brands → products → sweep → removal → finished
 *
 * A full run skips the sweep; an incremental one also skips the removal. `page` is the last committed page of the
 * phase; a run that is taken over continues with the next one. Counts are committed together with the records they
 * count, so a killed run is taken over with correct counts.
 */
export interface RunRecord {
  id: string;
  mode: RunMode;
  /** Whether its writes are rolled back. */
  isDry: boolean;
  status: RunStatus;
  phase: RunPhase;
  page: number;
  startedAt: Date;
  /**
   * The same by upstream's clock, before its first listing; null until upstream has reported a time, and for runs of an
   * earlier version.
   */
  upstreamStartedAt: Date | null;
  finishedAt: Date | null;
  /** Null for a full run. */
  modifiedSince: Date | null;
  /** The store it reads: it cannot be resumed with another one. */
  storeHash: string;
  /** The channel it reads; null until upstream has reported the store's default one. */
  channelId: number | null;
  /** Drawn when the run began: a record with a later number has been seen since. */
  firstReadVersion: number;
  counts: CountsByEntity;
  /** Upstream's count of each kind; null until it is known. */
  totals: Record<EntityKind, number | null>;
  requests: number;
  /** How long its requests waited for the budget and for retries. */
  waited: Milliseconds;
  /** From upstream's last response; null before the first. */
  quotaLeft: number | null;
  allowMassRemoval: boolean;
  /** Incremented with each takeover: late writes of an earlier holder are rejected. */
  epoch: number;
  /** How many consecutive holders died at this checkpoint. */
  deaths: number;
  /** The item being synced alone; null while whole pages are. */
  itemInProgress: RunItem | null;
  /** Why it failed or skipped something, as text; null when it did neither. */
  error: string | null;
  /** The same as codes; empty when there is only the text. */
  reasons: readonly RunReason[];
  /** What a dry run would change in further markets; null while unknown, and for other runs. */
  marketParts: readonly DryMarketPart[] | null;
}

/** One entity of a run. */
export interface RunItem {
  entity: EntityKind;
  id: number;
}

/** How a run ended. */
export type RunOutcome = Pick<RunRecord, 'status' | 'error' | 'reasons'>;

const entityKinds: readonly EntityKind[] = ['product', 'category', 'brand'];

/** A run's share of upstream's budget. */
export type Spending = Pick<RunRecord, 'requests' | 'waited' | 'quotaLeft'>;

export function noCounts(): CountsByEntity {
  const zero = (): RunCounts => ({ fetched: 0, created: 0, updated: 0, unchanged: 0, removed: 0, failed: 0 });
  return { product: zero(), category: zero(), brand: zero() };
}

/** Adds the outcomes of one response's items. An outdated item counts as unchanged: what is stored is newer. */
export function addOutcomes(
  counts: CountsByEntity,
  entity: EntityKind,
  added: { outcomes: readonly UpsertOutcome[]; failed: number },
): CountsByEntity {
  const before = counts[entity];
  const of = (kind: UpsertOutcome['kind']) => added.outcomes.filter((outcome) => outcome.kind === kind).length;
  return {
    ...counts,
    [entity]: {
      ...before,
      fetched: before.fetched + added.outcomes.length + added.failed,
      created: before.created + of('created'),
      updated: before.updated + of('updated'),
      unchanged: before.unchanged + of('unchanged') + of('outdated'),
      failed: before.failed + added.failed,
    },
  };
}

/** The progress of a run that has done nothing so far. */
export function noProgress() {
  return {
    phase: 'starting',
    page: 0,
    upstreamStartedAt: null,
    counts: noCounts(),
    totals: { product: null, category: null, brand: null },
    deaths: 0,
    itemInProgress: null,
  } satisfies Partial<RunRecord>;
}

const plurals: Record<EntityKind, string> = { product: 'products', category: 'categories', brand: 'brands' };

/**
 * A finished run's outcome, computed from its counts (behavior 5.8).
 * @returns `partial` with the reasons when anything was skipped
 */
export function outcomeOf({ counts, totals }: Pick<RunRecord, 'counts' | 'totals'>): RunOutcome {
  const sentences: string[] = [];
  const reasons: RunReason[] = [];
  const failed = entityKinds.reduce((sum, entity) => sum + counts[entity].failed, 0);
  if (failed > 0) {
    sentences.push(
      `${failed} ${failed === 1 ? 'record' : 'records'} couldn't be imported. See the list of failed records for details.`,
    );
    reasons.push({ code: 'items_failed', values: { count: failed } });
  }
  for (const entity of entityKinds) {
    const total = totals[entity] ?? 0;
    const { fetched } = counts[entity];
    if (fetched >= total) continue;
    sentences.push(
      `BigCommerce reported ${total} ${plurals[entity]} but returned ${fetched}. The next sync will check again.`,
    );
    reasons.push({ code: 'listed_fewer', values: { entity, total, listed: fetched } });
  }
  if (reasons.length === 0) return { status: 'succeeded', error: null, reasons };
  return { status: 'partial', error: sentences.join(' '), reasons };
}

/** The outcome of a run that this error ended. */
export function failureOf(error: unknown): RunOutcome {
  const refusal = databaseWords(error);
  if (refusal !== null)
    return {
      status: 'failed',
      error: `The database rejected it: ${refusal}`,
      reasons: [{ code: 'database_refused', values: { refusal } }],
    };
  const reason = runReason.safeParse(
    error instanceof CommerceBridgeError ? { code: error.code, values: plainData(error) } : null,
  );
  return { status: 'failed', error: describeError(error), reasons: reason.success ? [reason.data] : [] };
}

/** The run as the admin API shows it. */
export function presentRun(run: RunRecord, failures: readonly RunFailure[]): Run {
  return {
    id: run.id,
    mode: run.mode,
    dryRun: run.isDry,
    status: run.status,
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    phase: run.phase,
    counts: run.counts.product,
    countsByEntity: run.counts,
    total: run.totals.product,
    requests: run.requests,
    waitedMs: run.waited,
    quotaLeft: run.quotaLeft,
    failures: [...failures],
    ...(run.marketParts && { marketParts: [...run.marketParts] }),
    allowMassRemoval: run.allowMassRemoval,
    error: run.error,
    reasons: [...run.reasons],
  };
}
