import { milliseconds, type Milliseconds } from './durations';

/** Where time comes from. Decisions take a clock, never the machine's own, so that tests can move it. */
export interface Clock {
  now(): Date;
  /** How long it is since some moment of this process's life; never goes back, whatever becomes of the machine's time (behavior 11.1). */
  monotonic(): Milliseconds;
  /** Resolves after the duration, or rejects with the signal's reason when it is aborted first. */
  wait(duration: Milliseconds, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => milliseconds(Math.floor(performance.now())),
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

/** The event loop that everybody in the process shares, for work that must not hold it for long. */
export interface EventLoop {
  /** Monotonic milliseconds, with fractions. */
  now(): number;
  /** For how many milliseconds of them it had something to do. */
  busy(): number;
  /** Resolves once everything that is ready has had its turn. */
  turn(): Promise<void>;
  /** Leaves the loop to others for so long. */
  rest(duration: Milliseconds): Promise<void>;
}

/** This process's own. */
export const machineLoop: EventLoop = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
  turn: () => new Promise((resolve) => setImmediate(resolve)),
  rest: (duration) => new Promise((resolve) => setTimeout(resolve, duration)),
};

/**
 * Calls back after so many milliseconds of real time, unless the function it returns is called before. For what waits on
 * the wire, where a clock that a test moves has no say.
 */
export function startDeadline(duration: number, onPassed: () => void): () => void {
  const timer = setTimeout(onPassed, duration);
  return () => clearTimeout(timer);
}
