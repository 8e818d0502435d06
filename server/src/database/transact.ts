import { randomInt } from 'node:crypto';
import { machineLoop, type EventLoop } from '../lib/clock';
import { type Milliseconds, milliseconds } from '../lib/durations';
import { type Conflict, conflictOf, errorAfter } from './conflicts';
import type { Database, Transaction } from './database';
import { withinLimits } from './transaction-limits';

/** How to wait between attempts, and the source of randomness; the machine's own except in tests. */
export interface RetryTools {
  rest: EventLoop['rest'];
  random: () => number;
}

const machineTools: RetryTools = { rest: machineLoop.rest, random: () => randomInt(1_000_000) / 1_000_000 };

// A few lock waits outlast any idle transaction (`transaction-limits.ts`), and a lasting violation is not a race.
const mostTries: Record<Conflict, number> = { serialization: 12, 'lock-wait': 4, violation: 3, 'connection-lost': 3 };
const firstRest = milliseconds(10);
const longestRest = milliseconds(500);

/**
 * Runs the work in its own transaction and commits it. All our writes of more than one statement go through here:
 *
 * - It reads committed data (READ COMMITTED), whatever the site's default: the work locks rows that must not change.
 * - Its statements, lock waits, and pauses have time limits, which do not remain set on the connection.
 * - A transaction that conflicts with another (deadlock, serialization failure, lock wait, a key taken concurrently) or
 *   loses its connection is retried as a whole, a few times, after a random delay. So the work may run more than once:
 *   side effects outside the database belong after this call.
 *
 * @throws DatabaseDownError when no connection could be opened after one was lost
 * @throws what the work threw, or the last conflict. A transaction that loses its connection while committing is not
 *   retried, since it is unknown whether it was committed.
 */
export async function transact<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
  tools: RetryTools = machineTools,
): Promise<Result> {
  let loss: unknown = null;
  for (let tries = 1; ; tries += 1) {
    const attempt = await attemptOnce(database, work);
    if (attempt.kind === 'committed') return attempt.result;
    const { error, isUncertain } = attempt;
    const conflict = conflictOf(error);
    if (conflict === null || tries >= mostTries[conflict] || (isUncertain && conflict === 'connection-lost'))
      throw errorAfter(loss, error);
    if (conflict === 'connection-lost') loss = error;
    await tools.rest(restAfter(tries, tools.random));
  }
}

/** Doubles its upper bound with each attempt, and is random so that two conflicting transactions differ. */
function restAfter(tries: number, random: () => number): Milliseconds {
  return milliseconds(Math.ceil(random() * Math.min(longestRest, firstRest * 2 ** tries)));
}

type Attempt<Result> = { kind: 'committed'; result: Result } | { kind: 'failed'; error: unknown; isUncertain: boolean };

async function attemptOnce<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Attempt<Result>> {
  // If the connection is lost, rolling back fails as well, and knex reports that error instead.
  const own: { failure: unknown; isDone: boolean } = { failure: undefined, isDone: false };
  try {
    const result = await withinLimits(database, async (transaction) => {
      try {
        const done = await work(transaction);
        own.isDone = true;
        return done;
      } catch (error) {
        own.failure = error;
        throw error;
      }
    });
    return { kind: 'committed', result };
  } catch (error) {
    return { kind: 'failed', error: own.failure ?? error, isUncertain: own.isDone };
  }
}
