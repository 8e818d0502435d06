import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { createChanges } from '../../../server/src/catalog/changes/create-changes';
import { createReadVersions } from '../../../server/src/catalog/writing/knex-read-versions';
import { readCatalogTables } from '../../../server/src/catalog/tables/strapi-tables';
import { createDatabaseClock } from '../../../server/src/database/database-clock';
import { type Clock, machineLoop } from '../../../server/src/lib/clock';
import { createMarkets } from '../../../server/src/markets/create-markets';
import type { Market } from '../../../server/src/markets/market-parts';
import { createUpstreamAccess } from '../../../server/src/upstream/upstream-access';
import type { Simulator } from '../../../simulator/src/server';
import { idleScheduler } from '../time/idle-scheduler';
import { createQuietLogger } from '../quiet-logger';

/** Passes over markets alongside the site itself, on its database, in a process that dies after this many requests. */
export async function passAndDie(
  { strapi, simulator, clock }: { strapi: Core.Strapi; simulator: Simulator; clock: Clock },
  { markets, diesAfter }: { markets: readonly Market[]; diesAfter: number },
): Promise<void> {
  const database = strapi.db.connection;
  const logger = createQuietLogger();
  const access = createUpstreamAccess({ clock, random: () => 0, logger });
  const { storeHash, accessToken } = simulator.account;
  const process = new AbortController();
  let requests = 0;
  const onReport = () => {
    requests += 1;
    if (requests >= diesAfter) process.abort(new Error('died here'));
  };
  const http = access.http({ apiUrl: simulator.url, storeHash, accessToken }, { onReport });
  const databaseClock = createDatabaseClock({ database, clock });
  const log = { database, databaseClock, loop: machineLoop, logger, newId: randomUUID, outboxTargets: () => [] };
  const passes = createMarkets({
    database,
    databaseClock,
    clock,
    workScheduler: idleScheduler(),
    // Each commit tells the site what it changed, as that of any instance does.
    changes: createChanges(log).changes,
    drawVersion: () => createReadVersions(database).draw(),
    productTable: readCatalogTables(strapi).tables.product,
    removalLimit: () => ({ percent: 100, minimum: 0 }),
    productsPerPage: 3,
  });
  // Upstream may refuse a request before the process dies, or the site may take the pass over.
  await passes.pass(markets, { http, signal: process.signal }).catch(() => undefined);
  await access.close();
}
