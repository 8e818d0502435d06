import type { ChangedIds } from './change-log';

/** The last changes that were heard of, for whoever was reading meanwhile. */
export interface RecentChanges {
  note(change: ChangedIds): void;
  /** How many there have been. */
  count(): number;
  /** Those after so many; null when that is too long ago to be told. */
  since(count: number): readonly ChangedIds[] | null;
}

// A run that keeps out of readers' way commits some dozens a second, and a slow read takes a second.
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
