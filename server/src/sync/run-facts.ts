import type { RunRecord } from './run-record';

/** What is known of one store's runs; those before the catalog was last cleared, and dry ones, do not count. */
export interface RunFacts {
  /** The last finished one that no administrator stopped; null when there is none. */
  lastEnded: RunRecord | null;
  /** How many of the records that it could not import were brought up to date since, by resyncs or events. */
  recovered: number;
  /** The last one that compared everything in the store with everything that is cached. */
  lastComplete: RunRecord | null;
  /** The last one that succeeded. */
  lastSuccess: RunRecord | null;
  /** Whether an administrator stopped one. */
  wasStopped: boolean;
  isRunning: boolean;
}

/** Reads them; a bounded number of rows, however many runs there were. */
export interface RunFactsReader {
  read(storeHash: string): Promise<RunFacts>;
}
