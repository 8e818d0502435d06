import type { RunChange, RunFailure, RunMode, RunStatus } from '../../../../contracts/admin/runs';
import type { EntityKind } from '../../catalog/model';
import type { Transaction } from '../../database/database';
import type { RunItem, RunRecord } from './run-record';

/** What one step of a run adds to its record, committed together with the catalog records that it wrote. */
export interface Checkpoint {
  run: RunRecord;
  seen: { entity: EntityKind; ids: readonly number[] } | null;
  failures: readonly RunFailure[];
  /** Stored while a page is processed item by item; 0 when absent, since the run progressed. */
  deaths?: number | undefined;
  /** For failures that crashed the process: a read version drawn since. These are not retried automatically. */
  leftOutAt?: number | undefined;
}

/** A run as held by one instance. */
export type HeldRun = Pick<RunRecord, 'id' | 'epoch'>;

/** Runs that are under way. */
export interface RunStore {
  create(run: RunRecord): Promise<void>;
  /** The unfinished run, whichever instance executes it; there is at most one. */
  findRunning(): Promise<RunRecord | null>;
  /**
   * Takes a run over from its holder, whose writes are rejected from now on, and counts a death; null when the run was
   * ended meanwhile.
   */
  takeOver(runId: string): Promise<RunRecord | null>;
  /**
   * Records that a live holder leaves the run to others, so that it does not count as a death; does nothing when the
   * run was taken over.
   * @param options.clearsItem whether the item in progress is cleared, since it is not why the holder leaves
   */
  release(run: HeldRun, options?: { clearsItem: boolean }): Promise<void>;
  /**
   * Stores the outcome and deletes the list of entities that the run saw; false when it was ended or taken over before.
   */
  finish(run: RunRecord): Promise<boolean>;
  requestCancel(runId: string): Promise<void>;
  isCancelRequested(runId: string): Promise<boolean>;
  /** The last run of this kind that wrote and was finished. */
  findLast(kind: RunKind): Promise<RunRecord | null>;
  /**
   * The last run that wrote, and listed everything in its window: what was modified before it began is imported, or
   * remembered as failed. A run that listed fewer records than upstream counts does not qualify.
   */
  findMark(storeHash: string): Promise<RunRecord | null>;
  /** The run that an incremental one continues from: the mark, if what it imported has not been replaced since. */
  findBase(storeHash: string): Promise<RunRecord | null>;
  /** Disqualifies runs that began before this read version as bases: an import replaced what they had imported. */
  forgetBases(before: number): Promise<void>;
  /** Disqualifies runs that began before this read version as marks: what they imported is cleared. */
  forgetMarks(before: number): Promise<void>;
  /** Disqualifies the runs that are complete by now: what they imported is no longer there. */
  forgetComplete(): Promise<void>;
  /**
   * Has the run under way begin again, as a full one, if what it has written is no longer there: continued from its
   * checkpoint, it would succeed without that. A dry run, and a full run that has written nothing yet, are left alone.
   * @param isEmpty whether no record is left, as seen by this transaction
   * @returns the id of the run that begins again; null when none does
   */
  restartLost(isEmpty: (transaction: Transaction) => Promise<boolean>): Promise<string | null>;
  /** Whether the catalog has not been cleared since this run started. */
  isLasting(run: RunRecord): Promise<boolean>;
}

export interface RunKind {
  storeHash: string;
  statuses: readonly RunStatus[];
  /** Any when absent. */
  mode?: RunMode;
}

/** The stored progress of a run. */
export interface RunProgress {
  /** False when the run was ended or taken over meanwhile, so that the transaction must be rolled back. */
  checkpoint(transaction: Transaction, checkpoint: Checkpoint): Promise<boolean>;
  /** False when the run was ended or taken over meanwhile. Otherwise, prevents that until the transaction ends. */
  holdRunning(transaction: Transaction, run: HeldRun): Promise<boolean>;
  /** Records the item about to be synced alone; false when the run was ended or taken over. */
  noteItem(run: HeldRun, item: RunItem): Promise<boolean>;
  /** Which of these entities the run has seen already. */
  seenAmong(runId: string, seen: { entity: EntityKind; ids: readonly number[] }): Promise<Set<number>>;
  /** What a dry run would have changed. */
  noteChanges(transaction: Transaction, runId: string, changes: readonly RunChange[]): Promise<void>;
  /** Forgets what a dry run would have removed of this kind, since it looks for that again. */
  forgetRemovals(transaction: Transaction, runId: string, entity: EntityKind): Promise<void>;
}

/**
 * Products that runs failed to import, stored with their checkpoints. So a refused product does not hold back the
 * window of incremental runs, and is imported once it is corrected, even if its date did not change.
 */
export interface FailedProducts {
  /** Failed products of earlier runs that this run has not seen; never one that crashed the process. */
  unseenBy(runId: string): Promise<number[]>;
  /**
   * Forgets the failed products of earlier runs: by now, this run has imported them, failed to import them itself, or
   * knows that they are gone.
   */
  settle(transaction: Transaction, runId: string): Promise<void>;
}

/** Keeps the history from growing forever. */
export interface RunRetention {
  /**
   * Forgets finished runs that began before this moment, but never the last success, the last mark, the last that
   * compared everything, nor the last full pass.
   */
  prune(before: Date): Promise<void>;
}

/** What a dry run found, as it is shown. */
export interface RunChangesReader {
  changes(runId: string, request: { kind: RunChange['kind']; page: number; perPage: number }): Promise<RunChange[]>;
  changeCounts(runId: string): Promise<Record<RunChange['kind'], number>>;
}

/** Runs as they are shown. */
export interface RunHistoryReader extends RunChangesReader {
  /** Newest first. */
  list(request: { page: number; perPage: number }): Promise<{ runs: RunRecord[]; total: number }>;
  find(runId: string): Promise<RunRecord | null>;
  /** Some failures of a run, in the order they were met. */
  failures(runId: string, part: { limit: number; offset: number }): Promise<RunFailure[]>;
  countFailures(runId: string): Promise<number>;
  /** The last finished runs that wrote, newest first. */
  recent(limit: number): Promise<RunRecord[]>;
  /** Start of the last run that succeeded; null before the first. */
  lastSuccess(): Promise<Date | null>;
  /** The newest failure of one product, with the start of its run; null when it never failed. Dry runs do not count. */
  lastFailureOf(productId: number): Promise<{ runId: string; at: Date; reason: string } | null>;
  /** The run that was under way at a moment, if it is still stored. */
  runAt(moment: Date): Promise<string | null>;
  /** All failures in the order they were met, some at a time. */
  allFailures(runId: string): AsyncIterable<readonly RunFailure[]>;
  /** All changes of a dry run, some at a time. */
  allChanges(runId: string): AsyncIterable<readonly RunChange[]>;
}
