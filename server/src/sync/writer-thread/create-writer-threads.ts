import type { Catalog } from '../../catalog/create-catalog';
import { isComputed } from '../../catalog/tables';
import type { createRunExecutor } from '../execution/run-executor';
import type { SyncParts } from '../sync-parts';
import { createWriterThread } from './writer-thread';

/** Opens the threads of runs, and relays their commits to this instance. */
export function createWriterThreads({
  writerThread,
  ownConnection,
  outboxTargets,
  settings,
  tables,
  changes,
  ...parts
}: Omit<SyncParts, 'catalog'> & Catalog): Parameters<typeof createRunExecutor>[0]['openThread'] {
  const site = {
    ...parts,
    settings: () => {
      const { modifiersEnabled, metafieldNamespaces } = settings.snapshot().plain;
      return { outboxTargets: outboxTargets(), hasModifiers: modifiersEnabled, metafieldNamespaces };
    },
    data: async () => {
      // A thread cannot call the site's functions.
      if (Object.values(tables.siteDefaults).some((defaults) => defaults.some(isComputed))) return null;
      const database = await ownConnection();
      return database && { database, tables };
    },
    onChange: changes.relay,
  };
  return (run) => {
    const start = writerThread();
    return start && createWriterThread({ ...site, start }, run);
  };
}
