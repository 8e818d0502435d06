import type { SyncSchedule } from '../../../../contracts/admin/runs';
import type { DeleteExpired } from '../../catalog/removal';
import type { Foundation } from '../../database/create-foundation';
import { wordsOfExpression } from '../../lib/cronstrue-words';
import { createNodeCronScheduler } from '../../lib/node-cron-scheduler';
import type { SettingsService } from '../../settings/settings-service';
import { createCatchUp } from './catch-up';
import type { Sync } from '../create-sync';
import { createScheduleMemory } from './schedule-memory';
import { createScheduledSync } from './scheduled-sync';

// When there are few visitors, and before the nightly sync.
const dailyDeletion = '10 2 * * *';

/** Joins what starts automatically: scheduled runs, runs that catch up, and the deletion of expired records. */
export function createSchedule({
  sync: { sync, runs, verification },
  deleteExpired,
  ...parts
}: Pick<Foundation, 'state' | 'leases' | 'clock' | 'databaseClock' | 'logger' | 'newId' | 'timeZone'> & {
  sync: Pick<Sync, 'sync' | 'runs' | 'verification'>;
  settings: SettingsService;
  deleteExpired: DeleteExpired;
}) {
  const { state, clock, timeZone } = parts;
  const scheduler = createNodeCronScheduler({ ...parts, memory: createScheduleMemory(state) });
  const scheduledSync = createScheduledSync({
    ...parts,
    runs,
    sync,
    onFullRun: () => void verification.requestAfterRun('full_run'),
  });
  scheduler.add(scheduledSync.job);
  scheduler.add({
    name: 'withdrawn',
    timetable: async () => ({ expression: dailyDeletion, timeZone }),
    run: async (signal) => {
      await deleteExpired(signal);
    },
  });

  return {
    scheduler,
    scheduledSync,
    catchUp: createCatchUp({ ...parts, start: () => sync.start({ mode: 'incremental' }) }),

    /** The schedule as administrators see it; null while it is off. */
    async syncSchedule(): Promise<SyncSchedule | null> {
      const timetable = await scheduledSync.timetable();
      if (!timetable) return null;
      const next = await scheduler.nextRun('sync');
      const nextMode = await scheduledSync.modeAt(next ?? clock.now());
      const words = wordsOfExpression(timetable.expression);
      return { ...timetable, words, nextRunAt: next?.toISOString() ?? null, nextMode };
    },
  };
}

export type Schedule = ReturnType<typeof createSchedule>;
