import type { Catalog } from '../catalog/create-catalog';
import type { Foundation } from '../database/create-foundation';
import { describeDatabase } from '../database/describe-database';
import type { Health } from '../health/create-health';
import type { InstanceRegister } from '../instances/knex-instance-register';
import type { ReadyMarkets } from '../markets/knex-ready-parts';
import type { SiteMarkets } from '../markets/site-markets';
import type { Purging } from '../purging/create-purging';
import type { SettingsService } from '../settings/settings-service';
import { storeAddressOf } from '../settings/store-address';
import { createCatalogSize } from '../markets/knex-catalog-size';
import type { Schedule } from '../sync/schedule/create-schedule';
import type { Sync } from '../sync/create-sync';
import type { ChannelStorefront } from '../upstream/markets/channel-storefront';
import type { PacerBudget } from '../upstream/pacing/pacing';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { pluginVersion } from '../upstream/http/user-agent';
import type { Webhooks } from '../webhooks/create-webhooks';
import { createDiagnostics } from './diagnostics';
import { createEventDesk } from './event-desk';
import { presentInstances } from './present-instances';
import { createOverview, createOverviewHistory } from './overview';
import { createMarketChoices } from './market-choices';
import { createMarketDesk } from './market-desk';
import { createMetrics } from './metrics';
import { createProductMarketDesk } from './product-market-desk';
import { createProductLists } from './product-lists';
import { createProductDesk } from './product-desk';
import { createResyncs } from './resyncs';
import { createSetupGuide } from './setup-guide';

export interface OperatorParts extends Foundation {
  catalog: Pick<Catalog, 'browser' | 'names' | 'counts' | 'storeFacts' | 'responses' | 'cachedShop' | 'tables'>;
  settings: SettingsService;
  siteMarkets: SiteMarkets;
  readyMarkets: ReadyMarkets;
  upstream: UpstreamAccess;
  storefrontOf: (channelId: number) => ChannelStorefront;
  instanceRegister: Pick<InstanceRegister, 'list'>;
  sync: Sync;
  schedule: Schedule;
  webhooks: Webhooks;
  purging: Pick<Purging, 'outbox'>;
  health: Health['health'];
  strapiVersion: string;
}

/** Joins what administrators look at. */
export function createOperator({ catalog, sync, schedule, webhooks, ...parts }: OperatorParts) {
  const { settings } = parts;
  const { runHistory } = sync;
  const events = createEventDesk({ ...catalog, ...webhooks, events: webhooks.queue, onRetried: webhooks.wake });
  const budget = async () => {
    const address = storeAddressOf(await settings.read());
    return address && parts.upstream.budget(address);
  };
  const overview = createOverview({
    ...catalog,
    health: parts.health,
    events: webhooks.queue,
    syncState: () => sync.sync.state(),
    nextRun: () => schedule.scheduler.nextRun('sync'),
    held: () => sync.heldRemovals.list(),
    instances: async () => presentInstances(await parts.instanceRegister.list(), parts.self.id),
    budget,
  });
  const overviewHistory = createOverviewHistory({ runs: runHistory, events: webhooks.delays });
  return {
    setupGuide: createSetupGuide({ ...parts, reportedSince: webhooks.reportedSince }),
    ...createResyncs({ ...parts, sync, events: webhooks.queue }),
    events,
    overview,
    overviewHistory,
    metrics: createMetrics({
      page: parts.meters,
      overview,
      backlog: webhooks.queue,
      outbox: parts.purging.outbox,
      cachedResponses: () => catalog.responses.size(),
      version: pluginVersion,
    }),
    productMarketDesk: createProductMarketDesk({ ...parts, ...catalog, ...sync.markets, inspect: sync.inspectMarket }),
    productLists: createProductLists({ ...parts, ...catalog }),
    ...joinMarkets({ ...parts, catalog, sync }, budget),
    productDesk: createProductDesk({ ...parts, ...catalog, runs: runHistory, events, inspect: sync.inspectProduct }),
    diagnostics: createDiagnostics({
      clock: parts.clock,
      redact: parts.knownSecrets.redact,
      settings,
      overview,
      history: overviewHistory,
      runs: (request) => sync.sync.history(request),
      schedule: schedule.syncSchedule,
      webhooks: webhooks.registration,
      backlog: webhooks.queue,
      deliveries: () => events.deliveries(),
      versions: () => versionsOf(parts),
    }),
  };
}

/** What administrators see of markets, and what they can choose from. */
function joinMarkets(
  { catalog, sync, settings, ...parts }: Omit<OperatorParts, 'schedule' | 'webhooks'>,
  budget: () => Promise<PacerBudget | null>,
) {
  return {
    marketChoices: createMarketChoices({ ...parts, ...catalog, settings }),
    marketDesk: createMarketDesk({
      ...parts,
      ...catalog,
      states: sync.markets.states,
      isIdle: sync.marketPasses.isIdle,
      textNeeds: sync.markets.textNeeds,
      lastCompleteRun: async () => {
        const { storeHash } = (await settings.read()).plain;
        const run = storeHash === null ? null : (await sync.runFacts.read(storeHash)).lastComplete;
        return run && (run.finishedAt ?? run.startedAt);
      },
      size: createCatalogSize({
        ...parts,
        ...catalog,
        productTable: catalog.tables.tables.product,
        partStates: sync.markets.partStates,
      }),
      quota: async () => (await budget())?.quota ?? null,
      reserve: () => settings.snapshot().plain.upstreamReserve,
    }),
  };
}

async function versionsOf({ database, strapiVersion }: Pick<OperatorParts, 'database' | 'strapiVersion'>) {
  return {
    plugin: pluginVersion,
    strapi: strapiVersion,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    database: await describeDatabase(database),
  };
}
