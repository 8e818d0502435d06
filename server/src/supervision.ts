import type { DeliveryTalliesView } from '../../contracts/admin/events';
import type { SyncSchedule } from '../../contracts/admin/runs';
import type { ConnectionTest } from '../../contracts/admin/settings';
import type { CatalogCounts } from './catalog/admin/catalog-counts';
import type { DeleteExpired } from './catalog/removal/expired-records';
import { describeDatabase } from './database/describe-database';
import { createKnexEventAdmin } from './webhooks/knex-event-admin';
import { createKnexEventDelays } from './webhooks/knex-event-delays';
import type { Database } from './database/database';
import type { DatabaseClock } from './database/database-clock';
import type { StateStore } from './database/knex-state-store';
import { readTextEncoding } from './database/text-encoding';
import { createKnexTallyStore } from './webhooks/knex-tally-store';
import { createScheduleMemory } from './sync/schedule-memory';
import { createClocksCheck } from './health/checks/clocks';
import { createCredentialsCheck } from './health/checks/credentials';
import { createDatabaseCharsetCheck } from './health/checks/database-charset';
import { createDeliveriesCheck } from './health/checks/deliveries';
import { createDroppedEventsCheck } from './health/checks/dropped-events';
import { createHooksCheck } from './health/checks/hooks';
import { createLastSyncCheck } from './health/checks/last-sync';
import { createRemovalHeldCheck } from './health/checks/removal-held';
import { createStoredSecretsCheck } from './health/checks/stored-secrets';
import { createStorefrontCheck } from './health/checks/storefront';
import { createWaitingEventsCheck } from './health/checks/waiting-events';
import type { HealthCheck } from './health/health-check';
import { createHealthService } from './health/health-service';
import { createDiagnostics } from './operator/diagnostics';
import { createOverview, createOverviewHistory } from './operator/overview';
import type { Clock } from './lib/clock';
import { describeError } from './lib/errors';
import type { LeaseStore } from './lib/lease';
import type { KnownSecrets } from './lib/known-secrets';
import type { Logger } from './lib/logger';
import { wordsOfExpression } from './lib/cronstrue-words';
import { createNodeCronScheduler } from './lib/node-cron-scheduler';
import type { SettingsService } from './settings/settings-service';
import { createCatchUp } from './sync/catch-up';
import type { ScheduledSync } from './sync/scheduled-sync';
import type { HeldRemovals } from './sync/held-removals';
import type { RunHistoryReader } from './sync/run-store';
import type { SyncService } from './sync/sync-service';
import type { StorefrontState } from './storefront/storefront';
import type { UpstreamAccess } from './upstream/upstream-access';
import { pluginVersion } from './upstream/user-agent';
import { createHeaderTokenStore } from './webhooks/header-token-store';
import { createWebhookRegistration } from './webhooks/registration';
import { createRegistrationMemory } from './webhooks/registration-memory';

export interface SupervisionParts {
  database: Database;
  productTable: string;
  databaseClock: DatabaseClock;
  state: StateStore;
  leases: LeaseStore;
  clock: Clock;
  logger: Logger;
  knownSecrets: KnownSecrets;
  newId: () => string;
  settings: SettingsService;
  upstream: UpstreamAccess;
  testConnection: () => Promise<ConnectionTest>;
  sync: SyncService;
  runs: Pick<RunHistoryReader, 'lastSuccess' | 'recent'>;
  scheduledSync: ScheduledSync;
  catalogCounts: () => Promise<CatalogCounts>;
  deliveries: () => Promise<DeliveryTalliesView>;
  strapiVersion: string;
  /** The host's own address and the path of the public API below it. */
  siteUrl: string;
  basePath: string;
  storefront: StorefrontState;
  heldRemovals: Pick<HeldRemovals, 'list'>;
  deleteExpired: DeleteExpired;
  /** IANA name; schedules are read in it. */
  timeZone: string;
}

// While few look, and before the nightly synchronisation.
const dailyDeletion = '10 2 * * *';
// After the nightly synchronisation, whose outcome it looks at.
const dailyCheck = '30 4 * * *';

/** Wires what keeps an eye on the rest: schedules, the registration of webhooks, health, the overview. */
export function createSupervision(parts: SupervisionParts) {
  const { state, leases, clock, logger, settings, sync, timeZone } = parts;
  const scheduler = createNodeCronScheduler({
    memory: createScheduleMemory(state),
    leases,
    clock,
    logger,
    newId: parts.newId,
  });
  const catchUp = createCatchUp({ state, clock, logger, start: () => sync.start({ mode: 'incremental' }) });
  const registration = createWebhookRegistration({
    ...parts,
    memory: createRegistrationMemory(state),
    tokens: createHeaderTokenStore({ state, clock, knownSecrets: parts.knownSecrets }),
    catchUp,
  });
  const tables = { database: parts.database, clock: parts.databaseClock };
  const events = createKnexEventAdmin(tables);

  async function syncSchedule(): Promise<SyncSchedule | null> {
    const timetable = await parts.scheduledSync.timetable();
    if (!timetable) return null;
    const next = await scheduler.nextRun('sync');
    const nextMode = await parts.scheduledSync.modeAt(next ?? clock.now());
    return {
      ...timetable,
      words: wordsOfExpression(timetable.expression),
      nextRunAt: next?.toISOString() ?? null,
      nextMode,
    };
  }

  const databaseCharset = createDatabaseCharsetCheck({
    readEncoding: () => readTextEncoding(parts.database, { table: parts.productTable }),
  });
  async function ofStore<Known>(
    read: (address: { apiUrl: string; storeHash: string }) => Known | null,
  ): Promise<Known | null> {
    const { apiUrl, storeHash } = (await settings.read()).plain;
    return storeHash === null ? null : read({ apiUrl, storeHash });
  }

  const checks: HealthCheck[] = [
    createCredentialsCheck({ test: parts.testConnection }),
    // After a request to the store, whose response tells its time.
    createClocksCheck({
      clock,
      databaseClock: parts.databaseClock,
      upstreamAhead: async () => ofStore((address) => parts.upstream.clockAhead(address)),
    }),
    createHooksCheck({ ...registration, catchUp }),
    createWaitingEventsCheck({ backlog: events }),
    createRemovalHeldCheck({ held: () => parts.heldRemovals.list() }),
    createDroppedEventsCheck({ backlog: events }),
    createDeliveriesCheck({ tallies: createKnexTallyStore(tables) }),
    createLastSyncCheck({
      lastSuccess: () => parts.runs.lastSuccess(),
      syncState: () => sync.state(),
      timetable: () => parts.scheduledSync.timetable(),
      upcoming: (timetable, count) => scheduler.upcoming(timetable, count),
    }),
    databaseCharset,
    createStoredSecretsCheck({ readSecrets: async () => (await settings.read()).secrets }),
    createStorefrontCheck({ settings: () => settings.read(), ...parts.storefront }),
  ];
  const health = createHealthService({ checks, state, clock, databaseClock: parts.databaseClock, logger });

  /** At once, since the first run may meet what the database cannot hold; the daily check comes later. */
  async function warnOfCharset(): Promise<void> {
    try {
      const findings = await databaseCharset.run();
      for (const { text } of findings) logger.warn(text);
      if (findings.length > 0) await health.check();
    } catch (error) {
      logger.warn('the database could not be asked for its character set', { error: describeError(error) });
    }
  }

  scheduler.add(parts.scheduledSync.job);
  scheduler.add({
    name: 'health',
    timetable: async () => ({ expression: dailyCheck, timeZone }),
    run: async (signal) => {
      await health.check(signal);
    },
  });

  scheduler.add({
    name: 'withdrawn',
    timetable: async () => ({ expression: dailyDeletion, timeZone }),
    run: async (signal) => {
      await parts.deleteExpired(signal);
    },
  });

  const overview = createOverview({
    health,
    events,
    syncState: () => sync.state(),
    nextRun: () => scheduler.nextRun('sync'),
    counts: parts.catalogCounts,
    held: () => parts.heldRemovals.list(),
    budget: () => ofStore((address) => parts.upstream.budget(address)),
  });
  const overviewHistory = createOverviewHistory({ runs: parts.runs, events: createKnexEventDelays(tables) });
  const diagnostics = createDiagnostics({
    clock,
    redact: parts.knownSecrets.redact,
    settings,
    overview,
    history: overviewHistory,
    runs: (request) => sync.history(request),
    schedule: syncSchedule,
    webhooks: registration,
    backlog: events,
    deliveries: parts.deliveries,
    versions: async () => ({
      plugin: pluginVersion,
      strapi: parts.strapiVersion,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      database: await describeDatabase(parts.database),
    }),
  });

  return {
    scheduler,
    syncSchedule,
    catchUp,
    registration,
    health,
    overview,
    overviewHistory,
    diagnostics,
    deleteExpired: parts.deleteExpired,
    start: () => {
      scheduler.start();
      catchUp.resume();
      void warnOfCharset();
    },
    stop: async () => {
      await scheduler.stop();
      await catchUp.stop();
    },
  };
}
