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
import type { Schedule } from '../sync/create-schedule';
import type { Sync } from '../sync/create-sync';
import type { UpstreamAccess } from '../upstream/upstream-access';
import { pluginVersion } from '../upstream/user-agent';
import type { Webhooks } from '../webhooks/create-webhooks';
import { createDiagnostics } from './diagnostics';
import { createEventDesk } from './event-desk';
import { presentInstances } from './present-instances';
import { createOverview, createOverviewHistory } from './overview';
import { createMetrics } from './metrics';
import { createProductLists } from './product-lists';
import { createProductDesk } from './product-desk';
import { createResyncs } from './resyncs';
import { createSetupGuide } from './setup-guide';

export interface OperatorParts extends Foundation {
  catalog: Pick<Catalog, 'browser' | 'names' | 'counts' | 'storeFacts' | 'responses'>;
  settings: SettingsService;
  siteMarkets: SiteMarkets;
  readyMarkets: ReadyMarkets;
  upstream: UpstreamAccess;
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
  const overview = createOverview({
    ...catalog,
    health: parts.health,
    events: webhooks.queue,
    syncState: () => sync.sync.state(),
    nextRun: () => schedule.scheduler.nextRun('sync'),
    held: () => sync.heldRemovals.list(),
    instances: async () => presentInstances(await parts.instanceRegister.list(), parts.self.id),
    budget: async () => {
      const address = storeAddressOf(await settings.read());
      return address && parts.upstream.budget(address);
    },
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
    productLists: createProductLists({ ...parts, ...catalog }),
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

async function versionsOf({ database, strapiVersion }: Pick<OperatorParts, 'database' | 'strapiVersion'>) {
  return {
    plugin: pluginVersion,
    strapi: strapiVersion,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    database: await describeDatabase(database),
  };
}
