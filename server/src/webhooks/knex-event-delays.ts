import type { EventDelays } from './event-queue';
import { conflictOf } from '../database/conflicts';
import { type Database, greatestOfStoredAndOffered, sumOfStoredAndOffered, toNumber } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { tables } from '../database/tables';

const hour = 3_600_000;
const startOfHour = (moment: Date) => Math.floor(moment.getTime() / hour) * hour;

/**
 * Adds the durations of completed events to the hour's tally, in milliseconds. Counted on completion, since scanning a
 * day's events takes longer the more there are. A separate statement, since all instances update the same row, which a
 * paused one must not keep locked; a tally that misses a few events is still accurate enough.
 */
export async function countDelays(
  database: Database,
  { now, delays }: { now: Date; delays: readonly number[] },
): Promise<void> {
  if (delays.length === 0) return;
  const { eventDelays: table } = tables;
  const delay = delays.reduce((sum, each) => sum + each, 0);
  const tally = database(table)
    .insert({ hour: startOfHour(now), completed: delays.length, delay, longest: Math.max(...delays) })
    .onConflict('hour')
    .merge({
      completed: sumOfStoredAndOffered(database, table, 'completed'),
      delay: sumOfStoredAndOffered(database, table, 'delay'),
      longest: greatestOfStoredAndOffered(database, table, 'longest'),
    });
  try {
    await tally;
  } catch (error) {
    if (conflictOf(error) === null) throw error;
  }
}

/** How long events took, hour by hour. */
export function createKnexEventDelays({ database, clock }: { database: Database; clock: DatabaseClock }): EventDelays {
  return {
    async delays({ hours }) {
      const first = startOfHour(await clock.read()) - (hours - 1) * hour;
      const rows = await database(tables.eventDelays).where('hour', '>=', first).orderBy('hour');
      const known = new Map(rows.map((row) => [toNumber(row.hour), row]));
      return Array.from({ length: hours }, (_, index) => {
        const start = first + index * hour;
        const row = known.get(start);
        const completed = toNumber(row?.completed);
        const [averageMs, longestMs] =
          completed === 0 ? [null, null] : [toNumber(row.delay) / completed, toNumber(row.longest)];
        return { hour: new Date(start), completed, averageMs, longestMs };
      });
    },
  };
}
