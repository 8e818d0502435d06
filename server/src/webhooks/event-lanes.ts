import type { Clock } from '../lib/clock';
import type { Milliseconds } from '../lib/durations';

/** Concurrent work: a task that takes long delays the next one only for a while. */
export interface Lanes {
  /** Resolves when another task may start. */
  free(): Promise<void>;
  /**
   * Starts a task and waits for it until the patience is over, so that tasks usually run one after the other.
   * @returns `left-behind` when the task keeps running next to its successors
   * @throws what the task threw before it was left behind
   */
  open(work: () => Promise<void>): Promise<'done' | 'left-behind'>;
  isIdle(): boolean;
  /** Resolves when all tasks have ended. */
  settled(): Promise<void>;
}

export interface LanesOptions {
  count: number;
  patience: Milliseconds;
  clock: Pick<Clock, 'wait'>;
  /** Called when a task that was left behind has ended. */
  onEnded: (failure: { error: unknown } | null) => void;
}

export function createLanes({ count, patience, clock, onEnded }: LanesOptions): Lanes {
  const under = new Set<Promise<unknown>>();

  return {
    async free() {
      while (under.size >= count) await Promise.race(under);
    },

    async open(work) {
      let isLeftBehind = false;
      const running = work().then(
        () => {
          if (isLeftBehind) onEnded(null);
          return 'done' as const;
        },
        (error: unknown) => {
          if (!isLeftBehind) throw error;
          onEnded({ error });
          return 'done' as const;
        },
      );
      const ended = running.then(
        () => undefined,
        () => undefined,
      );
      under.add(ended);
      void ended.then(() => under.delete(ended));

      const waiting = new AbortController();
      const passed = clock.wait(patience, waiting.signal).then(
        () => {
          isLeftBehind = true;
          return 'left-behind' as const;
        },
        // The task ended earlier.
        () => 'done' as const,
      );
      try {
        return await Promise.race([running, passed]);
      } finally {
        waiting.abort();
      }
    },

    isIdle: () => under.size === 0,

    async settled() {
      await Promise.all(under);
    },
  };
}
