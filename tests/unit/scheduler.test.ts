import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createScheduleMemory } from '../../server/src/sync/schedule/schedule-memory';
import { hours, milliseconds, minutes, seconds } from '../../server/src/lib/durations';
import type { LeaseStore } from '../../server/src/lib/lease';
import { createNodeCronScheduler } from '../../server/src/lib/node-cron-scheduler';
import type { Scheduler, Timetable } from '../../server/src/lib/scheduler';
import { ManualClock } from '../support/time/clocks';
import { memoryLeases, memoryState } from '../support/instances/memory-stores';
import { createQuietLogger } from '../support/quiet-logger';

describe('a scheduled job', () => {
  const running: Scheduler[] = [];
  let clock = new ManualClock();
  /** How far the machine's clock is ahead. */
  let ahead = milliseconds(0);

  // It is noon on the clock's first day.
  beforeEach(() => {
    clock = new ManualClock();
    ahead = milliseconds(0);
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((scheduler) => scheduler.stop()));
  });

  function aSite() {
    const memory = createScheduleMemory(memoryState());
    const leases = memoryLeases(clock);
    let ids = 0;
    const starts: string[] = [];
    const schedule: { timetable: Timetable | null; run: () => Promise<void> } = {
      timetable: { expression: '0 3 * * *', timeZone: 'UTC' },
      run: async () => undefined,
    };
    const startInstance = ({ lag = milliseconds(0), apart = milliseconds(0) } = {}) => {
      const lagging: LeaseStore = {
        ...leases,
        acquire: async (request) => {
          if (lag > 0) await clock.wait(lag);
          return leases.acquire(request);
        },
      };
      const scheduler = createNodeCronScheduler({
        memory,
        leases: lagging,
        clock: {
          now: () => new Date(clock.now().getTime() + ahead + apart),
          monotonic: () => clock.monotonic(),
          wait: (...wait) => clock.wait(...wait),
        },
        logger: createQuietLogger(),
        newId: () => `instance-${(ids += 1)}`,
      });
      scheduler.add({
        name: 'job',
        timetable: async () => schedule.timetable,
        run: async () => {
          starts.push(clock.now().toISOString().slice(11, 16));
          await schedule.run();
        },
      });
      scheduler.start();
      running.push(scheduler);
      return scheduler;
    };
    return { starts, schedule, startInstance };
  }

  async function moveTo(time: string): Promise<void> {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    const ofDay = (clock.now().getTime() % hours(24)) / minutes(1);
    await clock.advance(minutes((hour * 60 + minute - ofDay + 24 * 60) % (24 * 60)));
  }

  test('runs at its time and then a day later', async () => {
    const site = aSite();
    const scheduler = site.startInstance();
    await moveTo('02:59');
    expect(site.starts).toEqual([]);
    await moveTo('03:01');
    await clock.advance(hours(24));
    expect(site.starts).toEqual(['03:00', '03:00']);
    expect((await scheduler.nextRun('job'))?.toISOString()).toMatch(/T03:00:00.000Z$/);
  });

  test('has its next run at the next time, whenever it is asked for, and when the clock is set back', async () => {
    const scheduler = aSite().startInstance();
    const day = async () => ((await scheduler.nextRun('job'))?.getTime() ?? NaN) / hours(1);
    const first = await day();
    await clock.advance(hours(14));
    expect(await day()).toBe(first);
    await clock.advance(hours(2));
    expect(await day()).toBe(first + 24);
    await clock.advance(hours(10));
    expect(await day()).toBe(first + 24);
    await clock.advance(milliseconds(-hours(12)));
    expect(await day()).toBe(first);
  });

  test('has as its next times those after now, whenever they are asked for, and when the clock is set back', async () => {
    const scheduler = aSite().startInstance();
    const days = (count: number) =>
      scheduler.upcoming({ expression: '0 3 * * *', timeZone: 'UTC' }, count).map((time) => time.getTime() / hours(24));
    const [first = NaN] = days(1);
    expect(days(3)).toEqual([first, first + 1, first + 2]);
    await clock.advance(hours(14));
    expect(days(3)).toEqual([first, first + 1, first + 2]);
    expect(days(2)).toEqual([first, first + 1]);
    await clock.advance(hours(2));
    expect(days(3)).toEqual([first + 1, first + 2, first + 3]);
    await clock.advance(milliseconds(-hours(12)));
    expect(days(3)).toEqual([first, first + 1, first + 2]);
  });

  test('runs once, however many instances the site has', async () => {
    const site = aSite();
    for (let instance = 0; instance < 4; instance += 1) site.startInstance();
    await moveTo('03:01');
    expect(site.starts).toHaveLength(1);
  });

  test('runs once, even when another instance noticed the due time and is slow to act', async () => {
    const site = aSite();
    site.startInstance({ lag: seconds(5) });
    site.startInstance({ lag: seconds(10) });
    await moveTo('03:01');
    expect(site.starts).toHaveLength(1);
  });

  test('is made up for once when the site was down at the due time', async () => {
    const site = aSite();
    const first = site.startInstance();
    await clock.advance(minutes(30));
    await first.stop();
    await clock.advance(hours(72));
    site.startInstance();
    await clock.advance(minutes(1));
    expect(site.starts).toHaveLength(1);
  });

  test('runs at its next time if the site was started with a clock a year ahead, which was then set back', async () => {
    const site = aSite();
    const first = site.startInstance();
    await clock.advance(minutes(30));
    await first.stop();
    ahead = hours(24 * 365);
    const early = site.startInstance();
    await clock.advance(minutes(1));
    await early.stop();
    ahead = milliseconds(0);
    site.startInstance();
    await moveTo('03:01');
    await clock.advance(hours(24));
    expect(site.starts).toEqual(['12:30', '03:00', '03:00']);
  });

  test('runs at its next time if the clock was a year ahead for a while', async () => {
    const site = aSite();
    site.startInstance();
    await clock.advance(minutes(30));
    ahead = hours(24 * 365);
    await clock.advance(minutes(30));
    ahead = milliseconds(0);
    await moveTo('03:01');
    await clock.advance(hours(24));
    expect(site.starts).toEqual(['12:30', '03:00', '03:00']);
  });

  test('runs once if the clocks of two instances are ten minutes apart', async () => {
    const site = aSite();
    site.startInstance({ apart: minutes(10) });
    await moveTo('02:55');
    site.startInstance();
    await moveTo('03:11');
    expect(site.starts).toHaveLength(1);
  });

  test('is not made up for when it is new', async () => {
    const site = aSite();
    site.startInstance();
    await clock.advance(hours(14));
    expect(site.starts).toEqual([]);
  });

  test('follows a changed schedule within seconds, without making up for runs of the previous one', async () => {
    const site = aSite();
    site.startInstance();
    await clock.advance(minutes(30));
    site.schedule.timetable = { expression: '0 9,13 * * *', timeZone: 'UTC' };
    await clock.advance(minutes(1));
    expect(site.starts).toEqual([]);
    await moveTo('13:01');
    expect(site.starts).toEqual(['13:00']);
  });

  test('does nothing while it is off, and starts afresh when it is turned on', async () => {
    const site = aSite();
    site.startInstance();
    await clock.advance(minutes(30));
    site.schedule.timetable = null;
    await clock.advance(hours(48));
    site.schedule.timetable = { expression: '0 3 * * *', timeZone: 'UTC' };
    await clock.advance(minutes(1));
    expect(site.starts).toEqual([]);
    await moveTo('03:01');
    expect(site.starts).toEqual(['03:00']);
  });

  test('that fails runs again the next time it is due', async () => {
    const site = aSite();
    site.schedule.run = async () => {
      throw new Error('no luck');
    };
    site.startInstance();
    await moveTo('03:01');
    await clock.advance(hours(24));
    expect(site.starts).toHaveLength(2);
  });

  test('that crashed the process is not started again for the same due time', async () => {
    const site = aSite();
    let die: () => void = () => undefined;
    const first = site.startInstance();
    site.schedule.run = () =>
      new Promise((_, reject) => {
        die = () => reject(new Error('killed'));
      });
    await moveTo('03:01');
    die();
    await first.stop();
    site.startInstance();
    await clock.advance(seconds(60));
    expect(site.starts).toHaveLength(1);
  });
});
