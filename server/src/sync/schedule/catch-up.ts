import { z } from 'zod';
import type { StateStore } from '../../database/knex-state-store';
import type { Clock } from '../../lib/clock';
import { minutes, seconds, type Milliseconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { StartResult } from '../sync-service';

/** Starts an incremental run after changes may have been missed; survives restarts. */
export interface CatchUp {
  /** Records that a run will be requested: if the process ends before that, it starts after the restart. */
  expect(reason: string): Promise<void>;
  /** Starts a run once none is under way, since that one may already be past what was missed. */
  request(reason: string): Promise<void>;
  /** Resumes what was requested before the site stopped; call it once the site accepts requests. */
  resume(): void;
  stop(): Promise<void>;
}

const stateName = 'sync.catchUp';
const stateSchema = z.object({ reason: z.string() });
const busyInterval = seconds(5);
const failedInterval = minutes(5);

export function createCatchUp(options: {
  state: StateStore;
  start: () => Promise<StartResult>;
  clock: Clock;
  logger: Logger;
}): CatchUp {
  const { state, clock, logger } = options;
  const lifetime = new AbortController();
  let work: Promise<void> | null = null;
  let isRepeated = false;
  let last: Promise<unknown> = Promise.resolve();

  // One after the other, so that a request that arrives while a run is being started is not forgotten along with the
  // previous one.
  function serially<Value>(step: () => Promise<Value>): Promise<Value> {
    const turn = last.then(step);
    last = turn.catch(() => undefined);
    return turn;
  }

  /** How long to wait before the next try; null when nothing is requested. */
  async function attempt(): Promise<Milliseconds | null> {
    try {
      const asked = await state.read(stateName, stateSchema);
      if (!asked) return null;
      if ((await options.start()).kind === 'busy') return busyInterval;
      logger.info('catch-up started', { reason: asked.reason });
      await state.write(stateName, null);
      return null;
    } catch (error) {
      logger.warn('catch-up could not be started and will be tried again', { error: describeError(error) });
      return failedInterval;
    }
  }

  async function persist(): Promise<void> {
    while (isRepeated && !lifetime.signal.aborted) {
      isRepeated = false;
      for (let delay = await serially(attempt); delay !== null; delay = await serially(attempt)) {
        await clock.wait(delay, lifetime.signal).catch(() => undefined);
        // The site is stopping; the request is stored.
        if (lifetime.signal.aborted) return;
      }
    }
    work = null;
  }

  function resume(): void {
    isRepeated = true;
    work ??= persist();
  }

  const remember = (reason: string) => serially(() => state.write(stateName, { reason }));

  return {
    expect: remember,
    async request(reason) {
      await remember(reason);
      resume();
    },
    resume,
    stop: async () => {
      lifetime.abort();
      await work;
    },
  };
}
