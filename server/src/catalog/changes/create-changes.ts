import type { Foundation } from '../../database/create-foundation';
import type { Transaction } from '../../database/database';
import { type CatalogChanges, createCatalogChanges } from './catalog-changes';
import { type ChangeLog, changedIdsSchema, everythingChanged } from './change-log';
import { createKnexChangeLog } from './knex-change-log';
import { createOutboxWriter, withOutbox } from './outbox-writer';

/** Wires up the parts that collect a transaction's changes and log them for other instances and external systems. */
export function createChanges({
  database,
  databaseClock,
  loop,
  logger,
  newId,
  outboxTargets,
}: Pick<Foundation, 'database' | 'databaseClock' | 'loop' | 'logger' | 'newId'> & {
  /** The targets that are notified of changes, by name. */
  outboxTargets: () => readonly string[];
}): {
  log: ChangeLog;
  changes: CatalogChanges;
  /** Makes every response that instances share outdated; external systems are not notified. */
  outdateShared: () => Promise<void>;
  /** Notifies external systems, after the commit, that everything is outdated; this site's own responses stay valid. */
  outdateOutside: (within: Transaction) => Promise<void>;
  /** Calls the listener after each commit that added to the log, and so perhaps to the outbox. */
  onLogged: (listener: () => void) => void;
} {
  const listeners: (() => void)[] = [];
  const announce = () => {
    for (const listener of listeners) listener();
  };
  const ownLog = createKnexChangeLog({
    database,
    newOrigin: newId,
    content: changedIdsSchema,
    clock: databaseClock,
    elapsed: loop.now,
  });
  const outbox = createOutboxWriter({ clock: databaseClock, targets: outboxTargets });
  const log = withOutbox(ownLog, { database, outbox, onAppended: announce });
  const changes = createCatalogChanges({ database, log, logger });
  // Any other change was already committed and is not logged yet; `onAppended` announces it.
  changes.subscribe(({ records, isStoreChanged, marketParts = [] }) => {
    if (records.length > 0 || isStoreChanged || marketParts.length > 0) announce();
  });
  return {
    log,
    changes,
    outdateShared: () => ownLog.append(everythingChanged),
    outdateOutside: (within) => outbox.append(everythingChanged, within),
    onLogged: (listener) => void listeners.push(listener),
  };
}
