import type { RunChange, RunFailure, RunMode, RunStatus } from '../../../contracts/admin/runs';
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
  /** Writes the outcome and forgets which entities the run saw; false when somebody else ended it before. */
  finish(run: RunRecord): Promise<boolean>;
  requestCancel(runId: string): Promise<void>;
  isCancelRequested(runId: string): Promise<boolean>;
  /** The last run of this kind that wrote and was finished. */
  findLast(kind: RunKind): Promise<RunRecord | null>;
}

export interface RunKind {
  storeHash: string;
  statuses: readonly RunStatus[];
  /** Any when absent. */
  mode?: RunMode;
}

/** What a run keeps of its way. */
export interface RunProgress {
  /** False when the run was ended meanwhile, so that the transaction must be rolled back. */
  checkpoint(transaction: Transaction, checkpoint: Checkpoint): Promise<boolean>;
  /** Which of these entities the run has seen already. */
  seenAmong(runId: string, seen: { entity: EntityKind; ids: readonly number[] }): Promise<Set<number>>;
  /** What a dry run would have changed. */
  noteChanges(transaction: Transaction, runId: string, changes: readonly RunChange[]): Promise<void>;
}

/** Runs as they are shown. */
export interface RunHistoryReader {
  /** Newest first. */
  list(request: { page: number; perPage: number }): Promise<{ runs: RunRecord[]; total: number }>;
  find(runId: string): Promise<RunRecord | null>;
  /** The first failures of each of these runs, by run id. */
  failures(runIds: readonly string[], limit: number): Promise<Map<string, RunFailure[]>>;
  /** Start of the last run that succeeded; null before the first. */
  lastSuccess(): Promise<Date | null>;
  /** All failures in the order they were met, some at a time. */
  allFailures(runId: string): AsyncIterable<readonly RunFailure[]>;
  /** All changes of a dry run, likewise. */
  allChanges(runId: string): AsyncIterable<readonly RunChange[]>;
}
