import type { Foundation } from '../../database/create-foundation';
import { type CatalogChanges, createCatalogChanges } from './catalog-changes';
import { type ChangeLog, changedIdsSchema } from './change-log';
import { createKnexChangeLog } from './knex-change-log';

/** Wires up what collects the changes of a transaction and logs them for other instances. */
export function createChanges({
  database,
  databaseClock,
  loop,
  logger,
  newId,
}: Pick<Foundation, 'database' | 'databaseClock' | 'loop' | 'logger' | 'newId'>): {
  log: ChangeLog;
  changes: CatalogChanges;
} {
  const log = createKnexChangeLog({
    database,
    origin: newId(),
    content: changedIdsSchema,
    clock: databaseClock,
    elapsed: loop.now,
  });
  return { log, changes: createCatalogChanges({ database, log, logger }) };
}
