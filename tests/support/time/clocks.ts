import type { Clock } from '../../../server/src/lib/clock';
import { milliseconds, type Milliseconds } from '../../../server/src/lib/durations';

interface Wait {
  until: number;
  finish: () => void;
}

const start = Date.parse('2026-03-01T12:00:00Z');

/** A clock that only moves when a test advances it. */
export class ManualClock implements Clock {
  private time = start;
  private setBackBy = 0;
  private readonly waits = new Set<Wait>();

  now(): Date {
    return new Date(this.time - this.setBackBy);
  }

  monotonic(): Milliseconds {
    return milliseconds(this.time - start);
  }

  /** Sets back the machine's clock; durations go on. */
  setBack(duration: Milliseconds): void {
    this.setBackBy += duration;
  }

  /** How many waits are pending. */
  get waiting(): number {
    return this.waits.size;
  }

  /** How long until the next wait ends; null if there is none. */
  get untilNext(): Milliseconds | null {
    const ends = [...this.waits].map(({ until }) => until);
    return ends.length === 0 ? null : milliseconds(Math.max(0, Math.min(...ends) - this.time));
  }

  wait(duration: Milliseconds, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const abort = () => {
        this.waits.delete(wait);
        reject(signal?.reason);
      };
      const finish = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const wait = { until: this.time + duration, finish };
      this.waits.add(wait);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Advances, ending due waits in order, and lets code that waited run before the next wait ends. */
  async advance(duration: Milliseconds): Promise<void> {
    const end = this.time + duration;
    await settled();
    for (;;) {
      const [next] = [...this.waits].filter((wait) => wait.until <= end).sort((a, b) => a.until - b.until);
      if (!next) break;
      this.time = Math.max(this.time, next.until);
      this.waits.delete(next);
      next.finish();
      await settled();
    }
    this.time = end;
    await settled();
  }
}

/** Advances by itself: every wait ends immediately, advances the clock, and is recorded. */
export class HastyClock implements Clock {
  private time = start;
  readonly waits: Milliseconds[] = [];

  now(): Date {
    return new Date(this.time);
  }

  monotonic(): Milliseconds {
    return milliseconds(this.time - start);
  }

  async wait(duration: Milliseconds, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.waits.push(duration);
    this.time += duration;
  }

  advance(duration: Milliseconds): void {
    this.time += duration;
  }

  /** All waits so far. */
  get waited(): Milliseconds {
    return milliseconds(this.waits.reduce((sum, wait) => sum + wait, 0));
  }
}

/** Lets all code run that only waits for promises. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
