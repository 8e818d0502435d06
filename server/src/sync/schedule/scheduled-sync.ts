import type { RunMode } from '../../../../contracts/admin/runs';
import type { DatabaseClock } from '../../database/database-clock';
import type { Clock } from '../../lib/clock';
import { days, hours, seconds } from '../../lib/durations';
import type { Logger } from '../../lib/logger';
import type { ScheduledJob, Timetable } from '../../lib/scheduler';
import { MissingSettingsError } from '../../settings/settings-errors';
import type { Settings, SettingsService } from '../../settings/settings-service';
import type { RunStore } from '../runs/run-store';
import type { SyncService } from '../sync-service';

/** The automatic sync: incremental with a sweep, and occasionally a full run (behavior 5.2, 5.3). */
export interface ScheduledSync {
  timetable: () => Promise<Timetable | null>;
  /** The mode of a run scheduled for this time. */
  modeAt(moment: Date): Promise<RunMode>;
  job: ScheduledJob;
}

const busyInterval = seconds(5);
// Runs start a little earlier or later each day: without this, a weekly full run would slip to the eighth day.
const earliness = hours(12);

export function createScheduledSync(options: {
  settings: Pick<SettingsService, 'read' | 'recent'>;
  runs: Pick<RunStore, 'findLast' | 'findRunning'>;
  sync: Pick<SyncService, 'start'>;
  clock: Pick<Clock, 'wait'>;
  databaseClock: Pick<DatabaseClock, 'read'>;
  logger: Logger;
  timeZone: string;
  /** Called when a full run has started. */
  onFullRun?: () => void;
}): ScheduledSync {
  const { settings, runs, sync, clock, databaseClock, logger, timeZone } = options;

  const timetableIn = ({ plain: { syncSchedule } }: Settings): Timetable | null =>
    syncSchedule === 'off' ? null : { expression: syncSchedule, timeZone };

  async function modeAt(moment: Date): Promise<RunMode> {
    const { storeHash, sweepEnabled, fullSyncEveryDays } = (await settings.read()).plain;
    const usual = sweepEnabled ? 'sweep' : 'incremental';
    if (storeHash === null || fullSyncEveryDays === 0) return usual;
    // A run that skipped something has still listed everything.
    const last = await runs.findLast({ storeHash, statuses: ['succeeded', 'partial'], mode: 'full' });
    if (!last) return 'full';
    const age = moment.getTime() - last.startedAt.getTime();
    // A run dated after this moment was started while the clock was wrong.
    return age >= days(fullSyncEveryDays) - earliness || age < -earliness ? 'full' : usual;
  }

  return {
    timetable: async () => timetableIn(await settings.read()),
    modeAt,
    job: {
      name: 'sync',
      timetable: async () => timetableIn(await settings.recent()),
      // A run under way may already be past what this one would find.
      isHeldUp: async () => (await runs.findRunning()) !== null,
      async run(signal) {
        try {
          // Another run may have started meanwhile, or other work that excludes runs.
          let mode = await modeAt(await databaseClock.read());
          while ((await sync.start({ mode })).kind === 'busy') {
            await clock.wait(busyInterval, signal);
            mode = await modeAt(await databaseClock.read());
          }
          if (mode === 'full') options.onFullRun?.();
        } catch (error) {
          if (!(error instanceof MissingSettingsError)) throw error;
          logger.info('scheduled sync skipped', { reason: error.message });
        }
      },
    },
  };
}
