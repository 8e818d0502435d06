import { z } from 'zod';
import type { ScheduleMemory } from '../../lib/scheduler';
import type { StateStore } from '../../database/knex-state-store';

const markSchema = z.object({
  expression: z.string(),
  timeZone: z.string(),
  doneUntil: z.number().transform((moment) => new Date(moment)),
});

/** The scheduler's marks, stored in the site's state table. */
export function createScheduleMemory(state: StateStore): ScheduleMemory {
  const nameOf = (job: string) => `schedule.${job}`;
  return {
    read: (job) => state.read(nameOf(job), markSchema),
    write: (job, mark) => state.write(nameOf(job), mark && { ...mark, doneUntil: mark.doneUntil.getTime() }),
  };
}
