import type { ConnectionTest } from '../../../contracts/admin/settings';
import type { Foundation } from '../database/create-foundation';
import { readTextEncoding } from '../database/text-encoding';
import { describeError } from '../lib/errors';
import type { SettingsService } from '../settings/settings-service';
import { storeAddressOf } from '../settings/store-address';
import type { StorefrontState } from '../storefront/create-storefront';
import type { Schedule } from '../sync/create-schedule';
import type { Sync } from '../sync/create-sync';
import type { UpstreamAccess } from '../upstream/upstream-access';
import type { Webhooks } from '../webhooks/create-webhooks';
import { createClocksCheck } from './checks/clocks';
import { createCredentialsCheck } from './checks/credentials';
import { createDatabaseCharsetCheck } from './checks/database-charset';
import { createDeliveriesCheck } from './checks/deliveries';
import { createDroppedEventsCheck } from './checks/dropped-events';
import { createHooksCheck } from './checks/hooks';
import { createLastSyncCheck } from './checks/last-sync';
import { createRemovalHeldCheck } from './checks/removal-held';
import { createStoredSecretsCheck } from './checks/stored-secrets';
import { createStorefrontCheck } from './checks/storefront';
import { createWaitingEventsCheck } from './checks/waiting-events';
import type { HealthCheck } from './health-check';
import { createHealthService } from './health-service';

export interface HealthParts extends Foundation {
  /** The database's encoding is read from this table. */
  productTable: string;
  settings: SettingsService;
  upstream: UpstreamAccess;
  testConnection: () => Promise<ConnectionTest>;
  sync: Pick<Sync, 'sync' | 'runHistory' | 'heldRemovals'>;
  schedule: Pick<Schedule, 'scheduler' | 'scheduledSync' | 'catchUp'>;
  webhooks: Pick<Webhooks, 'registration' | 'queue' | 'tallyStore'>;
  storefront: StorefrontState;
}

// After the nightly sync, whose outcome it looks at.
const dailyCheck = '30 4 * * *';

/** Joins what checks the site's health, every day and when asked. */
export function createHealth(parts: HealthParts) {
  const { logger, timeZone } = parts;
  const charset = createDatabaseCharsetCheck({
    readEncoding: () => readTextEncoding(parts.database, { table: parts.productTable }),
  });
  const health = createHealthService({ ...parts, checks: [...checksOf(parts), charset] });
  parts.schedule.scheduler.add({
    name: 'health',
    timetable: async () => ({ expression: dailyCheck, timeZone }),
    run: async (signal) => {
      await health.check(signal);
    },
  });

  return {
    health,
    /** At once, since the first run may meet what the database cannot store; the daily check comes later. */
    async warnOfCharset(): Promise<void> {
      try {
        const findings = await charset.run();
        for (const { text } of findings) logger.warn(text);
        if (findings.length > 0) await health.check();
      } catch (error) {
        logger.warn('the database could not be asked for its character set', { error: describeError(error) });
      }
    },
  };
}

export type Health = ReturnType<typeof createHealth>;

function checksOf({ sync, schedule, webhooks, settings, upstream, ...parts }: HealthParts): HealthCheck[] {
  const { queue } = webhooks;
  return [
    createCredentialsCheck({ test: parts.testConnection }),
    // After a request to the store, whose response tells its time.
    createClocksCheck({
      ...parts,
      upstreamAhead: async () => {
        const address = storeAddressOf(await settings.read());
        return address && upstream.clockAhead(address);
      },
    }),
    createHooksCheck({ ...webhooks.registration, catchUp: schedule.catchUp }),
    createWaitingEventsCheck({ backlog: queue }),
    createRemovalHeldCheck({ held: () => sync.heldRemovals.list() }),
    createDroppedEventsCheck({ backlog: queue }),
    createDeliveriesCheck({ tallies: webhooks.tallyStore }),
    createLastSyncCheck({
      lastSuccess: () => sync.runHistory.lastSuccess(),
      syncState: () => sync.sync.state(),
      timetable: () => schedule.scheduledSync.timetable(),
      upcoming: (timetable, count) => schedule.scheduler.upcoming(timetable, count),
    }),
    createStoredSecretsCheck({ readSecrets: async () => (await settings.read()).secrets }),
    createStorefrontCheck({ settings: () => settings.read(), ...parts.storefront }),
  ];
}
