import type { RunFailure } from '../../../contracts/admin/runs';
import type { EntityKind } from '../catalog/catalog-types';
import type { Transaction } from '../database/database';
import type { RunRecord } from './run-record';

/** What one step of a run adds to its record, committed together with the catalog records it wrote. */
export interface Checkpoint {
  run: RunRecord;
  seen: { entity: EntityKind; ids: readonly number[] } | null;
  failures: readonly RunFailure[];
}

/** Runs that are under way. */
export interface RunStore {
  create(run: RunRecord): Promise<void>;
  /** The run that nobody finished yet, whoever works on it; there is at most one. */
  findRunning(): Promise<RunRecord | null>;
  checkpoint(transaction: Transaction, checkpoint: Checkpoint): Promise<void>;
  /** Writes the outcome and forgets which entities the run saw. */
  finish(run: RunRecord): Promise<void>;
  requestCancel(runId: string): Promise<void>;
  isCancelRequested(runId: string): Promise<boolean>;
}

/** Runs as they are shown. */
export interface RunHistoryReader {
  /** Newest first. */
  list(request: { page: number; perPage: number }): Promise<{ runs: RunRecord[]; total: number }>;
  /** The first failures of each of these runs, by run id. */
  failures(runIds: readonly string[], limit: number): Promise<Map<string, RunFailure[]>>;
  /** Start of the last run that succeeded; null before the first. */
  lastSuccess(): Promise<Date | null>;
}
