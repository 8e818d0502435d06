import { describe, expect, test } from 'vitest';
import type { Run } from '../../../contracts/admin/runs';
import { createLastSyncCheck, type LastSyncCheckOptions } from '../../../server/src/health/checks/last-sync';
import { hours } from '../../../server/src/lib/durations';
import { nextTime } from '../../../server/src/lib/node-cron-scheduler';
import { before, now, run } from '../../support/run-check';

describe('the last synchronisation', () => {
  const daily = { expression: '0 3 * * *', timeZone: 'UTC' };
  const aRun = (given: Partial<Run>): Run => {
    const counts = { fetched: 0, created: 0, updated: 0, unchanged: 0, removed: 0, failed: 0 };
    return {
      id: 'run',
      mode: 'full',
      dryRun: false,
      status: 'running',
      startedAt: before(hours(1)).toISOString(),
      finishedAt: null,
      phase: 'products',
      counts,
      countsByEntity: { product: counts, category: counts, brand: counts },
      total: null,
      requests: 0,
      waitedMs: 0,
      quotaLeft: null,
      failures: [],
      error: null,
      reasons: [],
      ...given,
    };
  };

  const check = (given: Partial<LastSyncCheckOptions>) =>
    run(
      createLastSyncCheck({
        lastSuccess: async () => null,
        syncState: async () => ({ current: null, lastWriting: null }),
        timetable: async () => daily,
        upcoming: (timetable, count) => {
          const times: Date[] = [];
          for (let next = nextTime(timetable, now); next && times.length < count; next = nextTime(timetable, next))
            times.push(next);
          return times;
        },
        ...given,
      }),
    );

  test('that succeeded within two periods is healthy', async () => {
    await expect(check({ lastSuccess: async () => before(hours(48)) })).resolves.toEqual([]);
  });

  test('that succeeded longer ago is an error with how the last one ended', async () => {
    const last = aRun({ status: 'partial', error: '2 items could not be stored.' });
    const errors = await check({
      lastSuccess: async () => before(hours(48) + 1),
      syncState: async () => ({ current: null, lastWriting: last }),
    });
    expect(errors).toEqual([
      expect.stringMatching(
        /started on March 8, 2026 at 11:59 UTC, .*Status of the last sync: partial: 2 items could not be stored\./,
      ),
    ]);
  });

  test('before the weekend is in time for a schedule of working days', async () => {
    const workingDays = { timetable: async () => ({ expression: '0 3 * * mon-fri', timeZone: 'UTC' }) };
    await expect(check({ ...workingDays, lastSuccess: async () => before(hours(140)) })).resolves.toEqual([]);
    await expect(check({ ...workingDays, lastSuccess: async () => before(hours(145)) })).resolves.toHaveLength(1);
  });

  test('is not missed while the schedule is off', async () => {
    await expect(check({ timetable: async () => null })).resolves.toEqual([]);
  });

  test('that never succeeded is an error, unless the first one is under way', async () => {
    await expect(check({})).resolves.toEqual([expect.stringContaining('No sync has succeeded yet')]);
    await expect(check({ syncState: async () => ({ current: aRun({}), lastWriting: null }) })).resolves.toEqual([]);
  });

  test('cannot be judged by a schedule that is none', async () => {
    await expect(check({ timetable: async () => ({ expression: '99 * * * *', timeZone: 'UTC' }) })).rejects.toThrow(
      'is not a cron expression',
    );
  });
});
