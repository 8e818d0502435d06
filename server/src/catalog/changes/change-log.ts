import { z } from 'zod';
import type { Database, Transaction } from '../../database/database';
import { type ListDependency, listDependencies } from './list-dependencies';

/** Upstream ids of what a change touches; a response that shows one of them is no longer right. */
export interface ChangedIds {
  products: readonly number[];
  /** What of these products changed that decides where lists show them; a response that depends on one of these is no longer right. */
  dependencies: readonly ListDependency[];
  categories: readonly number[];
  brands: readonly number[];
  /** Whether units, currency or name of the store changed. */
  isStoreChanged: boolean;
  /** More changed than can be named: whatever was known of the catalog counts as changed. */
  isEverything: boolean;
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

/** Reads a change as another instance wrote it. */
export const changedIdsSchema: z.ZodType<ChangedIds> = z.object({
  products: ids,
  // An earlier version of the plugin wrote none, and a later one may write some that are unknown here: then it may be any.
  dependencies: z.array(z.enum(listDependencies)).catch([...listDependencies]),
  categories: ids,
  brands: ids,
  isStoreChanged: z.boolean(),
  isEverything: z.boolean(),
});

/** How far somebody has read the log. */
export interface LogPosition {
  last: number;
  /** Tells the row at this place from another one that has its number after a restore; null before the first. */
  mark: string | null;
  gaps: LogGaps;
}

/** Numbers below the last one that nobody has written yet: numbers are given before, and not in the order of, the commits. */
export type LogGaps = ReadonlyMap<number, { noticedAt: number; begun: number | null }>;

/** Why what changed can no longer be told: `restored` means that the database itself went back to an earlier state. */
export type LostTrack = 'unknown' | 'restored';

/** What changed in the catalog, kept in the database for the other instances of the site. */
export interface ChangeLog {
  /** Within a transaction others can read it as soon as they can read what it tells of, and not before. */
  append(change: ChangedIds, within?: Database | Transaction): Promise<void>;
  /** The end of the log. */
  position(): Promise<LogPosition>;
  /** What other instances appended since, or why that can no longer be told. */
  since(position: LogPosition): Promise<{ position: LogPosition; changes: readonly ChangedIds[] | LostTrack }>;
  /** To be called after each append; removes what nobody needs any more, now and then. */
  pruneFromTimeToTime(): Promise<void>;
}
