import { SystemClock } from '../../../simulator/src/clock';
import { systemClock, type Clock } from '../../../server/src/lib/clock';
import { milliseconds, type Milliseconds } from '../../../server/src/lib/durations';

/** A clock that runs faster than the machine's, for both a site and its simulator, and can be moved ahead. */
export class SwiftClock implements Clock {
  private ahead = 0;
  private waitSpeed: number;
  private readonly running: SystemClock;
  /** The same clock for the simulator. */
  readonly simulated;

  constructor(speed: number) {
    this.waitSpeed = speed;
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
    return systemClock.wait(milliseconds(duration / this.waitSpeed), signal);
  }

  /** Sets the speed of waits, and thus of timeouts; the clock's own speed is unchanged. */
  waitAt(speed: number): void {
    this.waitSpeed = speed;
  }

  advance(duration: Milliseconds): void {
    this.ahead += duration;
  }
}
