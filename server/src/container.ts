import type { Core } from '@strapi/strapi';
import type { CatalogChange } from './catalog/changes';
import type { Catalog } from './catalog/create-catalog';
import { describeOwnConnection, type ReadConnection } from './database/strapi-own-connection';
import { environmentOf } from './environment';
import { createHealth } from './health/create-health';
import { createHttp } from './http/create-http';
import { restBasePath } from './http/rest-base-path';
import { createInstances } from './instances/create-instances';
import { usualTimes } from './instances/shared-values';
import { joinBase } from './join-base';
import { joinCatalog } from './join-catalog';
import { createKnexReadyMarkets } from './markets/knex-ready-parts';
import { createOperator } from './operator/create-operator';
import { namesOfTargets } from './purging/create-purging';
import { createConnectionTest } from './settings/connection-test';
import { createStorefront } from './storefront/create-storefront';
import { createSchedule } from './sync/schedule/create-schedule';
import { createSync } from './sync/create-sync';
import { createUpstream } from './upstream/create-upstream';
import { createWebhooks } from './webhooks/create-webhooks';
import { createKnexMarketEvents } from './webhooks/knex-market-events';

/** Joins the rooms that read and write the catalog, each made by its own `create-….ts`, from the lowest up. */
function joinSync(strapi: Core.Strapi, environment: Parameters<typeof joinBase>[1]) {
  const base = joinBase(strapi, environment);
  const instances = createInstances(base);
  const joined = joinCatalog(
    strapi,
    { ...base, instances, times: environment.sharedTimes ?? usualTimes },
    {
      onReplaced: () => sync.noteReplacement(),
      onRestored: () => void sync.verification.requestAfterRun('content_replaced'),
    },
  );
  const { catalog } = joined;
  const upstream = createUpstream({
    ...base,
    limits: instances.limits,
    largestResponse: environment.largestResponse,
    reserve: () => base.settings.snapshot().plain.upstreamReserve,
    drawVersion: () => catalog.readVersions.draw(),
  });
  const storeLocale = async () => (await catalog.storeFacts.read())?.locale ?? null;
  const parts = {
    ...base,
    ...joined,
    instances,
    upstream,
    readyMarkets: createKnexReadyMarkets({ ...base, storeLocale }),
    marketEvents: createKnexMarketEvents(base),
  };
  const storefront = createStorefront({
    ...parts,
    root: strapi.dirs.app.root,
    storedChannel: (storeHash) => defaultChannelOf(catalog, storeHash),
  });
  const sync = createSync({
    ...parts,
    storefrontOf: storefront.channel,
    writerThread: environment.writerThread,
    ownConnection: () => describeOwnConnection(strapi),
    outboxTargets: () => namesOfTargets(base),
  });
  return { ...parts, storefront, sync };
}

/** Null if the catalog belongs to another store, or the default channel is not known yet. */
async function defaultChannelOf({ cachedShop, storeFacts }: Catalog, storeHash: string): Promise<number | null> {
  if ((await cachedShop.read()) !== storeHash) return null;
  return (await storeFacts.read())?.defaultChannelId ?? null;
}

/** Joins the higher-level rooms: those that start runs and process events, and those that monitor them. */
function joinRooms(strapi: Core.Strapi, parts: ReturnType<typeof joinSync>) {
  const { catalog, sync, storefront } = parts;
  const testConnection = createConnectionTest(parts);
  const schedule = createSchedule({ ...parts, deleteExpired: catalog.deleteExpired });
  const webhooks = createWebhooks({
    ...sync,
    ...parts,
    messages: parts.instances.messages,
    catchUp: schedule.catchUp,
    basePath: restBasePath(strapi),
  });
  const watched = { ...parts, schedule, webhooks, strapiVersion: String(strapi.config.get('info.strapi')) };
  const health = createHealth({
    ...watched,
    productTable: catalog.tables.tables.product,
    testConnection: () => testConnection({}),
    storefront: storefront.state,
  });
  const operator = createOperator({ ...watched, storefrontOf: storefront.channel, health: health.health });
  return { ...parts, testConnection, schedule, webhooks, health, operator };
}

/** The parts of the rooms that Strapi's edge and the site's own code use. */
function build(strapi: Core.Strapi, ownReader: ReadConnection | null) {
  const rooms = joinRooms(strapi, joinSync(strapi, { ...environmentOf(strapi), ownReader }));
  const { catalog, webhooks, operator, health } = rooms;
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
    /** Drops what is cached about these records, or everything, on every instance of the site. */
    purgeCaches: (records?: Partial<Pick<CatalogChange, 'products' | 'categories' | 'brands'>>) =>
      catalog.changes.publish(records ?? { isEverything: true }),
    ...createHttp({ ...rooms, server: strapi.server.httpServer }),
  };
}

export type Container = ReturnType<typeof build>;

const containers = new WeakMap<Core.Strapi, Container>();

/**
 * Builds the parts of this site; call no earlier than in `bootstrap`, since the database must be initialized.
 * @param ownReader a connection for reading the catalog, if there is one in addition to the site's own
 */
export function buildContainer(strapi: Core.Strapi, ownReader: ReadConnection | null): Container {
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

/** Like `containerOf`, but returns null if it was never built. */
export function findContainer(strapi: Core.Strapi): Container | null {
  return containers.get(strapi) ?? null;
}
