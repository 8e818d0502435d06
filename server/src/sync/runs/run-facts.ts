import type { RunRecord } from './run-record';

/** What is known of one store's runs; those before the catalog was last cleared, and dry ones, do not count. */
export interface RunFacts {
  /** The last finished run that no administrator stopped; null when there is none. */
  lastEnded: RunRecord | null;
  /** How many of the records that it failed to import were settled since, by resyncs or events. */
  recovered: number;
  /** The last run that compared everything in the store with everything that is cached. */
  lastComplete: RunRecord | null;
  /** The last run that succeeded. */
  lastSuccess: RunRecord | null;
  /** Whether an administrator stopped a run. */
  wasStopped: boolean;
  isRunning: boolean;
}

/** Reads the facts; a bounded number of rows, however many runs there were. */
export interface RunFactsReader {
  read(storeHash: string): Promise<RunFacts>;
}
