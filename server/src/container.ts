import { createId } from '@paralleldrive/cuid2';
import type { Core } from '@strapi/strapi';
import { type ResponseCache, createResponseCache } from './catalog/responses/response-cache';
import { createCachedNames } from './catalog/admin/cached-names';
import { createCachedShop } from './catalog/shop/cached-shop';
import { type CatalogChange, type ChangeCollector, createCatalogChanges } from './catalog/changes/catalog-changes';
import { createCatalogCounts } from './catalog/admin/catalog-counts';
import { createImageHosts } from './catalog/images/image-hosts';
import { createImageHostLearning } from './catalog/images/learn-image-hosts';
import { createNotingCatalogStore } from './catalog/images/noting-catalog-store';
import { createCatalogVerification } from './catalog/verification/create-verification';
import { createChangeHook } from './catalog/changes/change-hook';
import { createChangeFeed } from './catalog/changes/change-feed';
import { type ChangedIds, changedIdsSchema } from './catalog/changes/change-log';
import { createLruResponseStore } from './catalog/responses/lru-response-store';
import { createProductIndexRepair } from './catalog/product-index/product-index-repair';
import { createProductIndexWatch } from './catalog/product-index/product-index-watch';
import { createProductIndex } from './catalog/product-index/product-index';
import { createExpiry, createRemovalParts } from './catalog/removal/create-removals';
import { createReading } from './catalog/reading/reading';
import { createSearchIndex } from './catalog/search/search-index';
import { createSlugRepair } from './catalog/writing/slug-repair';
import { createStoreFacts } from './catalog/shop/store-facts';
import { watchStrapiContent } from './catalog/changes/strapi-content-watch';
import { createEntryEvents } from './catalog/changes/strapi-entry-events';
import { createStrapiCatalogStore } from './catalog/writing/strapi-catalog-store';
import { createStrapiProductBrowser } from './catalog/admin/strapi-product-browser';
import { createSiteRelations } from './catalog/removal/strapi-site-relations';
import { readCatalogTables } from './catalog/tables/strapi-tables';
import { createStrapiTaxonomyReader } from './catalog/reading/strapi-taxonomy-reader';
import { catalogHookOf } from './config';
import { dialectOf } from './database/database';
import { createKnexChangeLog } from './catalog/changes/knex-change-log';
import { createKnexLeaseStore } from './database/knex-lease-store';
import { createReadVersions } from './catalog/writing/knex-read-versions';
import { createKnexSettingsStore } from './settings/knex-settings-store';
import { createKnexStateStore } from './database/knex-state-store';
import { migrate } from './database/migrator';
import { hostFactsOf } from './host-facts';
import { machineLoop } from './lib/clock';
import { createWorkScheduler } from './lib/work-scheduler';
import { createKnownSecrets } from './lib/known-secrets';
import { createRequestRate } from './lib/request-rate';
import { createRateLimitedLogger } from './lib/rate-limited-logger';
import { createStrapiLogger } from './lib/strapi-logger';
import { createConnectionTest } from './settings/connection-test';
import { restBasePath } from './http/rest-base-path';
import { type Environment, environmentOf } from './environment';
import { createProductDesk } from './operator/product-desk';
import { createRestSettings } from './settings/rest-settings';
import { createSettingsService } from './settings/settings-service';
import { createStorefront } from './storefront/storefront';
import { createSupervision } from './supervision';
import { createSynchronisation } from './synchronisation';
import { findProductPageThread } from './upstream/product-page-thread-file';
import { createUpstreamAccess } from './upstream/upstream-access';
import { createWebhooks } from './webhooks/create-webhooks';

// Requests a second from which on a run keeps out of their way; an administrator who watches a run makes one or two.
const crowd = 10;

/** Reads the configuration, picks the implementations and wires the parts: the one place that does. */
function build(strapi: Core.Strapi, { clock, random, largestResponse, ...environment }: Environment) {
  const knownSecrets = createKnownSecrets();
  const logger = createStrapiLogger(strapi, knownSecrets.redact);
  const database = strapi.db.connection;
  const databaseClock = environment.databaseClock({ database, clock });
  const { fixed, sealer, siteUrl } = hostFactsOf(strapi);
  const settings = createSettingsService({ fixed, sealer, store: createKnexSettingsStore(database), clock });
  knownSecrets.include(() => settings.secrets());
  const state = createKnexStateStore(database);
  const leases = createKnexLeaseStore({ database, clock: databaseClock });
  const readVersions = createReadVersions(database);
  const tables = readCatalogTables(strapi);
  const changeLog = createKnexChangeLog({
    database,
    origin: createId(),
    content: changedIdsSchema,
    clock: databaseClock,
    elapsed: machineLoop.now,
  });
  const catalogChanges = createCatalogChanges({ database, log: changeLog, logger });
  const storeFacts = createStoreFacts({ database, changes: catalogChanges });
  const imageHosts = createImageHosts({ state, logger });
  const searchIndex = createSearchIndex({ database, logger });
  const productIndex = createProductIndex({ searchIndex });
  const productIndexRepair = createProductIndexRepair({
    database,
    tables,
    productIndex,
    state,
    changes: catalogChanges,
    loop: machineLoop,
    logger,
  });
  const productIndexWatch = createProductIndexWatch({ repair: productIndexRepair, clock, logger });
  const slugRepair = createSlugRepair({ database, tables, state, changes: catalogChanges, logger });
  const requestRate = createRequestRate(machineLoop.now);
  const workScheduler = createWorkScheduler({
    loop: machineLoop,
    isCrowded: () => requestRate.perSecond() >= crowd,
    blocksReaders: dialectOf(database) === 'sqlite',
  });
  const yieldIfDue = () => workScheduler.yieldIfDue();
  const keepsWithdrawn = () => settings.snapshot().plain.withdrawnRetentionDays > 0;
  const plainStoreWith = (changes: ChangeCollector) =>
    createStrapiCatalogStore({
      database,
      catalogTables: tables,
      readVersions,
      productIndex,
      changes,
      keepsWithdrawn,
      yieldIfDue: workScheduler.yieldInTransactionIfDue,
    });
  const storeWith = (changes: ChangeCollector) =>
    createNotingCatalogStore({ store: plainStoreWith(changes), imageHosts });
  const store = storeWith(catalogChanges);
  const { absences, removals } = createRemovalParts({
    database,
    catalogTables: tables,
    clock: databaseClock,
    drawReadVersion: () => readVersions.draw(),
    settings: () => ({
      percent: settings.snapshot().plain.removalLimitPercent,
      minimum: settings.snapshot().plain.removalLimitMinimum,
    }),
  });
  const upstream = createUpstreamAccess({
    clock,
    random,
    logger,
    redact: knownSecrets.redact,
    reserve: () => settings.snapshot().plain.upstreamReserve,
    yieldIfDue,
    drawVersion: () => readVersions.draw(),
    productPageThread: findProductPageThread(),
    ...(largestResponse !== undefined && { transport: { maximumBytes: largestResponse } }),
  });
  const imageHostLearning = createImageHostLearning({ database, tables, imageHosts, workScheduler, logger });
  const cachedShop = createCachedShop({ state, store });
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { sync, runHistory, scheduledSync, ...synchronisation } = createSynchronisation({
    database,
    tables,
    store,
    bulkStore: storeWith(catalogChanges.bulk),
    tryStore: plainStoreWith(catalogChanges),
    removals,
    absences,
    productIndex,
    changes: catalogChanges,
    cachedShop,
    storeFacts,
    imageHosts,
    readVersions,
    state,
    verifyPiece: createCatalogVerification({
      database,
      tables,
      productIndex,
      productIndexRepair,
      searchIndex,
      changes: catalogChanges,
      loop: machineLoop,
    }),
    leases,
    settings,
    upstream,
    clock,
    workScheduler,
    logger,
    newId: createId,
    timeZone,
  });

  const {
    start: startWebhooks,
    stop: stopWebhooks,
    ...webhooks
  } = createWebhooks({
    database,
    databaseClock,
    state,
    settings,
    upstream,
    store,
    removals,
    storeFacts,
    cachedShop,
    names: createCachedNames({ database, tables }),
    clock,
    logger,
    knownSecrets,
    newId: createId,
  });

  const storefront = createStorefront({
    settings,
    upstream,
    state,
    sealer,
    leases,
    knownSecrets,
    clock,
    logger,
    newId: createId,
    root: strapi.dirs.app.root,
  });

  const {
    memory,
    matches: searchMatches,
    ...reading
  } = createReading({ source: { database, tables }, searchIndex, loop: machineLoop });
  const hear = (change: ChangedIds) => {
    memory.forget(change);
    responses.forget(change);
  };
  const responses: ResponseCache = createResponseCache({
    createStore: createLruResponseStore,
    feed: createChangeFeed({
      log: changeLog,
      loop: machineLoop,
      logger,
      onChange: hear,
      onRestored: () => synchronisation.verification.requestAfterRun('content_replaced'),
    }),
    settings: () => settings.snapshot().plain,
    clock,
    logger,
  });
  catalogChanges.subscribe(hear);
  const entryEvents = createEntryEvents({
    strapi,
    ofFullRuns: () => settings.snapshot().plain.entryEventsOfFullRuns,
    loop: machineLoop,
    clock,
    logger,
  });
  catalogChanges.subscribe(entryEvents.listener);
  const hook = catalogHookOf(strapi.config.get('plugin::commerce-bridge'));
  const lifetime = new AbortController();
  const changeHook = hook && createChangeHook({ hook, clock, logger });
  if (changeHook) catalogChanges.subscribe(changeHook.listener);

  const testConnection = createConnectionTest({ settings, upstream });
  const restSettings = createRestSettings({ settings, siteUrl });
  const browser = createStrapiProductBrowser({ source: { database, tables }, matches: searchMatches });
  const {
    start: startSupervision,
    stop: stopSupervision,
    ...supervision
  } = createSupervision({
    database,
    productTable: tables.tables.product,
    databaseClock,
    state,
    leases,
    clock,
    logger,
    knownSecrets,
    newId: createId,
    settings,
    upstream,
    testConnection: () => testConnection({}),
    sync,
    runs: runHistory,
    scheduledSync,
    catalogCounts: createCatalogCounts({ database, tables }),
    deliveries: () => webhooks.events.deliveries(),
    strapiVersion: String(strapi.config.get('info.strapi')),
    storefront: storefront.state,
    heldRemovals: synchronisation.heldRemovals,
    deleteExpired: createExpiry({
      database,
      catalogTables: tables,
      productIndex,
      changes: catalogChanges,
      relationsTo: createSiteRelations(strapi),
      retentionDays: async () => (await settings.read()).plain.withdrawnRetentionDays,
      clock: databaseClock,
      logger,
    }),
    siteUrl,
    basePath: restBasePath(strapi),
    timeZone,
  });

  return {
    ...supervision,
    productDesk: createProductDesk({
      browser,
      runs: runHistory,
      events: webhooks.events,
      inspect: synchronisation.inspectProduct,
      storeFacts,
      settings,
      restSettings,
      clock,
    }),
    webhooks,
    catalogChanges,
    responses: responses,
    /** Drops what is kept of these records, or of everything; on every instance of the site. */
    purgeCaches: (records?: Partial<Pick<CatalogChange, 'products' | 'categories' | 'brands'>>) =>
      catalogChanges.publish(records ?? { isEverything: true }),
    /** Notices what others write to cached records through Strapi. */
    watchContent: () =>
      watchStrapiContent(strapi, {
        changes: catalogChanges,
        onReplaced: () => synchronisation.verification.requestAfterRun('content_replaced'),
        clock,
        signal: lifetime.signal,
        logger,
      }),
    logger,
    /** For what fails in answering the public. */
    requestLogger: createRateLimitedLogger({ logger, clock }),
    clock,
    settings,
    storeFacts,
    imageHosts,
    restSettings,
    catalog: {
      ...reading,
      taxonomy: createStrapiTaxonomyReader({ database, tables }),
      browser,
    },
    testConnection,
    storefront,
    sync,
    runHistory,
    scheduledSync,
    ...synchronisation,
    /** To be told of every request that the host gets. */
    noteRequest: () => requestRate.note(),
    productIndex: productIndex,
    removals,
    absences,
    migrate: () => migrate({ database, clock, logger }),
    /** Makes what reading takes; once the tables are there. */
    prepareReading: async () => {
      await searchIndex.prepare();
      await slugRepair.makeFirst();
      await productIndexWatch.makeFirst();
      catalogChanges.subscribe(({ records, products, isEverything }) => {
        // Without records it was not a synchronisation that wrote.
        if (isEverything || (records.length === 0 && products.length > 0)) productIndexWatch.repairSoon();
      });
    },
    closeConnections: () => upstream.close(),
    /** Starts what runs by itself; call it once the site listens. */
    startBackgroundWork: () => {
      // An import may have been made while the site was down.
      productIndexWatch.repairSoon();
      void sync.watch();
      void synchronisation.verification.watch();
      imageHostLearning.start();
      startWebhooks();
      startSupervision();
    },
    stopBackgroundWork: async () => {
      await imageHostLearning.stop();
      await productIndexWatch.stop();
      await synchronisation.verification.stop();
      await stopSupervision();
      await stopWebhooks();
      await storefront.stop();
      await sync.stop();
      await entryEvents.stop();
      await changeHook?.stop();
      lifetime.abort();
    },
  };
}

export type Container = ReturnType<typeof build>;

const containers = new WeakMap<Core.Strapi, Container>();
/** Builds the parts of this site; the database must be initialised, so not before `bootstrap`. */
export function buildContainer(strapi: Core.Strapi): Container {
  const container = build(strapi, environmentOf(strapi));
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

/** Ends what the container started; does nothing when it was never built. */
export async function disposeContainer(strapi: Core.Strapi): Promise<void> {
  const container = containers.get(strapi);
  await container?.stopBackgroundWork();
  await container?.closeConnections();
}
