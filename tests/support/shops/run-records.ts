import type { Run } from '../../../contracts/admin/runs';
import { milliseconds } from '../../../server/src/lib/durations';
import { noCounts, type RunRecord } from '../../../server/src/sync/runs/run-record';

/** A run that has just started, valid by default. */
export function aRunRecord(given: Partial<RunRecord> = {}): RunRecord {
  return {
    id: 'run-1',
    mode: 'full',
    isDry: false,
    status: 'running',
    phase: 'starting',
    page: 0,
    startedAt: new Date('2026-03-01T12:00:00Z'),
    upstreamStartedAt: null,
    finishedAt: null,
    modifiedSince: null,
    storeHash: 'abc',
    channelId: null,
    firstReadVersion: 1,
    counts: noCounts(),
    totals: { product: null, category: null, brand: null },
    requests: 0,
    waited: milliseconds(0),
    quotaLeft: null,
    allowMassRemoval: false,
    error: null,
    reasons: [],
    marketParts: null,
    epoch: 0,
    deaths: 0,
    itemInProgress: null,
    ...given,
  };
}

/** A run as the admin API presents it, which has just started, valid by default. */
export function aRun(given: Partial<Run> = {}): Run {
  const counts = { fetched: 0, created: 0, updated: 0, unchanged: 0, removed: 0, failed: 0 };
  return {
    id: 'run-1',
    mode: 'full',
    dryRun: false,
    status: 'running',
    startedAt: '2026-03-01T12:00:00Z',
    finishedAt: null,
    phase: 'starting',
    counts,
    countsByEntity: { product: counts, category: counts, brand: counts },
    total: null,
    requests: 0,
    waitedMs: 0,
    quotaLeft: null,
    failures: [],
    allowMassRemoval: false,
    error: null,
    reasons: [],
    ...given,
  };
}
