/** When something is to happen: a cron expression of five or six fields, read in a time zone. */
export interface Timetable {
  expression: string;
  /** An IANA name such as `Europe/Berlin`. */
  timeZone: string;
}

/** What runs by a timetable, on one of the site's instances. */
export interface ScheduledJob {
  /** At most 40 characters; the same on every instance. */
  name: string;
  /** Asked again and again, so that a change of settings takes effect; null while it is off. */
  timetable: () => Promise<Timetable | null>;
  /** What it throws is logged; the next time comes all the same. */
  run: (signal: AbortSignal) => Promise<void>;
}

/**
 * Runs jobs by timetable. Each time is taken by one instance of the site only, and at most once: a job that brings the
 * process down does not do so again at each start. Times that passed while the site was down are made up for by one run.
 */
export interface Scheduler {
  /** Call it before `start`. */
  add(job: ScheduledJob): void;
  /** Call it once the site listens (behavior 5.4). */
  start(): void;
  /** When a job is due next; null when it is off, unknown, or its timetable never comes true. */
  nextRun(name: string): Promise<Date | null>;
  /**
   * The next times of a timetable; fewer than `count` when it comes true less often within five years.
   * @throws InvalidTimetableError
   */
  upcoming(timetable: Timetable, count: number): Date[];
  /** Aborts the jobs under way and waits for them. */
  stop(): Promise<void>;
}

/** What is remembered of a job between its runs, and over restarts. */
export interface ScheduleMark extends Timetable {
  /** Every time up to this moment is done with. */
  doneUntil: Date;
}

/** Where marks are kept, seen by all instances. */
export interface ScheduleMemory {
  read(name: string): Promise<ScheduleMark | null>;
  /** Null forgets. */
  write(name: string, mark: ScheduleMark | null): Promise<void>;
}
