import type { ConnectionTest } from '../../../contracts/admin/settings';
import type { Catalog } from '../catalog/create-catalog';
import type { Foundation } from '../database/create-foundation';
import { readTextEncoding } from '../database/text-encoding';
import type { Instances } from '../instances/create-instances';
import { describeError } from '../lib/errors';
import type { Purging } from '../purging/create-purging';
import type { SettingsService } from '../settings/settings-service';
import { storeAddressOf } from '../settings/store-address';
import type { StorefrontState } from '../storefront/create-storefront';
import type { Schedule } from '../sync/schedule/create-schedule';
import type { Sync } from '../sync/create-sync';
import type { UpstreamAccess } from '../upstream/upstream-access';
import type { Webhooks } from '../webhooks/create-webhooks';
import { fingerprintOfRules } from '../webhooks/delivery-rules';
import { createClocksCheck } from './checks/clocks';
import { createCredentialsCheck } from './checks/credentials';
import { createDatabaseCharsetCheck } from './checks/database-charset';
import { createDeliveriesCheck } from './checks/deliveries';
import { createDroppedEventsCheck } from './checks/dropped-events';
import { createHooksCheck } from './checks/hooks';
import { createMarketsCheck } from './checks/markets';
import { createOutboxCheck } from './checks/outbox';
import { createRedisCheck } from './checks/redis';
import { createRemovalHeldCheck } from './checks/removal-held';
import { createSafelistCheck } from './checks/safelist';
import { createScheduleCheck } from './checks/schedule';
import { createStoredSecretsCheck } from './checks/stored-secrets';
import { createStorefrontCheck } from './checks/storefront';
import { createWaitingEventsCheck } from './checks/waiting-events';
import type { HealthCheck } from './health-check';
import { createHealthService } from './health-service';
import { createStatusFacts, digestOf } from './read-status-facts';

export interface HealthParts extends Foundation {
  /** The database's encoding is read from this table. */
  productTable: string;
  settings: SettingsService;
  upstream: UpstreamAccess;
  testConnection: () => Promise<ConnectionTest>;
  sync: Pick<Sync, 'runFacts' | 'heldRemovals' | 'markets'>;
  schedule: Pick<Schedule, 'scheduler' | 'scheduledSync' | 'catchUp'>;
  webhooks: Pick<Webhooks, 'registration' | 'queue' | 'tallies' | 'tallyStore' | 'reportedSince'>;
  storefront: StorefrontState;
  instances: Pick<Instances, 'withoutRedis'>;
  purging: { outbox: Pick<Purging['outbox'], 'progress'> };
  catalog: Pick<Catalog, 'storeFacts'>;
}

// After the nightly sync, whose outcome it checks.
const dailyCheck = '30 4 * * *';

/** Joins the checks of the site's health, which run every day and on request. */
export function createHealth(parts: HealthParts) {
  const { logger, timeZone } = parts;
  const charset = createDatabaseCharsetCheck({
    readEncoding: () => readTextEncoding(parts.database, { table: parts.productTable }),
  });
  const health = createHealthService({
    ...parts,
    checks: [...askingChecks(parts), charset],
    localChecks: localChecks(parts),
    readFacts: createStatusFacts({
      settings: () => parts.settings.read(),
      runFacts: parts.sync.runFacts,
      timetable: () => parts.schedule.scheduledSync.timetable(),
      upcoming: (timetable, count) => parts.schedule.scheduler.upcoming(timetable, count),
      reportedSince: parts.webhooks.reportedSince,
      tallies: parts.webhooks.tallies,
      events: parts.webhooks.queue,
      defaultChannel: async () => (await parts.catalog.storeFacts.read())?.defaultChannelId ?? null,
    }),
  });
  parts.schedule.scheduler.add({
    name: 'health',
    timetable: async () => ({ expression: dailyCheck, timeZone }),
    run: async (signal) => {
      await health.check(signal);
    },
  });

  return {
    health,
    /** Changes settings; checks in the background if the store, its token, or this site's public address changed. */
    async afterSettings<Result>(change: () => Promise<Result>): Promise<Result> {
      const before = digestOf(await parts.settings.read());
      const result = await change();
      if (digestOf(await parts.settings.read()) !== before) health.checkSoon();
      return result;
    },
    /**
     * Warns at startup, before the daily check: the first run may already receive text that the database cannot store.
     */
    async warnOfCharset(): Promise<void> {
      try {
        const findings = await charset.run();
        for (const { text } of findings) logger.warn(text);
        if (findings.length > 0) await health.check();
      } catch (error) {
        logger.warn('the character set of the database could not be read', { error: describeError(error) });
      }
    },
  };
}

export type Health = ReturnType<typeof createHealth>;

function askingChecks({ schedule, webhooks, settings, ...parts }: HealthParts): HealthCheck[] {
  return [
    createCredentialsCheck({ test: parts.testConnection }),
    createHooksCheck({
      ...webhooks.registration,
      isRegistered: async () => {
        const { storeHash } = (await settings.read()).plain;
        return storeHash !== null && (await webhooks.reportedSince(storeHash)) !== null;
      },
      catchUp: schedule.catchUp,
    }),
    createStorefrontCheck({ settings: () => settings.read(), ...parts.storefront }),
  ];
}

function localChecks({ sync, schedule, webhooks, settings, upstream, ...parts }: HealthParts): HealthCheck[] {
  const { queue } = webhooks;
  async function comparedAt(): Promise<Date | null> {
    const { storeHash } = (await settings.read()).plain;
    return storeHash === null ? null : ((await sync.runFacts.read(storeHash)).lastComplete?.startedAt ?? null);
  }
  return [
    createStoredSecretsCheck({ readSecrets: () => settings.read() }),
    createClocksCheck({
      ...parts,
      upstreamAhead: async () => {
        const address = storeAddressOf(await settings.read());
        return address && upstream.clockAhead(address);
      },
    }),
    createDeliveriesCheck({
      tallies: { read: () => webhooks.tallies.read(), lateSince: webhooks.tallyStore.lateSince },
      comparedAt,
      fingerprint: async () => fingerprintOfRules(await settings.read()),
    }),
    createScheduleCheck({
      timetable: () => schedule.scheduledSync.timetable(),
      upcoming: (timetable, count) => schedule.scheduler.upcoming(timetable, count),
    }),
    createSafelistCheck({ settings: () => settings.read(), ...parts.storefront }),
    createRedisCheck(parts.instances),
    createRemovalHeldCheck({ held: () => sync.heldRemovals.list() }),
    createMarketsCheck({
      troubles: sync.markets.troubles,
      isLeftOut: async () => {
        const { sweepEnabled, fullSyncEveryDays } = (await settings.read()).plain;
        return !sweepEnabled && fullSyncEveryDays === 0 && (await schedule.scheduledSync.timetable()) !== null;
      },
    }),
    createDroppedEventsCheck({
      backlog: queue,
      events: queue,
      comparedAt,
    }),
    createWaitingEventsCheck({ backlog: queue }),
    createOutboxCheck(parts.purging.outbox),
  ];
}
