import type { Clock } from './clock';
import type { Milliseconds } from './durations';

/** Lets a worker rest until there is something to do. */
export interface WakeableRest {
  /** Ends the current rest, if any; until `clear`, further rests end at once. */
  wake(): void;
  isWoken(): boolean;
  /** Resets the wake-up; call before looking for its cause. */
  clear(): void;
  /** Rests for this long, or until woken or stopped. */
  rest(duration: Milliseconds): Promise<void>;
}

/** @param options.stopped aborted when the worker stops; rests then end at once */
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
      // Waking aborts the wait.
      await clock.wait(duration, resting.signal).catch(() => undefined);
      resting = null;
    },
  };
}
