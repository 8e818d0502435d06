import { describe, expect, test } from '@jest/globals';
import { issueWords } from '../../../admin/src/lib/issue-words';
import type { ConnectionTest } from '../../../contracts/admin/settings';
import type { Run } from '../../../contracts/admin/runs';
import { createClocksCheck } from '../../../server/src/health/checks/clocks';
import { createCredentialsCheck } from '../../../server/src/health/checks/credentials';
import { createDeliveriesCheck } from '../../../server/src/health/checks/deliveries';
import { createDroppedEventsCheck } from '../../../server/src/health/checks/dropped-events';
import { createHooksCheck } from '../../../server/src/health/checks/hooks';
import { createLastSyncCheck, type LastSyncCheckOptions } from '../../../server/src/health/checks/last-sync';
import { createStoredSecretsCheck } from '../../../server/src/health/checks/stored-secrets';
import { createWaitingEventsCheck } from '../../../server/src/health/checks/waiting-events';
import type { HealthCheck } from '../../../server/src/health/health-check';
import { hours, milliseconds, minutes, seconds, type Milliseconds } from '../../../server/src/lib/durations';
import { nextTime } from '../../../server/src/lib/node-cron-scheduler';
import type { UpstreamHook } from '../../../server/src/upstream/hooks-client';
import type { HookVerdict } from '../../../server/src/webhooks/hook-verdicts';
import { translateTo } from '../../support/translate';

const now = new Date('2026-03-10T12:00:00Z');
const before = (duration: number) => new Date(now.getTime() - duration);
/** What a check says. The admin's pages must be able to say it in each of their languages, too. */
const run = async (check: HealthCheck, previousAt: Date | null = before(hours(24))) => {
  const findings = await check.run({ now, previousAt, signal: new AbortController().signal });
  for (const language of ['en', 'fr', 'de', 'es']) {
    const t = await translateTo(language);
    for (const { code, values } of findings)
      expect({ language, code, words: issueWords({ code, values }, { t, moment: String }) }).toEqual({
        language,
        code,
        words: expect.stringMatching(/\S/),
      });
  }
  return findings.map(({ text }) => text);
};

describe('credentials', () => {
  const connected = (scopes: Extract<ConnectionTest, { kind: 'connected' }>['scopes']): ConnectionTest => ({
    kind: 'connected',
    store: null,
    scopes,
  });
  const check = (result: ConnectionTest) => run(createCredentialsCheck({ test: async () => result }));

  test('that work with every scope are healthy', async () => {
    await expect(check(connected([{ scope: 'a', granted: true, neededFor: 'b', required: true }]))).resolves.toEqual(
      [],
    );
  });

  test('that upstream refuses are an error in its words', async () => {
    await expect(
      check({ kind: 'rejected', reason: 'unauthorized', message: 'The store does not accept this access token.' }),
    ).resolves.toEqual(['The store does not accept this access token.']);
  });

  test('without a required scope name it and what it is for', async () => {
    const [error] = await check(
      connected([{ scope: 'store_v2_products_read_only', granted: false, neededFor: 'products', required: true }]),
    );
    expect(error).toContain('lacks the OAuth scope store_v2_products_read_only, needed for products');
  });

  test('may lack a scope that nothing requires', async () => {
    await expect(
      check(connected([{ scope: 'store_cart', granted: false, neededFor: 'carts', required: false }])),
    ).resolves.toEqual([]);
  });
});

describe('webhooks', () => {
  const hook = (given: Partial<UpstreamHook> = {}): UpstreamHook => ({
    id: 1,
    scope: 'store/product/*',
    destination: 'https://shop.example.com/hook',
    isActive: true,
    headers: {},
    createdAt: null,
    updatedAt: null,
    ...given,
  });

  async function check(
    verdicts: HookVerdict[],
    { revive = async () => undefined }: { revive?: (hook: UpstreamHook) => Promise<void> } = {},
  ) {
    const revived: number[] = [];
    const catchUps: string[] = [];
    const steps: string[] = [];
    const errors = await run(
      createHooksCheck({
        examine: async () => verdicts,
        revive: async (each) => {
          steps.push('revive');
          await revive(each);
          revived.push(each.id);
        },
        catchUp: {
          expect: async () => void steps.push('expect a catch-up'),
          request: async (reason) => {
            steps.push('request it');
            catchUps.push(reason);
          },
        },
      }),
    );
    return { errors, revived, catchUps, steps };
  }

  test('that are right are healthy, and nothing is done about them', async () => {
    await expect(check([{ kind: 'right', hook: hook() }])).resolves.toEqual({
      errors: [],
      revived: [],
      catchUps: [],
      steps: [],
    });
  });

  test('that upstream switched off are switched on again, with a synchronisation for what was missed', async () => {
    const off = [
      { kind: 'wrong', hook: hook({ id: 7, isActive: false }), defects: ['inactive'] } satisfies HookVerdict,
    ];
    const { errors, revived, catchUps, steps } = await check(off);
    expect(errors).toEqual([
      expect.stringContaining('Upstream had switched off the webhook store/product/*. It was switched on again'),
    ]);
    expect(revived).toEqual([7]);
    expect(catchUps).toEqual([expect.stringContaining('store/product/*')]);
    // A process that ends in between must not forget the gap, which nothing tells of once the hook is on.
    expect(steps).toEqual(['expect a catch-up', 'revive', 'request it']);
  });

  test('that cannot be switched on again say why, and nothing is made up for', async () => {
    const off = [{ kind: 'wrong', hook: hook({ isActive: false }), defects: ['inactive'] } satisfies HookVerdict];
    const { errors, catchUps } = await check(off, {
      revive: async () => {
        throw new Error('PUT /v3/hooks/1 answered 500');
      },
    });
    expect(errors).toEqual([expect.stringContaining('could not be switched on again: PUT /v3/hooks/1 answered 500')]);
    expect(catchUps).toEqual([]);
  });

  test('of which some are missing name them', async () => {
    const { errors } = await check([
      { kind: 'right', hook: hook() },
      { kind: 'missing', scope: 'store/sku/*' },
      { kind: 'missing', scope: 'store/category/*' },
    ]);
    expect(errors).toEqual([expect.stringContaining('Upstream has no webhook for store/sku/*, store/category/*')]);
  });

  test('that were never registered are one error, also beside those of another host', async () => {
    const { errors } = await check([
      { kind: 'missing', scope: 'store/sku/*' },
      { kind: 'other-host', hook: hook() },
    ]);
    expect(errors).toEqual([expect.stringContaining('No webhooks are registered for this site')]);
  });

  test('that lead elsewhere or carry no token are errors', async () => {
    const { errors } = await check([{ kind: 'wrong', hook: hook(), defects: ['destination', 'token'] }]);
    expect(errors).toEqual([
      expect.stringContaining('leads to https://shop.example.com/hook'),
      expect.stringContaining('carries no valid header token'),
    ]);
  });

  test('there twice, or of another host, are no error', async () => {
    const { errors } = await check([
      { kind: 'right', hook: hook() },
      { kind: 'surplus', hook: hook() },
      { kind: 'other-host', hook: hook() },
    ]);
    expect(errors).toEqual([]);
  });
});

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
      expect.stringContaining('waiting for 95 minutes'),
    ]);
  });
});

describe('events that were given up', () => {
  const check = async (dropped: number, previousAt: Date | null) => {
    const asked: Date[] = [];
    const errors = await run(
      createDroppedEventsCheck({
        backlog: {
          droppedSince: async (moment) => {
            asked.push(moment);
            return dropped;
          },
        },
      }),
      previousAt,
    );
    return { asked, errors };
  };

  test('none since the last check: healthy', async () => {
    await expect(check(0, before(hours(24)))).resolves.toEqual({ asked: [before(hours(24))], errors: [] });
  });

  test('are counted since the last check', async () => {
    const { errors } = await check(3, before(hours(24)));
    expect(errors).toEqual([
      expect.stringContaining('3 webhook events were given up after the last retry since the last check'),
    ]);
  });

  test('are all counted by the first check', async () => {
    const { asked, errors } = await check(1, null);
    expect(asked).toEqual([new Date(0)]);
    expect(errors).toEqual([expect.stringContaining('1 webhook event was given up after the last retry.')]);
  });
});

describe('stored secrets', () => {
  const absent = { kind: 'absent' } as const;
  const check = (kind: 'unreadable' | 'absent') =>
    run(
      createStoredSecretsCheck({
        readSecrets: async () => ({
          accessToken: { kind },
          clientSecret: absent,
          webhookSecret: { kind },
          trustedProxySecret: absent,
        }),
      }),
    );

  test('that nobody entered are healthy', async () => {
    await expect(check('absent')).resolves.toEqual([]);
  });

  test('that no longer open are named', async () => {
    await expect(check('unreadable')).resolves.toEqual([
      expect.stringContaining('The stored access token, webhook secret cannot be opened'),
    ]);
  });
});

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
        /began on 8 March 2026 at 11:59 UTC, .*The last run ended as partial: 2 items could not be stored\./,
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
    await expect(check({})).resolves.toEqual([expect.stringContaining('No synchronisation has succeeded yet')]);
    await expect(check({ syncState: async () => ({ current: aRun({}), lastWriting: null }) })).resolves.toEqual([]);
  });

  test('cannot be judged by a schedule that is none', async () => {
    await expect(check({ timetable: async () => ({ expression: '99 * * * *', timeZone: 'UTC' }) })).rejects.toThrow(
      'is not a cron expression',
    );
  });
});

describe('deliveries', () => {
  const check = (
    name: string,
    {
      lastAt = now,
      previousAt = before(hours(24)),
      detail = null,
    }: { lastAt?: Date; previousAt?: Date | null; detail?: string | null } = {},
  ) =>
    run(
      createDeliveriesCheck({
        tallies: { read: async () => [{ name, count: 3, lastAt, detail }], lateSince: async () => [] },
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
      expect.stringContaining('The client secret may be that of another API account'),
    ]);
  });

  test('with a valid token and an outdated signature are an error that names the clock', async () => {
    await expect(check('doubtful:stale')).resolves.toEqual([expect.stringContaining('Check the clock')]);
  });

  test('that could not be taken are an error in the words of the receiver', async () => {
    await expect(check('failed:Failed to queue webhook event', { detail: 'database is locked' })).resolves.toEqual([
      expect.stringContaining('Failed to queue webhook event (database is locked). Upstream sends them again'),
    ]);
  });

  test('that did not say what changed are an error that names their scope', async () => {
    await expect(
      check('unusable:store/product/updated', { detail: 'its data does not name the product' }),
    ).resolves.toEqual([
      expect.stringMatching(
        /of store\/product\/updated did not say what changed, last on .*: its data does not name the product\. They were acknowledged/,
      ),
    ]);
  });

  describe('with a right signature that were refused for their time', () => {
    const refused = (minutesAgo: readonly number[], previousAt: Date | null = before(hours(24))) => {
      const late = [...minutesAgo].sort((a, b) => b - a).map((ago) => ({ minute: before(minutes(ago)), count: 1 }));
      const lateSince = async (moment: Date) => late.filter(({ minute }) => minute >= moment);
      return run(createDeliveriesCheck({ tallies: { read: async () => [], lateSince } }), previousAt);
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
        expect.stringContaining(`${count} webhook deliveries with a right signature were refused within an hour`),
      ]);
    });
  });

  test('before the last check are no error any more', async () => {
    await expect(check('doubtful:mismatch', { lastAt: before(hours(25)) })).resolves.toEqual([]);
    await expect(check('doubtful:mismatch', { lastAt: before(hours(25)), previousAt: null })).resolves.toHaveLength(1);
  });
});

describe('the clocks', () => {
  const check = ({ database = 0, upstream = 0 }: { database?: number; upstream?: number | null }) =>
    run(
      createClocksCheck({
        clock: { now: () => now },
        databaseClock: { read: async () => new Date(now.getTime() + database) },
        upstreamAhead: async () => (upstream === null ? null : milliseconds(upstream)),
      }),
    );

  test.each([{}, { database: 29_999, upstream: -29_999 }, { upstream: null }])(
    'that agree but for seconds, or of which nothing is known, are healthy: %j',
    async (given) => {
      await expect(check(given)).resolves.toEqual([]);
    },
  );

  test.each([
    [{ database: 30_000 }, "This server's clock is 30 seconds behind the database's."],
    [{ database: -3_600_000 }, "This server's clock is 3600 seconds ahead of the database's."],
    [
      { upstream: -31_000 },
      "This server's clock is 31 seconds ahead of the store's. Webhook deliveries may be refused for their time",
    ],
    [{ upstream: 45_000 }, "This server's clock is 45 seconds behind the store's."],
  ])(
    'that differ by half a minute or more are an error that says by how much, and what follows: %j',
    async (given, words) => {
      await expect(check(given)).resolves.toEqual([expect.stringContaining(words)]);
    },
  );
});
