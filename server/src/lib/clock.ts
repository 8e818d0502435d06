import type { Milliseconds } from './durations';

/** Where time comes from. Decisions take a clock, never the machine's own, so that tests can move it. */
export interface Clock {
  now(): Date;
  /** Resolves after the duration, or rejects with the signal's reason when it is aborted first. */
  wait(duration: Milliseconds, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  wait: (duration, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, duration);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};
