import type { Clock } from '../lib/clock';
import type { Milliseconds } from '../lib/durations';

/** Work side by side: one that takes long keeps the next waiting only for a while. */
export interface Lanes {
  /** Resolves when another work may be opened. */
  free(): Promise<void>;
  /**
   * Opens a work and waits for it, as long as the patience lasts: usually one follows the other.
   * @returns `left-behind` when it goes on beside what comes next
   * @throws what the work threw before it was left behind
   */
  open(work: () => Promise<void>): Promise<'done' | 'left-behind'>;
  /** Resolves when all have ended. */
  settled(): Promise<void>;
}

export interface LanesOptions {
  count: number;
  patience: Milliseconds;
  clock: Pick<Clock, 'wait'>;
  /** Called when a work that was left behind has ended. */
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
        // It ended before.
        () => 'done' as const,
      );
      try {
        return await Promise.race([running, passed]);
      } finally {
        waiting.abort();
      }
    },

    async settled() {
      await Promise.all(under);
    },
  };
}
