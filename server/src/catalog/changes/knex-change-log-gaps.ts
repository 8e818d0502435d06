import { z } from 'zod';
import type { LogGaps } from './change-log';
import { milliseconds, minutes, seconds } from '../../lib/durations';
import { type Database, dialectOf } from '../../database/database';

/*
 * A transaction draws its row's number before it commits, so rows with higher numbers may be read first. A missing
 * number is a gap: it is filled when its transaction commits, and never if the transaction is rolled back.
 */

/** Longer than any of our transactions can last: see `transaction-limits.ts`. */
export const gapLifetime = minutes(10);
/** With more missing numbers, the table was emptied or transactions keep failing: everything counts as changed. */
export const mostGaps = 10_000;
// PostgreSQL assigns a transaction its id at its first write, so shortly after the number was drawn.
const untilHorizonCounts = seconds(2);

/** The numbers missing between `from` and the last of the ids; null if there are too many to track. */
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

/** Determines when a gap can no longer be filled. */
export interface GapHorizons {
  /** Every transaction with a lower number has ended; null where the database has none. Read it before the rows. */
  over(): Promise<number | null>;
  /** Every transaction that has started has a lower number; null likewise. Read it after the rows. */
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

/** The gaps that may still be filled. */
export function withoutOver(gaps: LogGaps, { now, over }: { now: number; over: number | null }): LogGaps {
  const open = [...gaps].filter(([, { noticedAt, begun }]) => {
    const age = milliseconds(now - noticedAt);
    const isOver = over !== null && begun !== null && over >= begun && age >= untilHorizonCounts;
    return !isOver && age < gapLifetime;
  });
  return new Map(open);
}
