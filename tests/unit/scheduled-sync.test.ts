import { describe, expect, test } from 'vitest';
import type { PlainSettings, SettingName } from '../../contracts/admin/settings';
import { wordsOfExpression } from '../../server/src/lib/cronstrue-words';
import { days, hours, type Milliseconds, milliseconds, minutes } from '../../server/src/lib/durations';
import { createNodeCronScheduler } from '../../server/src/lib/node-cron-scheduler';
import { MissingSettingsError } from '../../server/src/settings/settings-errors';
import { createSettingsService } from '../../server/src/settings/settings-service';
import { createScheduleMemory } from '../../server/src/sync/schedule/schedule-memory';
import { createScheduledSync } from '../../server/src/sync/schedule/scheduled-sync';
import { presentRun } from '../../server/src/sync/runs/run-record';
import type { RunKind } from '../../server/src/sync/runs/run-store';
import type { StartRequest } from '../../server/src/sync/runs/new-run';
import type { StartResult } from '../../server/src/sync/sync-service';
import { ManualClock, settled } from '../support/time/clocks';
import { createQuietLogger } from '../support/quiet-logger';
import { aRunRecord } from '../support/shops/run-records';
import { memorySettings } from '../support/instances/memory-settings';
import { memoryLeases, memoryState } from '../support/instances/memory-stores';

/** A schedule for a store whose last full run started this long ago. */
function aSchedule(given: {
  plain?: Partial<PlainSettings>;
  lastFull?: Milliseconds;
  responses?: (StartResult['kind'] | Error)[];
  isRunUnderWay?: () => boolean;
}) {
  const clock = new ManualClock();
  const logger = createQuietLogger();
  const started: StartRequest[] = [];
  const asked: RunKind[] = [];
  const locked: Partial<Record<SettingName, never>> = {};
  const settings = createSettingsService({
    store: memorySettings(),
    fixed: { plain: { storeHash: 'abc', ...given.plain }, secrets: {}, purgeSecrets: new Map(), locked },
    sealer: null,
    clock,
  });
  const schedule = createScheduledSync({
    settings,
    clock,
    databaseClock: { read: async () => clock.now() },
    logger,
    timeZone: 'Europe/Berlin',
    runs: {
      findRunning: async () => (given.isRunUnderWay?.() ? aRunRecord() : null),
      findLast: async (kind) => {
        asked.push(kind);
        return given.lastFull === undefined
          ? null
          : aRunRecord({ startedAt: new Date(clock.now().getTime() - given.lastFull) });
      },
    },
    sync: {
      start: async (request): Promise<StartResult> => {
        if (given.isRunUnderWay?.()) return { kind: 'busy', run: null };
        started.push(request);
        const response = given.responses?.shift() ?? 'started';
        if (response instanceof Error) throw response;
        return response === 'busy'
          ? { kind: 'busy', run: null }
          : { kind: 'started', run: presentRun(aRunRecord(), []) };
      },
    },
  });
  return { schedule, clock, logger, started, asked };
}

describe('a scheduled sync', () => {
  test('is a sweep while the last full pass is recent, and a full pass once a week', async () => {
    const modeAfter = async (lastFull: Milliseconds) => {
      const { schedule, clock } = aSchedule({ lastFull });
      return schedule.modeAt(clock.now());
    };
    expect(await modeAfter(days(6))).toBe('sweep');
    // Last week's run began some seconds later in the day than this week's, which is due all the same.
    expect(await modeAfter(milliseconds(days(7) - 5_000))).toBe('full');
    expect(await modeAfter(days(30))).toBe('full');
    // Written with a wrong clock: the schedule does not wait for that time.
    expect(await modeAfter(milliseconds(-days(300)))).toBe('full');
  });

  test('counts the week from the last full pass of this store that completed, with or without failed items', async () => {
    const { schedule, clock, asked } = aSchedule({ lastFull: days(1) });
    await schedule.modeAt(clock.now());
    expect(asked).toEqual([{ storeHash: 'abc', statuses: ['succeeded', 'partial'], mode: 'full' }]);
  });

  test('is a full pass when there was none yet', async () => {
    const { schedule, clock } = aSchedule({});
    expect(await schedule.modeAt(clock.now())).toBe('full');
  });

  test('skips the sweep or the full pass when a setting says so', async () => {
    const withoutSweep = aSchedule({ plain: { sweepEnabled: false }, lastFull: days(1) });
    expect(await withoutSweep.schedule.modeAt(withoutSweep.clock.now())).toBe('incremental');
    const withoutFull = aSchedule({ plain: { fullSyncEveryDays: 0 }, lastFull: days(400) });
    expect(await withoutFull.schedule.modeAt(withoutFull.clock.now())).toBe('sweep');
    const daily = aSchedule({ plain: { fullSyncEveryDays: 1 }, lastFull: hours(24) });
    expect(await daily.schedule.modeAt(daily.clock.now())).toBe('full');
  });

  test("has the schedule of the settings in the site's time zone, and none when it is off", async () => {
    expect(await aSchedule({ plain: { syncSchedule: '*/10 * * * *' } }).schedule.timetable()).toEqual({
      expression: '*/10 * * * *',
      timeZone: 'Europe/Berlin',
    });
    expect(await aSchedule({ plain: { syncSchedule: 'off' } }).schedule.timetable()).toBeNull();
  });

  test('waits for the current run, which may already be past what has changed', async () => {
    const { schedule, clock, started } = aSchedule({ lastFull: days(1), responses: ['busy', 'busy', 'started'] });
    const done = schedule.job.run(new AbortController().signal);
    await settled();
    expect(started).toHaveLength(1);
    await clock.advance(milliseconds(10_000));
    await done;
    expect(started).toEqual(Array(3).fill({ mode: 'sweep' }));
  });

  test('that waits for the current run still starts after a restart, and once', async () => {
    let isRunUnderWay = true;
    const site = aSchedule({
      plain: { syncSchedule: '0 3 * * *' },
      lastFull: days(1),
      isRunUnderWay: () => isRunUnderWay,
    });
    const { clock, started } = site;
    const leases = memoryLeases(clock);
    const memory = createScheduleMemory(memoryState());
    let ids = 0;
    const boot = () => {
      const newId = () => `instance-${(ids += 1)}`;
      const scheduler = createNodeCronScheduler({ memory, leases, clock, logger: site.logger, newId });
      scheduler.add(site.schedule.job);
      scheduler.start();
      return scheduler;
    };
    const first = boot();
    // From noon to four, an hour after it was due.
    await clock.advance(hours(16));
    await first.stop();
    expect(started).toEqual([]);

    const instances = [boot(), boot()];
    await clock.advance(minutes(5));
    expect(started).toEqual([]);
    isRunUnderWay = false;
    await clock.advance(hours(1));
    await Promise.all(instances.map((each) => each.stop()));
    expect(started).toHaveLength(1);
  });

  test('is skipped with a log line while credentials are missing', async () => {
    const { schedule, logger } = aSchedule({ responses: [new MissingSettingsError(['the access token'])] });
    await schedule.job.run(new AbortController().signal);
    expect(logger.lines).toEqual([expect.objectContaining({ level: 'info', event: 'scheduled sync skipped' })]);
  });
});

test('a schedule reads as plain words', () => {
  expect(wordsOfExpression('0 3 * * *')).toBe('At 03:00');
  expect(wordsOfExpression('*/15 8-18 * * 1-5')).toBe(
    'Every 15 minutes, between 08:00 and 18:59, Monday through Friday',
  );
  expect(wordsOfExpression('@weekly')).toBe('At 00:00, only on Sunday');
  expect(wordsOfExpression('@Hourly')).toBe('Every hour');
  expect(wordsOfExpression('no expression')).toBe('no expression');
});
