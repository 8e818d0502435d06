import { createTask, parse, validate, validateDetailed } from 'node-cron';
import type { Clock } from './clock';
import { hours, milliseconds, minutes, seconds } from './durations';
import { CommerceBridgeError, describeError } from './errors';
import type { LeaseStore } from './lease';
import type { Logger } from './logger';
import type { ScheduledJob, ScheduleMemory, Scheduler, Timetable } from './scheduler';

export interface SchedulerOptions {
  memory: ScheduleMemory;
  leases: LeaseStore;
  clock: Clock;
  logger: Logger;
  newId: () => string;
}

/** An invalid cron expression or an unknown time zone. */
export class InvalidTimetableError extends CommerceBridgeError {
  readonly code = 'invalid_timetable';
}

// A changed timetable takes effect within this time; so do times that passed while the machine was asleep.
const lookInterval = seconds(15);
// Covers reading and writing the mark, not the job.
const leaseDuration = seconds(30);
// A mark that is further ahead was written by a wrong clock; up to this, the instances' clocks may only differ.
const mostAhead = minutes(15);
const horizonYears = 5;

/**
 * node-cron decides which moments an expression matches; we do the waiting ourselves, since node-cron knows only the
 * machine's clock.
 */
export function createNodeCronScheduler({ memory, leases, clock, logger, newId }: SchedulerOptions): Scheduler {
  const jobs = new Map<string, ScheduledJob>();
  const rememberedTimes = rememberingLast();
  const remembered: typeof nextTime = (timetable, after) => rememberedTimes(timetable, { after, count: 1 })[0] ?? null;
  const expected = new Map<string, { timetable: Timetable; due: Date }>();
  const lifetime = new AbortController();
  let loops: Promise<void>[] = [];

  /** When a job is due; in the past once its time has come. Writes a first mark for an unknown job. */
  async function dueAt(job: ScheduledJob, timetable: Timetable, lastLook: Date): Promise<Date | null> {
    const mark = await memory.read(job.name);
    const isPlausible = mark && mark.doneUntil.getTime() <= clock.now().getTime() + mostAhead;
    if (isPlausible && isSame(mark, timetable)) return remembered(timetable, mark.doneUntil);
    // New, changed, or of a wrong clock: due times count from when that was first seen, not from the previous timetable.
    await memory.write(job.name, { ...timetable, doneUntil: lastLook });
    return remembered(timetable, lastLook);
  }

  /** True when this instance has to run a due job, because no other instance claimed it. */
  async function claimRun(job: ScheduledJob, timetable: Timetable, lastLook: Date): Promise<boolean> {
    const lease = { name: `schedule.${job.name}`, holder: newId() };
    if (!(await leases.acquire({ ...lease, duration: leaseDuration }))) return false;
    try {
      const due = await dueAt(job, timetable, lastLook);
      if (!due || due > clock.now()) return false;
      // Marked before it runs: a job that kills the process must not do so again at every start.
      await memory.write(job.name, { ...timetable, doneUntil: clock.now() });
      return true;
    } finally {
      await leases.release(lease);
    }
  }

  /** Runs the job when its time has come; returns when to look again. */
  async function look(job: ScheduledJob, lastLook: Date): Promise<Date | null> {
    const timetable = await job.timetable();
    const known = expected.get(job.name);
    // Marks only move forward, except from a wrong clock's: no need to read one before the job is due.
    if (known && timetable && isSame(known.timetable, timetable) && known.due > clock.now()) return known.due;
    expected.delete(job.name);
    if (!timetable) {
      // When switched on again, the job starts afresh.
      if (await memory.read(job.name)) await memory.write(job.name, null);
      return null;
    }
    const due = await dueAt(job, timetable, lastLook);
    if (due) expected.set(job.name, { timetable, due });
    if (!due || due > clock.now()) return due;
    if ((await job.isHeldUp?.()) || !(await claimRun(job, timetable, lastLook))) return null;
    logger.info('scheduled job started', { job: job.name, expression: timetable.expression });
    await job.run(lifetime.signal);
    return null;
  }

  async function keep(job: ScheduledJob): Promise<void> {
    let lastLook = clock.now();
    let lastFailure: string | null = null;
    while (!lifetime.signal.aborted) {
      const now = clock.now();
      // The clock was set back.
      if (now < lastLook) {
        expected.delete(job.name);
        lastLook = now;
      }
      try {
        const next = await look(job, lastLook);
        lastFailure = null;
        const untilNext = next ? next.getTime() - clock.now().getTime() : lookInterval;
        await clock.wait(milliseconds(Math.max(0, Math.min(lookInterval, untilNext))), lifetime.signal);
      } catch (error) {
        if (lifetime.signal.aborted) return;
        // An invalid timetable stays invalid until it is fixed: logged once.
        if (describeError(error) !== lastFailure)
          logger.error('scheduled job failed', { job: job.name, error: describeError(error) });
        lastFailure = describeError(error);
        await clock.wait(lookInterval, lifetime.signal).catch(() => undefined);
      }
      lastLook = now;
    }
  }

  async function nextRun(name: string): Promise<Date | null> {
    const timetable = (await jobs.get(name)?.timetable()) ?? null;
    return timetable && remembered(timetable, clock.now());
  }

  return {
    add: (job) => void jobs.set(job.name, job),
    start: () => {
      loops = [...jobs.values()].map(keep);
    },
    nextRun,
    upcoming: (timetable, count) => rememberedTimes(timetable, { after: clock.now(), count }),
    stop: async () => {
      lifetime.abort(new Error('the site stops'));
      await Promise.all(loops);
    },
  };
}

/**
 * The first time of a timetable after a moment; null when there is none within five years. Local times that a daylight
 * saving change skips do not occur.
 * @throws InvalidTimetableError
 */
export function nextTime(timetable: Timetable, after: Date): Date | null {
  return timesOf(timetable)(after);
}

/** Times after a moment; fewer than `count` when fewer occur within five years. */
interface Upcoming {
  after: Date;
  count: number;
}

function nextTimes(timetable: Timetable, { after, count }: Upcoming): readonly Date[] {
  const times: Date[] = [];
  const timeAfter = timesOf(timetable);
  for (let next = timeAfter(after); next; next = timeAfter(next)) {
    times.push(next);
    if (times.length === count) break;
  }
  return times;
}

/** `nextTime` for one timetable, which is parsed once: parsing takes longer than most searches. */
function timesOf({ expression, timeZone }: Timetable): (after: Date) => Date | null {
  checkTimetable({ expression, timeZone });
  const parsed = parse(expression);
  const secondsOfMinute = [...parsed.second].sort((a, b) => a - b);
  // All time zones are whole quarters of an hour apart, so most minutes need not be converted to local time.
  const minutesOfQuarter = new Set(parsed.minute.map((minute) => minute % 15));
  const all = fieldsOf(expression);
  const fields = all.slice(-5);
  // Coarse to fine, so that a rare time is found without checking each minute before it: half days, hours, seconds.
  const onDay = matcher(['*', '*', '*', ...fields.slice(2)], timeZone);
  const onHour = matcher(['*', '*', ...fields.slice(1)], timeZone);
  const exactly = matcher(all, timeZone);

  return (after) => {
    const start = Math.floor(after.getTime() / hours(1)) * hours(1);
    const end = start + hours(24) * 366 * horizonYears;
    for (const halfDay of blocks({ start, end, step: hours(12), matches: onDay })) {
      for (const hour of blocks({ start: halfDay, end: halfDay + hours(12), step: hours(1), matches: onHour })) {
        for (let minute = hour; minute < hour + hours(1); minute += minutes(1)) {
          if (!minutesOfQuarter.has((minute / minutes(1)) % 15)) continue;
          const found = secondsOfMinute
            .map((each) => minute + seconds(each))
            .find((moment) => moment > after.getTime() && exactly(moment));
          if (found !== undefined) return new Date(found);
        }
      }
    }
    return null;
  };
}

/** Five or six fields; also of a nickname, such as `@daily`. */
function fieldsOf(expression: string): string[] {
  const text = expression.trim();
  if (!text.startsWith('@')) return text.split(/\s+/);
  const { second, minute, hour, dayOfMonth, month, dayOfWeek } = parse(text);
  return [second, minute, hour, dayOfMonth, month, dayOfWeek].map((values) => values.join(','));
}

const isSame = (one: Timetable, other: Timetable): boolean =>
  one.expression === other.expression && one.timeZone === other.timeZone;

/** Whether a text is a valid cron expression, or a nickname for one (`@daily`); `nextTime` accepts the same texts. */
export function isCronExpression(text: string): boolean {
  return validate(text);
}

/**
 * `nextTimes` with its last result memoized, which is valid until the first of its times: a job checks often and is
 * seldom due, and computing the next times of a rare one takes a good part of a second.
 */
function rememberingLast(): typeof nextTimes {
  const responses = new Map<string, { after: number; times: readonly Date[] }>();
  return (timetable, { after, count }) => {
    const key = `${timetable.expression} ${timetable.timeZone} ${count}`;
    const known = responses.get(key);
    if (known?.after === after.getTime()) return known.times;
    if (known?.times[0] && known.after < after.getTime() && after < known.times[0]) return known.times;
    const times = nextTimes(timetable, { after, count });
    responses.set(key, { after: after.getTime(), times });
    return times;
  };
}

interface Blocks {
  start: number;
  end: number;
  step: number;
  matches: (moment: number) => boolean;
}

/**
 * The blocks of time that can contain a matching moment. Checking their ends suffices: a local day, hour, or minute
 * never lies inside a block without reaching one of its ends.
 */
function* blocks({ start, end, step, matches }: Blocks): Iterable<number> {
  let atStart = matches(start);
  for (let block = start; block < end; block += step) {
    const atEnd = matches(block + step);
    if (atStart || atEnd) yield block;
    atStart = atEnd;
  }
}

function matcher(fields: readonly string[], timeZone: string): (moment: number) => boolean {
  const task = createTask(fields.join(' '), () => undefined, { timezone: timeZone });
  // node-cron keeps every task in a list until it is destroyed; matching still works afterward.
  void task.destroy();
  return (moment) => task.match(new Date(moment));
}

function checkTimetable({ expression, timeZone }: Timetable): void {
  const { valid, errors } = validateDetailed(expression);
  if (!valid) {
    const reasons = errors.map(({ message }) => message).join('; ');
    throw new InvalidTimetableError(`${JSON.stringify(expression)} is not a cron expression: ${reasons}.`, {
      data: { expression },
    });
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch (cause) {
    throw new InvalidTimetableError(`${JSON.stringify(timeZone)} is not a time zone.`, { data: { timeZone }, cause });
  }
}
