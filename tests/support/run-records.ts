import { milliseconds } from '../../server/src/lib/durations';
import { noCounts, type RunRecord } from '../../server/src/sync/run-record';

/** A run that has just begun, valid by default. */
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
    epoch: 0,
    deaths: 0,
    itemInProgress: null,
    ...given,
  };
}
