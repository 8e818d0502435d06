import { createId } from '@paralleldrive/cuid2';
import type { Core } from '@strapi/strapi';
import { createCachedStore } from './catalog/cached-store';
import { createCatalogChanges } from './catalog/catalog-changes';
import { createCatalogCounts } from './catalog/catalog-counts';
import { createStoreFacts } from './catalog/store-facts';
import { createStrapiCatalogStore } from './catalog/strapi-catalog-store';
import { createStrapiProductReader } from './catalog/strapi-product-reader';
import { readCatalogTables } from './catalog/strapi-tables';
import { createStrapiTaxonomyReader } from './catalog/strapi-taxonomy-reader';
import { fixedSettingsOf } from './config';
import { createKnexLeaseStore } from './database/knex-lease-store';
import { createObservations } from './database/knex-observations';
import { createKnexSettingsStore } from './database/knex-settings-store';
import { createKnexStateStore } from './database/knex-state-store';
import { migrate } from './database/migrator';
import { type Clock, systemClock } from './lib/clock';
import { createStrapiLogger } from './lib/strapi-logger';
import { createConnectionTest } from './settings/connection-test';
import { restBasePath } from './routes/rest-base-path';
import { createRestSettings } from './settings/rest-settings';
import { createSealer } from './settings/sealed-secrets';
import { createSettingsService } from './settings/settings-service';
import { createStorefront } from './storefront/storefront';
import { createSupervision } from './supervision';
import { createSynchronisation } from './synchronisation';
import { createUpstreamAccess } from './upstream/upstream-access';
import { createWebhooks } from './webhooks/create-webhooks';

/** What a test may put in place of the machine's own. */
export interface Outside {
  clock: Clock;
  random: () => number;
}

const realOutside: Outside = { clock: systemClock, random: Math.random };

/** Reads the configuration, picks the implementations and wires the parts: the one place that does. */
function build(strapi: Core.Strapi, { clock, random }: Outside) {
  const logger = createStrapiLogger(strapi);
  const database = strapi.db.connection;
  const { fixed, sealer } = settingsPlaces(strapi);
  const settings = createSettingsService({ fixed, sealer, store: createKnexSettingsStore(database), clock });
  const state = createKnexStateStore(database);
  const leases = createKnexLeaseStore({ database, clock });
  const storeFacts = createStoreFacts(state);
  const observations = createObservations(database);
  const tables = readCatalogTables(strapi);
  const catalogChanges = createCatalogChanges({ logger });
  const store = createStrapiCatalogStore({ database, catalogTables: tables, observations, changes: catalogChanges });
  const upstream = createUpstreamAccess({ clock, random, logger, reserve: () => settings.snapshot().plain.upstreamReserve });
  const cachedStore = createCachedStore({ state, store });
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { sync, runHistory, scheduledSync, ...synchronisation } = createSynchronisation({
    database,
    tables,
    store,
    changes: catalogChanges,
    cachedStore,
    storeFacts,
    observations,
    leases,
    settings,
    upstream,
    clock,
    logger,
    newId: createId,
    timeZone,
  });

  const { start: startWebhooks, stop: stopWebhooks, ...webhooks } = createWebhooks({
    database,
    state,
    settings,
    upstream,
    store,
    storeFacts,
    cachedStore,
    changes: catalogChanges,
    drawObservation: () => observations.draw(),
    clock,
    logger,
    newId: createId,
  });

  const storefront = createStorefront({ settings, upstream, state, sealer, leases, clock, logger, newId: createId, root: strapi.dirs.app.root });

  const testConnection = createConnectionTest({ settings, upstream });
  const siteUrl = siteUrlOf(strapi);
  const { start: startSupervision, stop: stopSupervision, ...supervision } = createSupervision({
    database,
    state,
    leases,
    clock,
    logger,
    newId: createId,
    settings,
    upstream,
    testConnection: () => testConnection({}),
    sync,
    runs: runHistory,
    scheduledSync,
    catalogCounts: createCatalogCounts({ database, tables }),
    furtherChecks: [storefront.check],
    siteUrl,
    basePath: restBasePath(strapi),
    timeZone,
  });

  return {
    ...supervision,
    webhooks,
    catalogChanges,
    logger,
    clock,
    settings,
    storeFacts,
    restSettings: createRestSettings({ settings, siteUrl }),
    catalog: {
      products: createStrapiProductReader({ database, tables }),
      taxonomy: createStrapiTaxonomyReader({ database, tables }),
    },
    testConnection,
    storefront,
    sync,
    runHistory,
    scheduledSync,
    ...synchronisation,
    migrate: () => migrate({ database, clock, logger }),
    closeConnections: () => upstream.close(),
    /** Starts what runs by itself; call it once the site listens. */
    startBackgroundWork: () => {
      void sync.watch();
      startWebhooks();
      startSupervision();
    },
    stopBackgroundWork: async () => {
      await stopSupervision();
      await stopWebhooks();
      await storefront.stop();
      await sync.stop();
    },
  };
}

export type Container = ReturnType<typeof build>;

const containers = new WeakMap<Core.Strapi, Container>();
const outsides = new WeakMap<Core.Strapi, Outside>();

/** For tests: puts another clock or randomness in place; call it before the site is loaded. */
export function replaceOutside(strapi: Core.Strapi, outside: Partial<Outside>): void {
  outsides.set(strapi, { ...realOutside, ...outside });
}

/** Builds the parts of this site; the database must be initialised, so not before `bootstrap`. */
export function buildContainer(strapi: Core.Strapi): Container {
  const container = build(strapi, outsides.get(strapi) ?? realOutside);
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
  container?.closeConnections();
}

function settingsPlaces(strapi: Core.Strapi) {
  const hostKey: unknown = strapi.config.get('admin.secrets.encryptionKey');
  return {
    sealer: typeof hostKey === 'string' && hostKey !== '' ? createSealer(hostKey) : null,
    fixed: fixedSettingsOf(strapi.config.get('plugin::commerce-bridge')),
  };
}

function siteUrlOf(strapi: Core.Strapi): string {
  const url: unknown = strapi.config.get('server.absoluteUrl');
  return typeof url === 'string' ? url.replace(/\/+$/, '') : '';
}
