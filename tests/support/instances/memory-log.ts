import type { ChangedIds, ChangeLog } from '../../../server/src/catalog/changes/change-log';

export interface MemoryLog extends ChangeLog {
  appended: { change: ChangedIds; isWithinTransaction: boolean }[];
}

/** A change log without other readers. */
export function createMemoryLog(): MemoryLog {
  const appended: MemoryLog['appended'] = [];
  return {
    appended,
    async append(change, within) {
      appended.push({
        change,
        isWithinTransaction: within !== undefined && 'isTransaction' in within && within.isTransaction === true,
      });
    },
    disown: () => undefined,
    position: async () => ({ last: 0, mark: null, gaps: new Map() }),
    since: async (position) => ({ position, changes: [], entries: [] }),
    newest: async () => [],
    pruneFromTimeToTime: async () => undefined,
  };
}
