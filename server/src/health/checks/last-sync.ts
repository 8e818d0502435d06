import type { SyncState } from '../../../../contracts/admin/runs';
import { momentWords } from '../../lib/moment-words';
import type { Timetable } from '../../lib/scheduler';
import type { HealthCheck, HealthFinding } from '../health-check';

export interface LastSyncCheckOptions {
  /** Start of the last run that succeeded; null before the first. */
  lastSuccess: () => Promise<Date | null>;
  syncState: () => Promise<Pick<SyncState, 'current' | 'lastWriting'>>;
  /** Null while the schedule is off: then no sync is expected. */
  timetable: () => Promise<Timetable | null>;
  upcoming: (timetable: Timetable, count: number) => Date[];
}

// Two weeks of a daily schedule: enough to see its longest pause.
const lookedAt = 15;

/** Checks that the last successful sync began no longer than two periods of the schedule ago (behavior 4.15). */
export function createLastSyncCheck({
  lastSuccess,
  syncState,
  timetable,
  upcoming,
}: LastSyncCheckOptions): HealthCheck {
  return {
    subject: 'The sync schedule',
    async run({ now }) {
      const stuck = await findStuck();
      const late = await findLate(now);
      return [...stuck, ...late];
    },
  };

  async function findStuck(): Promise<HealthFinding[]> {
    const { lastWriting } = await syncState();
    const reason = lastWriting?.reasons.find(({ code }) => code === 'run_stuck');
    if (!reason) return [];
    return [
      {
        code: 'sync_stuck',
        values: reason.values,
        text: `The last sync was stopped. ${lastWriting?.error ?? ''} See Commerce Bridge → Sync history.`,
      },
    ];
  }

  async function findLate(now: Date): Promise<HealthFinding[]> {
    const scheduled = await timetable();
    if (!scheduled) return [];
    const period = longestPause(upcoming(scheduled, lookedAt));
    if (period === null) return [];
    const { current, lastWriting: last } = await syncState();
    const isOutdated = (startedAt: Date) => now.getTime() - startedAt.getTime() > 2 * period;

    const success = await lastSuccess();
    if (success && !isOutdated(success)) return [];
    // The first sync of a big catalog takes its time.
    if (!success && current && !isOutdated(new Date(current.startedAt))) return [];
    const outcome =
      last && last.status !== 'succeeded'
        ? ` Status of the last sync: ${last.status}${last.error ? `: ${last.error}` : '.'}`
        : '';
    const since = success
      ? `The last successful sync started on ${momentWords(success)}, more than two scheduled intervals ago.`
      : 'No sync has succeeded yet.';
    const values = {
      ...(success && { at: success.toISOString() }),
      ...(outcome !== '' && last && { status: last.status }),
    };
    return [
      {
        code: success ? 'sync_outdated' : 'sync_never',
        values,
        text: `${since}${outcome} See Commerce Bridge → Sync history.`,
      },
    ];
  }
}

/** The longest gap between two of these; a schedule of working days pauses at weekends. Null for fewer than two. */
function longestPause(times: readonly Date[]): number | null {
  const pauses = times.slice(1).map((time, index) => time.getTime() - (times[index]?.getTime() ?? time.getTime()));
  return pauses.length === 0 ? null : Math.max(...pauses);
}
