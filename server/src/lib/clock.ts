import { milliseconds, type Milliseconds } from './durations';

/** The source of time. Code uses the clock it is given, never the machine's, so that tests can control time. */
export interface Clock {
  now(): Date;
  /**
   * Time since an arbitrary moment in this process's life; never goes backward, even if the machine's clock is changed
   * (behavior 11.1).
   */
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

/** The event loop shared by the whole process, for work that must not block it for long. */
export interface EventLoop {
  /** Monotonic milliseconds, with fractions. */
  now(): number;
  /** How many milliseconds the loop has been busy. */
  busy(): number;
  /** Resolves once everything that is ready has run. */
  turn(): Promise<void>;
  /** Leaves the loop to other work for this duration. */
  rest(duration: Milliseconds): Promise<void>;
}

/** The event loop of this process. */
export const machineLoop: EventLoop = {
  now: () => performance.now(),
  busy: () => performance.eventLoopUtilization().active,
  turn: () => new Promise((resolve) => setImmediate(resolve)),
  rest: (duration) => new Promise((resolve) => setTimeout(resolve, duration)),
};

/**
 * Calls back after `duration` milliseconds of real time, unless the returned function is called first. For waiting on
 * the network, where a clock that tests control does not apply.
 * @param options.keepsProcess whether the deadline keeps the process alive; true when absent
 */
export function startDeadline(
  duration: number,
  onPassed: () => void,
  { keepsProcess = true }: { keepsProcess?: boolean } = {},
): () => void {
  const timer = setTimeout(onPassed, duration);
  if (!keepsProcess) timer.unref();
  return () => clearTimeout(timer);
}
