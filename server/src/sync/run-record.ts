import type { Run, RunCounts, RunFailure, RunMode, RunPhase, RunStatus } from '../../../contracts/admin/runs';
import type { UpsertOutcome } from '../catalog/catalog-store';
import type { EntityKind } from '../catalog/catalog-types';

export type CountsByEntity = Record<EntityKind, RunCounts>;

/**
 * One execution of a synchronisation, with its checkpoint.
 *
 *   starting → categories → brands → products → removal → finished
 *
 * `page` is the last page of the phase that is committed; whoever takes a run over goes on with the next one. Counts
 * are committed together with the records they count, so a killed run is taken over with true counts.
 */
export interface RunRecord {
  id: string;
  mode: RunMode;
  status: RunStatus;
  phase: RunPhase;
  page: number;
  startedAt: Date;
  finishedAt: Date | null;
  /** Null for a full run. */
  modifiedSince: Date | null;
  /** Drawn when the run began: whatever has a later number was seen by somebody since. */
  firstObservation: number;
  counts: CountsByEntity;
  total: number | null;
  requests: number;
  allowMassRemoval: boolean;
  error: string | null;
}

export function noCounts(): CountsByEntity {
  const zero = (): RunCounts => ({ fetched: 0, created: 0, updated: 0, unchanged: 0, removed: 0, failed: 0 });
  return { product: zero(), category: zero(), brand: zero() };
}

/** Adds what became of one answer's items. An outdated item counts as unchanged: what is stored is newer. */
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

/**
 * A finished run's outcome, computed from its counts (decisions 5.8).
 * @returns `partial` with the reason in words when anything was left out
 */
export function outcomeOf(run: Pick<RunRecord, 'counts' | 'total'>): { status: 'succeeded' | 'partial'; error: string | null } {
  const failed = Object.values(run.counts).reduce((sum, counts) => sum + counts.failed, 0);
  const missing = Math.max(0, (run.total ?? 0) - run.counts.product.fetched);

  const reasons: string[] = [];
  if (failed > 0) reasons.push(`${failed} ${failed === 1 ? 'item' : 'items'} could not be stored; the list of failures says why.`);
  if (missing > 0) reasons.push(`Upstream counts ${run.total} products and listed ${run.counts.product.fetched}; the next run will look again.`);
  return reasons.length === 0 ? { status: 'succeeded', error: null } : { status: 'partial', error: reasons.join(' ') };
}

/** The run as the admin API shows it. */
export function presentRun(run: RunRecord, failures: readonly RunFailure[]): Run {
  return {
    id: run.id,
    mode: run.mode,
    status: run.status,
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    phase: run.phase,
    counts: run.counts.product,
    countsByEntity: run.counts,
    total: run.total,
    requests: run.requests,
    failures: [...failures],
    error: run.error,
  };
}
