import { hostname } from 'node:os';
import { createId } from '@paralleldrive/cuid2';
import type { Core } from '@strapi/strapi';
import { createCachedIds, createRecordEntries, readSiteModels } from './catalog/admin';
import { type CatalogChange, createStrapiChangeListeners } from './catalog/changes';
import { type Catalog, createCatalog } from './catalog/create-catalog';
import { createSiteRelations } from './catalog/removal';
import { readCatalogTables } from './catalog/tables';
import { productFieldUid } from './content-types/product-field';
import { createFoundation } from './database/create-foundation';
import type { Database } from './database/database';
import { describeOwnConnection } from './database/strapi-own-connection';
import { createFieldImport } from './field-import/create-field-import';
import { readEntryTypes, readImportModels } from './field-import/strapi-import-models';
import { type Environment, environmentOf } from './environment';
import { createHealth } from './health/create-health';
import { hostFactsOf } from './host-facts';
import { createReadiness } from './http/readiness';
import { createReadShares } from './http/read-shares';
import { createRequestDrain } from './http/request-drain';
import { restBasePath } from './http/rest-base-path';
import { createInstances, type Instances } from './instances/create-instances';
import { createKnexInstanceRegister } from './instances/knex-instance-register';
import { type SharedTimes, usualTimes } from './instances/shared-values';
import { createKnownSecrets } from './lib/known-secrets';
import { createRateLimitedLogger } from './lib/rate-limited-logger';
import { createStrapiLogger } from './lib/strapi-logger';
import { createKnexReadyMarkets } from './markets/knex-ready-parts';
import { createSiteMarkets } from './markets/site-markets';
import { createPromClientMeters } from './metrics/prom-client-meters';
import { createOperator } from './operator/create-operator';
import { createPurging, namesOfTargets } from './purging/create-purging';
import { createConnectionTest } from './settings/connection-test';
import { createSettings } from './settings/create-settings';
import { createStorefront } from './storefront/create-storefront';
import { createSchedule } from './sync/create-schedule';
import { createSync } from './sync/create-sync';
import { createUpstream } from './upstream/create-upstream';
import { pluginVersion } from './upstream/user-agent';
import { createWebhooks } from './webhooks/create-webhooks';
import { createKnexMarketEvents } from './webhooks/knex-market-events';

/** What all rooms share, and the settings. */
function joinBase(
  strapi: Core.Strapi,
  { clock, loop, random, ownReader, ...environment }: Environment & { ownReader: Database | null },
) {
  const host = hostFactsOf(strapi);
  const knownSecrets = createKnownSecrets();
  const database = strapi.db.connection;
  const foundation = createFoundation({
    database,
    databaseClock: environment.databaseClock({ database, clock }),
    clock,
    loop,
    logger: createStrapiLogger(strapi, knownSecrets.redact),
    knownSecrets,
    newId: createId,
    self: { id: createId(), version: pluginVersion, host: hostname(), pid: process.pid },
    meters: createPromClientMeters(),
  });
  const configured = createSettings({ ...foundation, ...host });
  const siteMarkets = createSiteMarkets(configured.settings);
  return {
    ...foundation,
    ...host,
    ...configured,
    siteMarkets,
    random,
    reader: ownReader ?? database,
    closeReader: async () => ownReader?.destroy(),
  };
}

type Base = ReturnType<typeof joinBase>;

/** The catalog, and whoever is told of its changes. */
function joinCatalog(
  strapi: Core.Strapi,
  base: Base & Pick<Instances, 'messages' | 'values'> & { times: SharedTimes },
  onReplaced: () => void,
) {
  const { settings } = base;
  const instanceRegister = createKnexInstanceRegister(base);
  const catalog: Catalog = createCatalog({
    ...base,
    tables: readCatalogTables(strapi),
    relationsTo: createSiteRelations(strapi),
    settings: () => settings.snapshot().plain,
    readSettings: async () => (await settings.read()).plain,
    onRestored: onReplaced,
    outboxTargets: () => namesOfTargets(base),
    othersRun: async () => (await instanceRegister.list()).some(({ version }) => version !== pluginVersion),
    variant: () => JSON.stringify([pluginVersion, base.restSettings.productPageAddress(), settings.snapshot().plain]),
  });
  return {
    catalog,
    instanceRegister,
    recordEntries: createRecordEntries(strapi, {
      database: base.database,
      tables: catalog.tables,
      productField: productFieldUid,
    }),
    fieldImport: createFieldImport({
      database: base.database,
      cachedIn: (connection) => createCachedIds({ database: connection, tables: catalog.tables }),
      siteModels: readSiteModels(strapi, { entity: 'product', productField: productFieldUid }),
      importModels: readImportModels(strapi, productFieldUid),
      entryTypes: readEntryTypes(strapi),
    }),
    purging: createPurging({ ...base, onOutbox: catalog.onLogged }),
    listeners: createStrapiChangeListeners({
      ...base,
      strapi,
      changes: catalog.changes,
      ofFullRuns: () => settings.snapshot().plain.entryEventsOfFullRuns,
      onReplaced,
    }),
  };
}

/** Joins the rooms, each made by its own `create-….ts`, from the lowest up. */
function joinRooms(strapi: Core.Strapi, environment: Parameters<typeof joinBase>[1]) {
  const base = joinBase(strapi, environment);
  const { clock, settings } = base;
  const instances = createInstances(base);
  const joined = joinCatalog(
    strapi,
    { ...base, messages: instances.messages, values: instances.values, times: environment.sharedTimes ?? usualTimes },
    () => void sync.verification.requestAfterRun('content_replaced'),
  );
  const { catalog, instanceRegister, purging } = joined;
  const upstream = createUpstream({
    ...base,
    limits: instances.limits,
    largestResponse: environment.largestResponse,
    reserve: () => settings.snapshot().plain.upstreamReserve,
    drawVersion: () => catalog.readVersions.draw(),
  });
  const testConnection = createConnectionTest({ clock, settings, upstream });
  const storeLocale = async () => (await catalog.storeFacts.read())?.locale ?? null;
  const readyMarkets = createKnexReadyMarkets({ ...base, storeLocale });
  const marketEvents = createKnexMarketEvents(base);
  const parts = { ...base, instances, instanceRegister, readyMarkets, catalog, upstream, marketEvents };
  const storefront = createStorefront({
    ...parts,
    root: strapi.dirs.app.root,
    storedChannel: async (storeHash) =>
      (await catalog.cachedShop.read()) === storeHash
        ? ((await catalog.storeFacts.read())?.defaultChannelId ?? null)
        : null,
  });
  const sync = createSync({
    ...parts,
    storefrontOf: storefront.channel,
    writerThread: environment.writerThread,
    ownConnection: () => describeOwnConnection(strapi),
    outboxTargets: () => namesOfTargets(base),
  });
  const schedule = createSchedule({ ...parts, sync, deleteExpired: catalog.deleteExpired });
  const { catchUp } = schedule;
  const webhooks = createWebhooks({
    ...sync,
    ...parts,
    messages: instances.messages,
    catchUp,
    basePath: restBasePath(strapi),
  });
  const strapiVersion = String(strapi.config.get('info.strapi'));
  const watched = { ...parts, sync, schedule, webhooks, purging, strapiVersion };
  const health = createHealth({
    ...watched,
    productTable: catalog.tables.tables.product,
    testConnection: () => testConnection({}),
    storefront: storefront.state,
  });
  const operator = createOperator({ ...watched, health: health.health });
  return { ...parts, ...joined, testConnection, sync, schedule, webhooks, storefront, health, operator };
}

/** What Strapi's edge and the site's own code find of the rooms. */
function build(strapi: Core.Strapi, ownReader: Database | null) {
  const rooms = joinRooms(strapi, { ...environmentOf(strapi), ownReader });
  const { catalog, webhooks, operator, health, logger, clock, loop } = rooms;
  return {
    ...rooms,
    ...rooms.sync,
    ...rooms.schedule,
    ...operator,
    ...catalog,
    health: health.health,
    warnOfCharset: health.warnOfCharset,
    afterSettings: health.afterSettings,
    registration: webhooks.registration,
    catalog: { ...catalog.reading, browser: catalog.browser },
    catalogChanges: catalog.changes,
    /** Drops what is kept of these records, or of everything; on every instance of the site. */
    purgeCaches: (records?: Partial<Pick<CatalogChange, 'products' | 'categories' | 'brands'>>) =>
      catalog.changes.publish(records ?? { isEverything: true }),
    readShares: createReadShares({
      loop,
      meters: rooms.meters,
      clientPercent: () => rooms.settings.snapshot().plain.readClientPercent,
    }),
    readiness: createReadiness(),
    requestDrain: createRequestDrain({ server: strapi.server.httpServer, loop, logger }),
    /** For failures while responding to the public. */
    requestLogger: createRateLimitedLogger({ logger, clock }),
  };
}

export type Container = ReturnType<typeof build>;

const containers = new WeakMap<Core.Strapi, Container>();

/**
 * Builds the parts of this site; the database must be initialized, so not before `bootstrap`.
 * @param ownReader a connection of which the catalog is read, if there is one besides the site's own
 */
export function buildContainer(strapi: Core.Strapi, ownReader: Database | null): Container {
  const container = build(strapi, ownReader);
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
