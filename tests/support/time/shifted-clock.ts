import { systemClock, type Clock } from '../../../server/src/lib/clock';
import { milliseconds, type Milliseconds } from '../../../server/src/lib/durations';

/** The machine's clock, which a test can move ahead. Waits take real time. */
export class ShiftedClock implements Clock {
  private ahead = 0;
  private held: number | null = null;

  now(): Date {
    return new Date(this.held ?? Date.now() + this.ahead);
  }

  monotonic(): Milliseconds {
    return milliseconds(this.now().getTime());
  }

  /** Stops the clock during a task, however long it takes on this machine. */
  async standStill<Result>(work: () => Promise<Result>): Promise<Result> {
    this.held = this.now().getTime();
    try {
      return await work();
    } finally {
      this.held = null;
    }
  }

  wait(duration: Milliseconds, signal?: AbortSignal): Promise<void> {
    return systemClock.wait(duration, signal);
  }

  advance(duration: Milliseconds): void {
    this.ahead += duration;
  }
}
