import type { Foundation } from '../../database/create-foundation';
import { type CatalogChanges, createCatalogChanges } from './catalog-changes';
import { type ChangeLog, changedIdsSchema } from './change-log';
import { createKnexChangeLog } from './knex-change-log';
import { createOutboxWriter, withOutbox } from './outbox-writer';

/** Wires up what collects the changes of a transaction, and logs them for other instances and for those outside. */
export function createChanges({
  database,
  databaseClock,
  loop,
  logger,
  newId,
  outboxTargets,
}: Pick<Foundation, 'database' | 'databaseClock' | 'loop' | 'logger' | 'newId'> & {
  /** Who is told of changes, by name. */
  outboxTargets: () => readonly string[];
}): {
  log: ChangeLog;
  changes: CatalogChanges;
  /** Calls the listener after each commit that put something into the log, and thereby perhaps into the outbox. */
  onLogged: (listener: () => void) => void;
} {
  const listeners: (() => void)[] = [];
  const announce = () => {
    for (const listener of listeners) listener();
  };
  const log = withOutbox(
    createKnexChangeLog({
      database,
      origin: newId(),
      content: changedIdsSchema,
      clock: databaseClock,
      elapsed: loop.now,
    }),
    {
      database,
      outbox: createOutboxWriter({ clock: databaseClock, targets: outboxTargets }),
      onAppended: announce,
    },
  );
  const changes = createCatalogChanges({ database, log, logger });
  // A change without records was committed before, and is only now about to be logged.
  changes.subscribe(({ records }) => void (records.length > 0 && announce()));
  return { log, changes, onLogged: (listener) => void listeners.push(listener) };
}
