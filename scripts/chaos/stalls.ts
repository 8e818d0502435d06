import type { Interval } from './freshness';

const interval = 20;
const longest = 100;

/** Detects when this process, which also runs the store, stalls: the machine is shared. */
export class Stalls {
  readonly all: Interval[] = [];
  private last = Date.now();
  private readonly timer = setInterval(() => this.tick(), interval);

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    const now = Date.now();
    if (now - this.last > longest) this.all.push({ from: this.last, to: now });
    this.last = now;
  }
}
