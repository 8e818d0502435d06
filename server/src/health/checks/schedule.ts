import type { Timetable } from '../../lib/scheduler';
import type { HealthCheck } from '../health-check';

/** Checks that the schedule of syncs is valid; throws if it is not. */
export function createScheduleCheck(options: {
  /** Null while the schedule is off. */
  timetable: () => Promise<Timetable | null>;
  upcoming: (timetable: Timetable, count: number) => readonly Date[];
}): HealthCheck {
  return {
    subject: 'schedule',
    async run() {
      const timetable = await options.timetable();
      if (timetable) options.upcoming(timetable, 1);
      return [];
    },
  };
}
