/** Milliseconds since 1970 and timers, passed in so that tests can move time instead of waiting. */
export interface Clock {
  now(): number;
  /** Runs the task once after `delay` milliseconds; the returned function cancels it. */
  schedule(delay: number, task: () => void): () => void;
}

/** The longest delay that Node's timers accept; a longer one would fire immediately. */
const LONGEST_TIMER = 2_147_483_647;

/** The machine's own clock; `speed` makes simulated time run faster than real time (60: an hour in a minute). */
export class SystemClock implements Clock {
  private readonly started = Date.now();

  constructor(private readonly speed = 1) {}

  now(): number {
    return this.started + (Date.now() - this.started) * this.speed;
  }

  schedule(delay: number, task: () => void): () => void {
    const timer = setTimeout(task, Math.min(delay / this.speed, LONGEST_TIMER));
    timer.unref();
    return () => {
      clearTimeout(timer);
    };
  }
}

interface Alarm {
  readonly at: number;
  readonly order: number;
  readonly task: () => void;
}

/** A clock that only moves when it is advanced. */
export class ManualClock implements Clock {
  private alarms: Alarm[] = [];
  private order = 0;

  constructor(private time: number = Date.UTC(2026, 0, 15, 12, 0, 0)) {}

  now(): number {
    return this.time;
  }

  schedule(delay: number, task: () => void): () => void {
    const alarm = { at: this.time + Math.max(0, delay), order: this.order++, task };
    this.alarms.push(alarm);
    return () => {
      this.alarms = this.alarms.filter((each) => each !== alarm);
    };
  }

  /** Advances by that many milliseconds and runs the tasks that become due, in order of time. */
  advance(milliseconds: number): void {
    const target = this.time + milliseconds;
    for (let alarm = this.nextDue(target); alarm; alarm = this.nextDue(target)) {
      const due = alarm;
      this.alarms = this.alarms.filter((each) => each !== due);
      this.time = due.at;
      due.task();
    }
    this.time = target;
  }

  private nextDue(target: number): Alarm | undefined {
    return this.alarms
      .filter((alarm) => alarm.at <= target)
      .sort((left, right) => left.at - right.at || left.order - right.order)[0];
  }
}

/** Upstream's format for times in a body: `2018-08-24T14:41:00+00:00`, whole seconds (upstream 2.2). */
export function formatTimestamp(unixSeconds: number): string {
  return `${new Date(unixSeconds * 1000).toISOString().slice(0, 19)}+00:00`;
}

/** The clock's time in whole Unix seconds. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}
