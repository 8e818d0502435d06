import { SystemClock } from '../../../simulator/src/clock';
import { systemClock, type Clock } from '../../../server/src/lib/clock';
import { milliseconds, type Milliseconds } from '../../../server/src/lib/durations';

/** Runs faster than the machine's, for both a site and its simulator, and can be moved ahead. */
export class SwiftClock implements Clock {
  private ahead = 0;
  private readonly running: SystemClock;
  /** The same time for the simulator. */
  readonly simulated;

  constructor(private readonly speed: number) {
    this.running = new SystemClock(speed);
    this.simulated = { now: () => this.running.now() + this.ahead, schedule: this.running.schedule.bind(this.running) };
  }

  now(): Date {
    return new Date(this.simulated.now());
  }

  monotonic(): Milliseconds {
    return milliseconds(this.now().getTime());
  }

  wait(duration: Milliseconds, signal?: AbortSignal): Promise<void> {
    return systemClock.wait(milliseconds(duration / this.speed), signal);
  }

  advance(duration: Milliseconds): void {
    this.ahead += duration;
  }
}
