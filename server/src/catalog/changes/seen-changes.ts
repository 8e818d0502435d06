import type { ChangedIds, LogEntry, LogPosition } from './change-log';

/** How much of the change log an instance has seen: what it reads from then on contains these changes. */
export interface SeenUpTo {
  /** Number of the newest entry. */
  last: number;
  /** Distinguishes that entry from another one with its number, after a restore or in another site's log. */
  mark: string;
  /** Lower numbers that were not written yet. */
  gaps: number[];
}

/** The newest entries of the change log, to judge what another instance read at some position of the log. */
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

/** An instance whose cache starts empty compares with as many; also the most that are remembered. */
export const mostSeenChanges = 500;
// More of them mean that transactions keep failing.
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
      // Not in the log that this instance reads, or not yet, or too long ago.
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
