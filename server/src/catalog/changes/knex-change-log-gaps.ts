import { z } from 'zod';
import type { LogGaps } from './change-log';
import { milliseconds, minutes, seconds } from '../../lib/durations';
import { type Database, dialectOf } from '../../database/database';

/*
 * A transaction draws the number of its row before it commits, so others with higher numbers may be read before it. What is
 * missing between two numbers is a gap: it fills when its transaction commits, and never when that is rolled back.
 */

/** Longer than any transaction of ours lives: see `transaction-limits.ts`. */
export const gapLifetime = minutes(10);
/** A table whose numbers leave out more than this was emptied, or its transactions fail without end: then everything counts as changed. */
export const mostGaps = 10_000;
// PostgreSQL gives a transaction its id with its first write, so shortly after the number was drawn.
const untilHorizonCounts = seconds(2);

/** The numbers missing after `from` and up to the last of these; null when there are too many to remember. */
export function missingAmong(ids: readonly number[], from: number): number[] | null {
  const missing: number[] = [];
  let expected = from + 1;
  for (const id of ids) {
    if (id - expected + missing.length > mostGaps) return null;
    for (; expected < id; expected += 1) missing.push(expected);
    expected = id + 1;
  }
  return missing;
}

/** What tells that a gap will not fill any more. */
export interface GapHorizons {
  /** Every transaction that was under way before this number is over; null where the database does not tell. Read it before the rows. */
  over(): Promise<number | null>;
  /** Every transaction that is under way, or was, has a lower number; null likewise. Read it after the rows. */
  begun(): Promise<number | null>;
}

const horizon = z.object({ horizon: z.union([z.number(), z.string()]).transform(Number) });

export function createGapHorizons(database: Database): GapHorizons {
  if (dialectOf(database) !== 'postgres') return { over: async () => null, begun: async () => null };
  const read = async (sql: string) => horizon.parse(await database.first({ horizon: database.raw(sql) })).horizon;
  return {
    over: () => read('txid_snapshot_xmin(txid_current_snapshot())'),
    begun: () => read('txid_snapshot_xmax(txid_current_snapshot())'),
  };
}

/** Those that may still fill, of gaps that were looked for in vain. */
export function withoutOver(gaps: LogGaps, { now, over }: { now: number; over: number | null }): LogGaps {
  const open = [...gaps].filter(([, { noticedAt, begun }]) => {
    const age = milliseconds(now - noticedAt);
    const isOver = over !== null && begun !== null && over >= begun && age >= untilHorizonCounts;
    return !isOver && age < gapLifetime;
  });
  return new Map(open);
}
