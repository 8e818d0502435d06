import { systemClock, type Clock } from '../../server/src/lib/clock';
import type { Milliseconds } from '../../server/src/lib/durations';

/** The machine's clock, which a test can put ahead. Waits take their real time. */
export class ShiftedClock implements Clock {
  private ahead = 0;

  now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  wait(duration: Milliseconds, signal?: AbortSignal): Promise<void> {
    return systemClock.wait(duration, signal);
  }

  advance(duration: Milliseconds): void {
    this.ahead += duration;
  }
}
