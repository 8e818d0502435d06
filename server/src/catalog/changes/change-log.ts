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
  /** Names of what changed of further markets, see `namesIn` of `markets/market-parts.ts`; absent: nothing did. */
  marketParts?: readonly string[];
  /**
   * Of which products these say something else, by the ids of the parts; absent: of any. Only what is kept by product needs to know, and
   * an earlier version, which writes none, is understood.
   */
  marketProducts?: readonly MarketProducts[];
  /** More changed than can be listed: everything cached from the catalog counts as changed. */
  isEverything: boolean;
}

/** Products of which a part says something else. */
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

/** A change as it is in the log. */
export interface LogEntry {
  id: number;
  /** Distinguishes it from another one with the same number after a restore. */
  mark: string;
  change: ChangedIds;
}

/** How far a reader has read the log. */
export interface LogPosition {
  last: number;
  /** Distinguishes the row at this position from another one with the same number after a restore; null before the first. */
  mark: string | null;
  gaps: LogGaps;
}

/** Unwritten numbers below the last one: numbers are assigned before the commits, and not in their order. */
export type LogGaps = ReadonlyMap<number, { noticedAt: number; begun: number | null }>;

/** Why the changes can no longer be determined: `restored` means that the database was restored to an earlier state. */
export type LostTrack = 'unknown' | 'restored';

export interface LogNews {
  position: LogPosition;
  /** Those of other instances. */
  changes: readonly ChangedIds[] | LostTrack;
  /** What `changes` come from, and this instance's own; none if track was lost. */
  entries: readonly LogEntry[];
}

/** Log of catalog changes in the database, for the other instances of the site. */
export interface ChangeLog {
  /** Within a transaction, the entry becomes visible to others together with the change it describes. */
  append(change: ChangedIds, within?: Database | Transaction): Promise<void>;
  /**
   * What this instance has appended and not read yet is then read like another's, whenever it appears: a transaction that
   * lost its connection while it committed may have been committed, or still be.
   */
  disown(): void;
  /** The end of the log. */
  position(): Promise<LogPosition>;
  /** What other instances have appended since, or why that can no longer be determined. */
  since(position: LogPosition): Promise<LogNews>;
  /** The newest entries up to a position, in their order. */
  newest(position: LogPosition, most: number): Promise<LogEntry[]>;
  /** Call after each append; occasionally removes entries that are no longer needed. */
  pruneFromTimeToTime(): Promise<void>;
}
