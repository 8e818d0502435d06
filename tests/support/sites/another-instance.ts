import type { Core } from '@strapi/strapi';
import { createCatalogChanges } from '../../../server/src/catalog/changes/catalog-changes';
import { changedIdsSchema } from '../../../server/src/catalog/changes/change-log';
import { createDatabaseClock } from '../../../server/src/database/database-clock';
import { createKnexChangeLog } from '../../../server/src/catalog/changes/knex-change-log';
import { machineLoop, systemClock } from '../../../server/src/lib/clock';
import { catalogWriter } from '../shops/catalog-items';
import { createQuietLogger } from '../quiet-logger';

/**
 * Writes to a site's database like another instance of the site: the site itself finds it in the change log, or not at
 * all.
 */
export function anotherInstanceOf(strapi: Core.Strapi): ReturnType<typeof catalogWriter> {
  const database = strapi.db.connection;
  const log = createKnexChangeLog({
    database,
    newOrigin: () => 'another instance',
    content: changedIdsSchema,
    clock: createDatabaseClock({ database, clock: systemClock }),
    elapsed: machineLoop.now,
  });
  return catalogWriter(strapi, createCatalogChanges({ database, log, logger: createQuietLogger() }));
}
