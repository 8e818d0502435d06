import { type Database, toNumber } from '../database/database';
import type { DatabaseClock } from '../database/database-clock';
import { tables } from '../database/tables';
import { storedReason } from '../database/stored-reason';
import type { CodedReason } from '../lib/coded-reason';
import { milliseconds } from '../lib/durations';
import type { TargetProgress } from './outbox-queue';

/** The progress of each of these targets, in the given order, including targets that were never notified. */
export async function readProgress({
  database,
  clock,
  names,
}: {
  database: Database;
  clock: DatabaseClock;
  names: readonly string[];
}): Promise<TargetProgress[]> {
  const waiting = await database(tables.outbox)
    .whereIn('target', [...names])
    .groupBy('target')
    .select('target', {
      count: database.raw('count(*)'),
      oldest: database.raw('? - min(??)', [clock.now(), 'made_at']),
    });
  const states = await database(tables.outboxTargets)
    .whereIn('target', [...names])
    .select('*', { after: database.raw('?? - ?', ['due_at', clock.now()]) });
  return names.map((name) => {
    const queue = waiting.find(({ target }) => target === name);
    const state = states.find(({ target }) => target === name);
    return {
      name,
      waiting: toNumber(queue?.count),
      oldest: queue === undefined ? null : milliseconds(Math.max(0, toNumber(queue.oldest))),
      deliveredAt: momentOf(state?.delivered_at),
      failedAt: momentOf(state?.failed_at),
      error: typeof state?.error === 'string' ? state.error : null,
      // An instance of an earlier version clears only the error.
      reason: typeof state?.error === 'string' ? reasonIn(state.reason) : null,
      attempts: toNumber(state?.attempts),
      retryIn: milliseconds(Math.max(0, toNumber(state?.after))),
      dropped: toNumber(state?.dropped),
    };
  });
}

function reasonIn(value: unknown): CodedReason | null {
  const parsed = typeof value === 'string' ? storedReason.safeParse(JSON.parse(value)) : null;
  return parsed?.success ? parsed.data : null;
}

function momentOf(value: unknown): Date | null {
  return value === null || value === undefined ? null : new Date(toNumber(value));
}
