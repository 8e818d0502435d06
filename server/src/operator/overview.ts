import type { Overview, OverviewHistory } from '../../../contracts/admin/overview';
import type { HeldRemoval } from '../../../contracts/admin/removals';
import type { CatalogCounts } from '../catalog/admin';
import type { RunRecord } from '../sync/runs/run-record';
import type { PacerBudget } from '../upstream/pacing/pacing';
import type { EventAdmin, EventDelays } from '../webhooks/event-queue';
import type { HealthService } from '../health/health-service';

export interface OverviewOptions {
  health: Pick<HealthService, 'read'>;
  syncState: () => Promise<Overview['sync']>;
  nextRun: () => Promise<Date | null>;
  counts: () => Promise<CatalogCounts>;
  events: Pick<EventAdmin, 'counts'>;
  held: () => Promise<HeldRemoval[]>;
  instances: () => Promise<Overview['instances']>;
  /** Null before the first request to the store. */
  budget: () => Promise<PacerBudget | null>;
}

/** Shows whether the shop is in sync, from local data; sends no request upstream. */
export function createOverview({
  health,
  syncState,
  nextRun,
  counts,
  events,
  held,
  instances,
  budget,
}: OverviewOptions): () => Promise<Overview> {
  return async () => {
    const { status, record } = await health.read();
    return {
      status,
      health: record,
      sync: await syncState(),
      nextRunAt: (await nextRun())?.toISOString() ?? null,
      counts: await counts(),
      removalHeld: await held(),
      events: await events.counts(),
      instances: await instances(),
      quota: presentBudget(await budget()),
    };
  };
}

function presentBudget(budget: PacerBudget | null): Overview['quota'] {
  if (budget === null) return null;
  const { quota: limit, left, inFlight, waiting, pausedUntil } = budget;
  return { limit, left, inFlight, waiting, pausedUntil: pausedUntil?.toISOString() ?? null };
}

const shownRuns = 30;
const shownHours = 24;

/** Reads the data of the charts: a bounded number of rows, however many runs and events there are. */
export function createOverviewHistory(options: {
  runs: { recent(limit: number): Promise<RunRecord[]> };
  events: EventDelays;
}): () => Promise<OverviewHistory> {
  return async () => {
    const runs = await options.runs.recent(shownRuns);
    const hours = await options.events.delays({ hours: shownHours });
    return {
      runs: runs.reverse().map(presentPoint),
      eventDelays: hours.map(({ hour, ...delays }) => ({ hour: hour.toISOString(), ...delays })),
    };
  };
}

function presentPoint({ id, mode, status, startedAt, finishedAt, counts }: RunRecord): OverviewHistory['runs'][number] {
  const all = Object.values(counts);
  return {
    id,
    mode,
    status,
    startedAt: startedAt.toISOString(),
    seconds: ((finishedAt ?? startedAt).getTime() - startedAt.getTime()) / 1000,
    changed: all.reduce((sum, { created, updated, removed }) => sum + created + updated + removed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  };
}
