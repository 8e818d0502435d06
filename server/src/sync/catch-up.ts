import { z } from 'zod';
import type { StateStore } from '../database/knex-state-store';
import type { Clock } from '../lib/clock';
import { minutes, seconds, type Milliseconds } from '../lib/durations';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import type { StartResult } from './sync-service';

/** Sees to it that an incremental run starts after changes may have been missed; kept over restarts. */
export interface CatchUp {
  /** A run under way may be past what was missed, so one that starts later is waited for. */
  request(reason: string): Promise<void>;
  /** Takes up what was asked for before the site stopped; call it once the site listens. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const stateName = 'sync.catchUp';
const stateSchema = z.object({ reason: z.string() });
const busyInterval = seconds(5);
const failedInterval = minutes(5);

export function createCatchUp(options: { state: StateStore; start: () => Promise<StartResult>; clock: Clock; logger: Logger }): CatchUp {
  const { state, clock, logger } = options;
  const lifetime = new AbortController();
  let work: Promise<void> | null = null;

  /** How long to wait before the next try; null when nothing is asked for any more. */
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
    for (let delay = await attempt(); delay !== null; delay = await attempt()) {
      try {
        await clock.wait(delay, lifetime.signal);
      } catch {
        // The site stops; what was asked for is remembered.
        return;
      }
    }
  }

  function resume(): void {
    work ??= persist().finally(() => {
      work = null;
    });
  }

  return {
    async request(reason) {
      await state.write(stateName, { reason });
      resume();
    },
    resume: async () => resume(),
    stop: async () => {
      lifetime.abort();
      await work;
    },
  };
}
