import { createId } from '@paralleldrive/cuid2';
import type { Core } from '@strapi/strapi';
import { type CatalogChange, createStrapiChangeListeners } from './catalog/changes';
import { type Catalog, createCatalog } from './catalog/create-catalog';
import { createSiteRelations } from './catalog/removal';
import { readCatalogTables } from './catalog/tables';
import { createFoundation } from './database/create-foundation';
import { type Environment, environmentOf } from './environment';
import { createHealth } from './health/create-health';
import { hostFactsOf } from './host-facts';
import { restBasePath } from './http/rest-base-path';
import { createKnownSecrets } from './lib/known-secrets';
import { createRateLimitedLogger } from './lib/rate-limited-logger';
import { createStrapiLogger } from './lib/strapi-logger';
import { createOperator } from './operator/create-operator';
import { createConnectionTest } from './settings/connection-test';
import { createSettings } from './settings/create-settings';
import { createStorefront } from './storefront/create-storefront';
import { createSchedule } from './sync/create-schedule';
import { createSync } from './sync/create-sync';
import { createUpstream } from './upstream/create-upstream';
import { createWebhooks } from './webhooks/create-webhooks';

/** Joins the rooms, each made by its own `create-….ts`, from the lowest up. */
function joinRooms(strapi: Core.Strapi, { clock, random, largestResponse, ...environment }: Environment) {
  const host = hostFactsOf(strapi);
  const knownSecrets = createKnownSecrets();
  const database = strapi.db.connection;
  const foundation = createFoundation({
    database,
    databaseClock: environment.databaseClock({ database, clock }),
    clock,
    logger: createStrapiLogger(strapi, knownSecrets.redact),
    knownSecrets,
    newId: createId,
  });
  const { settings, restSettings } = createSettings({ ...foundation, ...host });
  const onReplaced = () => void sync.verification.requestAfterRun('content_replaced');
  const catalog: Catalog = createCatalog({
    ...foundation,
    tables: readCatalogTables(strapi),
    relationsTo: createSiteRelations(strapi),
    settings: () => settings.snapshot().plain,
    readSettings: async () => (await settings.read()).plain,
    onRestored: onReplaced,
  });
  const listeners = createStrapiChangeListeners({
    ...foundation,
    ...host,
    strapi,
    changes: catalog.changes,
    ofFullRuns: () => settings.snapshot().plain.entryEventsOfFullRuns,
    onReplaced,
  });
  const upstream = createUpstream({
    ...foundation,
    random,
    largestResponse,
    reserve: () => settings.snapshot().plain.upstreamReserve,
    drawVersion: () => catalog.readVersions.draw(),
  });
  const testConnection = createConnectionTest({ settings, upstream });
  const parts = { ...foundation, ...host, catalog, settings, restSettings, upstream };
  const sync = createSync(parts);
  const schedule = createSchedule({ ...parts, sync, deleteExpired: catalog.deleteExpired });
  const webhooks = createWebhooks({ ...parts, catchUp: schedule.catchUp, basePath: restBasePath(strapi) });
  const storefront = createStorefront({ ...parts, root: strapi.dirs.app.root });
  const watched = { ...parts, sync, schedule, webhooks, strapiVersion: String(strapi.config.get('info.strapi')) };
  const health = createHealth({
    ...watched,
    productTable: catalog.tables.tables.product,
    testConnection: () => testConnection({}),
    storefront: storefront.state,
  });
  const operator = createOperator({ ...watched, health: health.health });
  return { ...parts, listeners, testConnection, sync, schedule, webhooks, storefront, health, operator };
}

/** What Strapi's edge and the site's own code find of the rooms. */
function build(strapi: Core.Strapi) {
  const rooms = joinRooms(strapi, environmentOf(strapi));
  const { catalog, webhooks, operator, health, logger, clock } = rooms;
  return {
    ...rooms,
    ...rooms.sync,
    ...rooms.schedule,
    ...operator,
    ...catalog,
    health: health.health,
    warnOfCharset: health.warnOfCharset,
    registration: webhooks.registration,
    catalog: { ...catalog.reading, browser: catalog.browser },
    catalogChanges: catalog.changes,
    /** Drops what is kept of these records, or of everything; on every instance of the site. */
    purgeCaches: (records?: Partial<Pick<CatalogChange, 'products' | 'categories' | 'brands'>>) =>
      catalog.changes.publish(records ?? { isEverything: true }),
    /** For failures while responding to the public. */
    requestLogger: createRateLimitedLogger({ logger, clock }),
  };
}

export type Container = ReturnType<typeof build>;

const containers = new WeakMap<Core.Strapi, Container>();

/** Builds the parts of this site; the database must be initialized, so not before `bootstrap`. */
export function buildContainer(strapi: Core.Strapi): Container {
  const container = build(strapi);
  containers.set(strapi, container);
  return container;
}

/**
 * The parts of this site.
 * @throws Error before `bootstrap`
 */
export function containerOf(strapi: Core.Strapi): Container {
  const container = containers.get(strapi);
  if (!container) throw new Error('Commerce Bridge is not ready: it is built when Strapi bootstraps its plugins.');
  return container;
}

/** The same; null where it was never built. */
export function findContainer(strapi: Core.Strapi): Container | null {
  return containers.get(strapi) ?? null;
}
