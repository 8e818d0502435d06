import type { RunMode } from '../../../../contracts/admin/runs';
import type { DatabaseClock } from '../../database/database-clock';
import { milliseconds, minutes } from '../../lib/durations';
import { noProgress, type RunRecord } from './run-record';
import type { RunStore } from './run-store';

export interface StartRequest {
  mode: RunMode;
  /** Allows this run to exceed the removal limit. */
  allowMassRemoval?: boolean;
  /** Reports what the run would do, without writing anything. */
  dryRun?: boolean;
}

export interface NewRunOptions {
  runs: Pick<RunStore, 'findBase'>;
  databaseClock: Pick<DatabaseClock, 'read'>;
  newId: () => string;
  drawReadVersion: () => Promise<number>;
}

// An edit may become visible after its own timestamp.
const incrementalOverlap = minutes(10);

/** A run that has done nothing so far; an incremental one continues from the last that succeeded for this store. */
export async function newRun(
  { runs, databaseClock, newId, drawReadVersion }: NewRunOptions,
  { mode, allowMassRemoval = false, dryRun = false, storeHash }: StartRequest & { storeHash: string },
): Promise<RunRecord> {
  const last = mode === 'full' ? null : await runs.findBase(storeHash);
  return {
    id: newId(),
    // Without an earlier run there is nothing to increment.
    mode: last ? mode : 'full',
    isDry: dryRun,
    status: 'running',
    ...noProgress(),
    // Compared with when events failed and deliveries arrived (behavior 11.1).
    startedAt: await databaseClock.read(),
    finishedAt: null,
    modifiedSince: last ? new Date((last.upstreamStartedAt ?? last.startedAt).getTime() - incrementalOverlap) : null,
    storeHash,
    channelId: null,
    firstReadVersion: await drawReadVersion(),
    requests: 0,
    waited: milliseconds(0),
    quotaLeft: null,
    allowMassRemoval,
    error: null,
    reasons: [],
    marketParts: null,
    epoch: 0,
  };
}
