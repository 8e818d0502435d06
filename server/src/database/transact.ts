import { randomInt } from 'node:crypto';
import { machineLoop, type EventLoop } from '../lib/clock';
import { type Milliseconds, milliseconds } from '../lib/durations';
import { type Conflict, conflictOf } from './conflicts';
import type { Database, Transaction } from './database';
import { withinLimits } from './transaction-limits';

/** Where waits between two tries and their chance come from; the machine's own unless a test says otherwise. */
export interface RetryTools {
  rest: EventLoop['rest'];
  random: () => number;
}

const machineTools: RetryTools = { rest: machineLoop.rest, random: () => randomInt(1_000_000) / 1_000_000 };

// A lock is waited for longer than an idle transaction lives (`transaction-limits.ts`), and a violation that stays is no race.
const mostTries: Record<Conflict, number> = { serialization: 12, 'lock-wait': 4, violation: 3, 'connection-lost': 3 };
const firstRest = milliseconds(10);
const longestRest = milliseconds(500);

/**
 * Runs the work in a transaction of its own and commits it. Every write of ours that is more than one statement goes
 * through here:
 *
 * - It reads what is committed (READ COMMITTED), whatever the site's default: what must not change meanwhile is locked.
 * - Its statements, its waits for locks and its pauses are limited in time, and nothing of that stays on the connection.
 * - A transaction that met another one (deadlock, serialization failure, lock wait, a key taken in the same moment, a lost
 *   connection) is begun again as a whole, some times, after a random rest. So the work may run more than once: whatever it
 *   leaves outside the database belongs behind this call.
 *
 * @throws what the work threw, or the last conflict. A connection that is lost while committing is not tried again, since
 *   nobody knows whether it was committed.
 */
export async function transact<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
  tools: RetryTools = machineTools,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    const attempt = await attemptOnce(database, work);
    if (attempt.kind === 'committed') return attempt.result;
    const { error, isUncertain } = attempt;
    const conflict = conflictOf(error);
    if (conflict === null || tries >= mostTries[conflict] || (isUncertain && conflict === 'connection-lost'))
      throw error;
    await tools.rest(restAfter(tries, tools.random));
  }
}

/** Up to twice as long after each try, and never the same for two that met. */
function restAfter(tries: number, random: () => number): Milliseconds {
  return milliseconds(Math.ceil(random() * Math.min(longestRest, firstRest * 2 ** tries)));
}

type Attempt<Result> = { kind: 'committed'; result: Result } | { kind: 'failed'; error: unknown; isUncertain: boolean };

async function attemptOnce<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Attempt<Result>> {
  // Where the connection is gone, rolling back fails as well, and knex tells of that instead.
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
