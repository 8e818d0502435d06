import { describe, expect, test } from 'vitest';
import { createDeliveriesCheck } from '../../../server/src/health/checks/deliveries';
import { createDroppedEventsCheck } from '../../../server/src/health/checks/dropped-events';
import { createWaitingEventsCheck } from '../../../server/src/health/checks/waiting-events';
import { hours, milliseconds, minutes, seconds, type Milliseconds } from '../../../server/src/lib/durations';
import { before, now, run } from '../../support/sites/run-check';

describe('waiting events', () => {
  const check = (waited: Milliseconds | null) =>
    run(
      createWaitingEventsCheck({ backlog: { oldestDue: async () => waited && { at: before(waited), since: waited } } }),
    );

  test.each([
    ['none', null],
    ['due for just 15 minutes', minutes(15)],
  ])('%s: healthy', async (_what, oldest) => {
    await expect(check(oldest)).resolves.toEqual([]);
  });

  test('due for longer than 15 minutes are an error that says how long', async () => {
    await expect(check(milliseconds(minutes(95) + seconds(1)))).resolves.toEqual([
      expect.stringContaining('queued for 95 minutes'),
    ]);
  });
});

describe('failed events', () => {
  const check = async (counts: { dropped?: number; failed?: number }, comparedAt: Date | null = null) => {
    const asked: Date[] = [];
    const errors = await run(
      createDroppedEventsCheck({
        backlog: {
          droppedSince: async (moment) => {
            asked.push(moment);
            return counts.dropped ?? 0;
          },
        },
        events: { counts: async () => ({ pending: 0, complete: 0, dropped: 0, failed: counts.failed ?? 0 }) },
        comparedAt: async () => comparedAt,
      }),
    );
    return { asked, errors };
  };

  test('none since everything was compared: healthy', async () => {
    await expect(check({}, before(hours(24)))).resolves.toEqual({ asked: [before(hours(24))], errors: [] });
  });

  test('for good are an error, whenever they failed, before everything was compared once', async () => {
    const { asked, errors } = await check({ dropped: 3 });
    expect(asked).toEqual([new Date(0)]);
    expect(errors).toEqual([expect.stringContaining('3 webhook events failed permanently after the last retry.')]);
  });

  test('that wait for a retry are changes that are not here yet', async () => {
    const { errors } = await check({ failed: 1 });
    expect(errors).toEqual([expect.stringContaining('1 webhook event failed and will be retried')]);
  });
});

describe('deliveries', () => {
  const context = { comparedAt: async () => null, fingerprint: async () => 'these rules' };
  const check = (
    name: string,
    {
      lastAt = now,
      previousAt = before(hours(24)),
      comparedAt = null,
      detail = null,
    }: { lastAt?: Date; previousAt?: Date | null; comparedAt?: Date | null; detail?: string | null } = {},
  ) =>
    run(
      createDeliveriesCheck({
        ...context,
        tallies: { read: async () => [{ name, count: 3, lastAt, detail }], lateSince: async () => [] },
        comparedAt: async () => comparedAt,
      }),
      previousAt,
    );

  test.each(['accepted', 'duplicate', 'unhandled:store/order/created', 'rejected:mismatch'])(
    'that were %s are healthy',
    async (name) => {
      await expect(check(name)).resolves.toEqual([]);
    },
  );

  test('with a valid token and a wrong signature are an error that names the client secret', async () => {
    await expect(check('doubtful:mismatch')).resolves.toEqual([
      expect.stringContaining('The client secret may belong to a different API account'),
    ]);
  });

  test('with a valid token and an outdated signature are an error that names the clock', async () => {
    await expect(check('doubtful:stale')).resolves.toEqual([expect.stringContaining('Check the clock')]);
  });

  test("that could not be accepted are an error with the receiver's message", async () => {
    await expect(check('failed:Failed to queue webhook event', { detail: 'database is locked' })).resolves.toEqual([
      expect.stringContaining('Failed to queue webhook event (database is locked). BigCommerce keeps resending them'),
    ]);
  });

  test('that did not say what changed are an error with their scope', async () => {
    await expect(
      check('unusable:store/product/updated', { detail: 'its data does not name the product' }),
    ).resolves.toEqual([
      expect.stringMatching(
        /for store\/product\/updated didn't say what changed, most recently on .*: its data does not name the product\. They were acknowledged/,
      ),
    ]);
  });

  describe('with a valid signature that were rejected because of their timestamp', () => {
    const refused = (minutesAgo: readonly number[], previousAt: Date | null = before(hours(24))) => {
      const late = [...minutesAgo].sort((a, b) => b - a).map((ago) => ({ minute: before(minutes(ago)), count: 1 }));
      const lateSince = async (moment: Date) => late.filter(({ minute }) => minute >= moment);
      return run(createDeliveriesCheck({ ...context, tallies: { read: async () => [], lateSince } }), previousAt);
    };

    test.each([
      ['one', [5]],
      ['two within an hour', [5, 6]],
      ['three within more than an hour', [5, 30, 65]],
      ['three before the last check', [1500, 1501, 1502]],
    ])('%s: healthy', async (_what, minutesAgo) => {
      await expect(refused(minutesAgo)).resolves.toEqual([]);
    });

    test.each([
      ['three within an hour', [5, 30, 64], 3],
      ['of several hours, the most within one', [5, 6, 7, 700, 701, 702, 703], 4],
      ['within the hour in which the last check was', [1439, 1441, 1442], 3],
    ])('%s: an error', async (_what, minutesAgo, count) => {
      await expect(refused(minutesAgo)).resolves.toEqual([
        expect.stringContaining(`${count} webhook deliveries with a valid signature were rejected within an hour`),
      ]);
    });
  });

  test('that did not say what changed are an error until everything was compared, however often it is checked', async () => {
    const longAgo = { lastAt: before(hours(50)) };
    await expect(check('unusable:store/product/updated', longAgo)).resolves.toHaveLength(1);
    await expect(
      check('unusable:store/product/updated', { ...longAgo, comparedAt: before(hours(49)) }),
    ).resolves.toEqual([]);
    await expect(
      check('unusable:store/product/updated', { ...longAgo, comparedAt: before(hours(51)) }),
    ).resolves.toHaveLength(1);
  });

  test('that could not be accepted are no longer an error once everything was compared', async () => {
    const failed = 'failed:Failed to queue webhook event';
    await expect(check(failed, { lastAt: before(hours(2)), comparedAt: before(hours(1)) })).resolves.toEqual([]);
  });

  test('that other rules made doubtful are no longer an error', async () => {
    await expect(check('doubtful:mismatch', { detail: 'other rules' })).resolves.toEqual([]);
    await expect(check('doubtful:mismatch', { detail: 'these rules' })).resolves.toHaveLength(1);
  });

  describe('that a wrong clock made late', () => {
    const moments = (lateAt: Date, acceptedAt: Date) =>
      run(
        createDeliveriesCheck({
          ...context,
          tallies: {
            read: async () => [
              { name: 'accepted', count: 9, lastAt: acceptedAt, detail: null },
              { name: 'doubtful:stale', count: 3, lastAt: lateAt, detail: null },
            ],
            lateSince: async () => [{ minute: lateAt, count: 3 }],
          },
        }),
        before(hours(24)),
      );

    test('are no longer an error once others were accepted for ten minutes, without another check', async () => {
      await expect(moments(before(minutes(20)), before(minutes(5)))).resolves.toEqual([]);
    });

    test('are an error while they come between others, as from an instance whose clock is still wrong', async () => {
      await expect(moments(before(minutes(5)), before(minutes(1)))).resolves.toHaveLength(2);
      await expect(moments(before(minutes(5)), before(minutes(30)))).resolves.toHaveLength(2);
    });
  });

  test('before the last check are no longer an error', async () => {
    await expect(check('doubtful:mismatch', { lastAt: before(hours(25)) })).resolves.toEqual([]);
    await expect(check('doubtful:mismatch', { lastAt: before(hours(25)), previousAt: null })).resolves.toHaveLength(1);
  });
});
