import type { Catalog } from '../catalog/create-catalog';
import type { createRunExecutor } from './run-executor';
import type { SyncParts } from './sync-parts';
import { createWriterThread } from './writer-thread';

/** Opens the threads of runs, whose commits are this instance's. */
export function createWriterThreads({
  writerThread,
  threadDatabase,
  outboxTargets,
  settings,
  tables,
  changes,
  ...parts
}: Omit<SyncParts, 'catalog'> & Catalog): Parameters<typeof createRunExecutor>[0]['openThread'] {
  const site = {
    ...parts,
    settings: () => ({
      outboxTargets: outboxTargets(),
      hasModifiers: settings.snapshot().plain.modifiersEnabled,
    }),
    data: async () => {
      const database = await threadDatabase();
      return database && { database, tables };
    },
    onChange: changes.relay,
  };
  return (run) => {
    const start = writerThread();
    return start && createWriterThread({ ...site, start }, run);
  };
}
