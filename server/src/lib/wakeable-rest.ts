import type { Clock } from './clock';
import type { Milliseconds } from './durations';

/** How a worker rests until there is something to do. */
export interface WakeableRest {
  /** Ends the rest under way; without one, the next does not begin until `clear`. */
  wake(): void;
  isWoken(): boolean;
  /** The worker looks for what woke it now. */
  clear(): void;
  /** Rests this long, or until it is woken or its worker stops. */
  rest(duration: Milliseconds): Promise<void>;
}

/** @param options.stopped aborted when the worker stops: it rests no more */
export function createWakeableRest({ clock, stopped }: { clock: Clock; stopped: AbortSignal }): WakeableRest {
  let isWoken = false;
  let resting: AbortController | null = null;
  stopped.addEventListener('abort', () => resting?.abort(), { once: true });

  return {
    wake() {
      isWoken = true;
      resting?.abort();
    },
    isWoken: () => isWoken,
    clear() {
      isWoken = false;
    },
    async rest(duration) {
      if (isWoken || stopped.aborted) return;
      resting = new AbortController();
      // Aborting is how it is woken.
      await clock.wait(duration, resting.signal).catch(() => undefined);
      resting = null;
    },
  };
}
