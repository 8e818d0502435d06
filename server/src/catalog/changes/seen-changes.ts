import type { ChangedIds, LogEntry, LogPosition } from './change-log';

/** How much of the change log an instance has seen: whatever it reads from then on includes these changes. */
export interface SeenUpTo {
  /** Number of the newest entry. */
  last: number;
  /** Distinguishes that entry from one with the same number after a restore, or in another site's log. */
  mark: string;
  /** Lower numbers that were not written yet. */
  gaps: number[];
}

/** The newest entries of the change log, for checking what another instance read at some position of the log. */
export interface SeenChanges {
  /** Null if nothing is known. */
  upTo(): SeenUpTo | null;
  /** What this instance has seen and the other one had not; null if that can't be determined. */
  unseenBy(other: SeenUpTo): readonly ChangedIds[] | null;
  /** Starts over, with the newest entries up to the position. */
  restart(position: LogPosition, entries: readonly LogEntry[]): void;
  /** Follows the log. */
  advance(position: LogPosition, entries: readonly LogEntry[]): void;
}

/** The most entries that are remembered; also how many an instance reads when it starts over. */
export const mostSeenChanges = 500;
// More gaps than this mean that transactions keep failing.
const mostGaps = 100;

export function createSeenChanges(): SeenChanges {
  const entries = new Map<number, LogEntry>();
  let position: LogPosition | null = null;
  // Entries with this number or lower ones may be missing.
  let floor = 0;

  function note(added: readonly LogEntry[]): void {
    for (const entry of added) entries.set(entry.id, entry);
    for (const id of entries.keys()) {
      if (entries.size <= mostSeenChanges) break;
      entries.delete(id);
      floor = Math.max(floor, id);
    }
  }

  return {
    upTo() {
      if (position === null || position.mark === null || position.gaps.size > mostGaps) return null;
      return { last: position.last, mark: position.mark, gaps: [...position.gaps.keys()] };
    },
    unseenBy({ last, mark, gaps }) {
      // The position is not in the log that this instance reads, not read yet, or too old.
      if (entries.get(last)?.mark !== mark || last < floor || gaps.some((id) => id <= floor)) return null;
      const unseen = new Set(gaps);
      return [...entries.values()].flatMap(({ id, change }) => (id > last || unseen.has(id) ? change : []));
    },
    restart(start, newest) {
      entries.clear();
      floor = (newest[0]?.id ?? start.last + 1) - 1;
      position = start;
      note(newest);
    },
    advance(next, added) {
      position = next;
      note(added);
    },
  };
}
