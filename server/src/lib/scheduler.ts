/** A schedule: a cron expression of five or six fields, read in a time zone. */
export interface Timetable {
  expression: string;
  /** An IANA name such as `Europe/Berlin`. */
  timeZone: string;
}

/** A job that runs on a timetable, on one of the site's instances. */
export interface ScheduledJob {
  /** At most 40 characters; the same on every instance. */
  name: string;
  /** Polled, so that a change of settings takes effect; null while the job is off. */
  timetable: () => Promise<Timetable | null>;
  /** While true, a run that is due waits, and still starts after a restart; never true when absent. */
  isHeldUp?: () => Promise<boolean>;
  /** Errors are logged; the job runs again at its next time. */
  run: (signal: AbortSignal) => Promise<void>;
}

/**
 * Runs jobs on their timetables. Each occurrence is claimed by only one instance of the site, and runs at most once: a
 * job that crashes the process does not do so again at every start. Occurrences missed while the site was down are made
 * up for by one run.
 */
export interface Scheduler {
  /** Call it before `start`. */
  add(job: ScheduledJob): void;
  /** Call it once the site listens (behavior 5.4). */
  start(): void;
  /** When a job is due next; null when it is off, unknown, or its timetable never matches. */
  nextRun(name: string): Promise<Date | null>;
  /**
   * The next times of a timetable; fewer than `count` when fewer occur within five years.
   * @throws InvalidTimetableError
   */
  upcoming(timetable: Timetable, count: number): readonly Date[];
  /** Aborts the jobs under way and waits for them. */
  stop(): Promise<void>;
}

/** What is stored about a job between its runs and across restarts. */
export interface ScheduleMark extends Timetable {
  /** All times up to this moment have been handled. */
  doneUntil: Date;
}

/** Stores the marks, shared by all instances. */
export interface ScheduleMemory {
  read(name: string): Promise<ScheduleMark | null>;
  /** Null deletes the mark. */
  write(name: string, mark: ScheduleMark | null): Promise<void>;
}
