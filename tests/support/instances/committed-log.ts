import type { ChangedIds, ChangeLog, LogEntry, LogPosition } from '../../../server/src/catalog/changes/change-log';

/** A change log in memory that instances share, whose entries get their numbers before they are committed. */
export interface CommittedLog {
  /** Draws a number. @returns a function that commits the entry */
  begin(origin: string, change: ChangedIds): () => void;
  /** The log as one instance reads it. */
  readBy(origin: string): Pick<ChangeLog, 'position' | 'since' | 'newest'>;
  /** Keeps only the first `count` numbers, like a restored backup. */
  restore(count: number): void;
}

interface Row extends LogEntry {
  origin: string;
  isCommitted: boolean;
}

export function createCommittedLog(): CommittedLog {
  let rows: Row[] = [];
  let marks = 0;
  const committed = () => rows.filter(({ isCommitted }) => isCommitted);

  function end(): LogPosition {
    const newest = committed().at(-1);
    const last = newest?.id ?? 0;
    const open = rows.filter(({ id, isCommitted }) => id < last && !isCommitted);
    const gap = { noticedAt: 0, begun: null };
    return { last, mark: newest?.mark ?? null, gaps: new Map(open.map(({ id }) => [id, gap])) };
  }

  return {
    begin(origin, change) {
      marks += 1;
      const row = { id: rows.length + 1, mark: `${origin} ${marks}`, origin, change, isCommitted: false };
      rows.push(row);
      return () => {
        row.isCommitted = true;
      };
    },
    readBy: (reader) => ({
      position: async () => end(),
      newest: async ({ last }, most) =>
        committed()
          .filter(({ id }) => id <= last)
          .slice(-most),
      async since({ last, mark, gaps }) {
        const at = rows[last - 1];
        if (last > 0 && at?.mark !== mark) return { position: end(), changes: 'restored', entries: [] };
        const entries = committed().filter(({ id }) => id > last || gaps.has(id));
        const changes = entries.flatMap(({ origin, change }) => (origin === reader ? [] : change));
        return { position: end(), changes, entries };
      },
    }),
    restore(count) {
      rows = rows.slice(0, count);
    },
  };
}
