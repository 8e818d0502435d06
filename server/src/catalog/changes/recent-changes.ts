import type { ChangedIds } from './change-log';

/** The most recent changes, for reads that were in progress when they arrived. */
export interface RecentChanges {
  note(change: ChangedIds): void;
  /** How many changes there have been so far. */
  count(): number;
  /** Changes after the given count; null if they are no longer stored. */
  since(count: number): readonly ChangedIds[] | null;
}

// A run that yields to readers commits dozens of times a second, and a slow read takes a second.
const kept = 100;

export function createRecentChanges(): RecentChanges {
  const changes: ChangedIds[] = [];
  let total = 0;

  return {
    note(change) {
      total += 1;
      changes.push(change);
      if (changes.length > kept) changes.shift();
    },
    count: () => total,
    since(count) {
      const missed = total - count;
      return missed > changes.length ? null : changes.slice(changes.length - missed);
    },
  };
}
