import { z } from 'zod';
import type { Database, Transaction } from '../../database/database';
import { type ListDependency, listDependencies } from './list-dependencies';

/** Upstream ids affected by a change; a response that shows one of them is outdated. */
export interface ChangedIds {
  products: readonly number[];
  /** Which list dependencies of these products changed; a response that depends on one of them is outdated. */
  dependencies: readonly ListDependency[];
  categories: readonly number[];
  brands: readonly number[];
  /** Whether the store's units, currency or name changed. */
  isStoreChanged: boolean;
  /** Names of the parts of further markets that changed, see `namesIn` of `markets/market-parts.ts`; absent: none. */
  marketParts?: readonly string[];
  /**
   * The products for which those parts changed; absent: possibly all. Only caches that are updated product by product
   * need it. Earlier versions don't write it.
   */
  marketProducts?: readonly MarketProducts[];
  /** More changed than can be listed: everything cached from the catalog counts as changed. */
  isEverything: boolean;
}

/** The products for which a part changed. */
export interface MarketProducts {
  partId: number;
  ids: readonly number[];
}

export const everythingChanged: ChangedIds = {
  products: [],
  dependencies: listDependencies,
  categories: [],
  brands: [],
  isStoreChanged: false,
  isEverything: true,
};

const ids = z.array(z.int());

/** Parses a change written by another instance. */
export const changedIdsSchema: z.ZodType<ChangedIds> = z.object({
  products: ids,
  // An earlier plugin version wrote none, and a later one may write unknown ones: either way it could be any of them.
  dependencies: z.array(z.enum(listDependencies)).catch([...listDependencies]),
  categories: ids,
  brands: ids,
  isStoreChanged: z.boolean(),
  marketParts: z.array(z.string()).exactOptional(),
  marketProducts: z.array(z.object({ partId: z.int(), ids })).exactOptional(),
  isEverything: z.boolean(),
});

/** A change as stored in the log. */
export interface LogEntry {
  id: number;
  /** Distinguishes it from another entry that has the same number after a restore. */
  mark: string;
  change: ChangedIds;
}

/** How far a reader has read the log. */
export interface LogPosition {
  last: number;
  /** Distinguishes the row at this position from one with its number after a restore; null before the first row. */
  mark: string | null;
  gaps: LogGaps;
}

/** Missing numbers below the last one: numbers are assigned before the commits, and not in commit order. */
export type LogGaps = ReadonlyMap<number, { noticedAt: number; begun: number | null }>;

/** Why the changes can no longer be determined: `restored` means that the database was restored to an earlier state. */
export type UntrackedReason = 'unknown' | 'restored';

export interface LogNews {
  position: LogPosition;
  /** Changes by other instances. */
  changes: readonly ChangedIds[] | UntrackedReason;
  /** The entries of `changes`, and this instance's own; empty if track was lost. */
  entries: readonly LogEntry[];
}

/** Log of catalog changes in the database, for the other instances of the site. */
export interface ChangeLog {
  /** Within a transaction, the entry becomes visible to others together with the change it describes. */
  append(change: ChangedIds, within?: Database | Transaction): Promise<void>;
  /**
   * From now on, entries that this instance appended but has not read yet count as another instance's: a transaction
   * that lost its connection during the commit may have been committed, or may still be.
   */
  disown(): void;
  /** The end of the log. */
  position(): Promise<LogPosition>;
  /** What other instances have appended since, or why that can no longer be determined. */
  since(position: LogPosition): Promise<LogNews>;
  /** The newest entries up to a position, oldest first. */
  newest(position: LogPosition, most: number): Promise<LogEntry[]>;
  /** Call after each append; occasionally removes entries that are no longer needed. */
  pruneFromTimeToTime(): Promise<void>;
}
