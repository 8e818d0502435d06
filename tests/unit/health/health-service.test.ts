import { describe, expect, test } from 'vitest';
import type { CheckContext, HealthCheck } from '../../../server/src/health/health-check';
import { createHealthService } from '../../../server/src/health/health-service';
import { hours, seconds } from '../../../server/src/lib/durations';
import { ManualClock, settled } from '../../support/time/clocks';
import { followersOf } from '../../support/time/followers';
import { memoryState } from '../../support/instances/memory-stores';
import { aRunRecord } from '../../support/shops/run-records';
import { eventually } from '../../support/time/eventually';
import { createQuietLogger } from '../../support/quiet-logger';

const inSync = (startedAt: Date) => {
  const run = aRunRecord({ status: 'succeeded', startedAt, finishedAt: startedAt });
  return {
    isConnected: true,
    connection: 'a store',
    runs: { lastEnded: run, recovered: 0, lastComplete: run, lastSuccess: run, wasStopped: false, isRunning: false },
    period: null,
    reportedSince: startedAt,
    reportedUntil: null,
    channelId: null,
  };
};

function aService(given: Partial<HealthCheck>[]) {
  const clock = new ManualClock();
  const contexts: CheckContext[] = [];
  const checks = given.map(
    (check): HealthCheck => ({
      subject: 'outbox',
      ...check,
      run: (context) => {
        contexts.push(context);
        return check.run?.(context) ?? Promise.resolve([]);
      },
    }),
  );
  const health = createHealthService({
    checks,
    localChecks: [],
    readFacts: async () => inSync(clock.now()),
    state: memoryState(),
    clock,
    databaseClock: { read: async () => clock.now() },
    logger: createQuietLogger(),
  });
  return { clock, contexts, health };
}

const says = (...errors: string[]): Partial<HealthCheck> => ({
  run: async () => errors.map((text) => ({ code: 'unchecked' as const, values: { about: 'webhooks' }, text })),
});

describe('the health record', () => {
  test('is healthy when no check reports anything', async () => {
    const { health, clock } = aService([says(), says()]);
    const record = { healthy: true, errors: [], checked_at: clock.now().getTime() / 1000 };
    await expect(health.check()).resolves.toEqual(record);
    await expect(health.read()).resolves.toMatchObject({ record });
  });

  test('contains every error of every check', async () => {
    const { health } = aService([says('one', 'two'), says(), says('three')]);
    await expect(health.check()).resolves.toMatchObject({ healthy: false, errors: ['one', 'two', 'three'] });
  });

  test('is not healthy when a check cannot be performed, and the others still run', async () => {
    const fails: Partial<HealthCheck> = {
      subject: 'webhooks',
      about: 'webhooks',
      run: async () => {
        throw new Error('GET /v3/hooks returned 500');
      },
    };
    const { health } = aService([fails, says('more')]);
    await expect(health.check()).resolves.toMatchObject({
      healthy: false,
      errors: ['The webhooks could not be checked: GET /v3/hooks returned 500.', 'more'],
    });
  });

  test('is not healthy when a check does not end', async () => {
    const { health, clock } = aService([{ subject: 'webhooks', run: () => new Promise(() => undefined) }]);
    const checked = health.check();
    await clock.advance(seconds(60));
    await expect(checked).resolves.toMatchObject({
      errors: ['The webhooks could not be checked: it took longer than 60 seconds.'],
    });
  });

  test('does not exist before the first check', async () => {
    const { health } = aService([]);
    await expect(health.read()).resolves.toMatchObject({ record: null });
    await expect(health.notice()).resolves.toMatchObject({ notice: null });
  });

  test('is written once when two checks are requested at the same time', async () => {
    const { health, contexts } = aService([says()]);
    const [first, second] = await Promise.all([health.check(), health.check()]);
    expect(contexts).toHaveLength(1);
    expect(second).toBe(first);
  });

  test('is not written when shutting down the site interrupts the check', async () => {
    const site = new AbortController();
    const { health } = aService([
      {
        run: ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
      },
    ]);
    const checked = health.check(site.signal);
    await settled();
    site.abort(new Error('the site stops'));
    await expect(checked).rejects.toThrow('the site stops');
    await expect(health.read()).resolves.toMatchObject({ record: null });
  });
});

test('checks leave nothing on the signal of the site', async () => {
  const site = new AbortController();
  const { health } = aService([says(), says()]);
  for (let count = 0; count < 10; count += 1) await health.check(site.signal);
  expect(followersOf(site.signal)).toBe(0);
});

describe('the notice', () => {
  test('shows the errors until the next successful check', async () => {
    const errors = ['one'];
    const { health } = aService([
      { run: async () => errors.map((text) => ({ code: 'unchecked' as const, values: { about: 'webhooks' }, text })) },
    ]);
    await health.check();
    await expect(health.notice()).resolves.toMatchObject({
      notice: { message: 'Webhook delivery issues detected', errors: ['one'] },
    });
    errors.length = 0;
    await health.check();
    await expect(health.notice()).resolves.toMatchObject({ notice: null });
  });

  test('comes with the time of the last check, whatever that found', async () => {
    const { health } = aService([says()]);
    await expect(health.notice()).resolves.toMatchObject({ checkedAt: null });
    const { checked_at } = await health.check();
    const checkedAt = new Date(checked_at * 1000).toISOString();
    await expect(health.notice()).resolves.toMatchObject({ notice: null, checkedAt });
  });

  test('disappears when the record is cleared', async () => {
    const { health } = aService([says('one')]);
    await health.check();
    await health.clear();
    await expect(health.notice()).resolves.toMatchObject({ notice: null, checkedAt: null });
    await expect(health.read()).resolves.toMatchObject({ record: null });
  });
});

describe('a check in the background', () => {
  test('comes after one that is under way, and once for all who want it', async () => {
    const { health, contexts } = aService([says()]);
    const first = health.check();
    health.checkSoon();
    health.checkSoon();
    await first;
    await eventually(async () => contexts.length === 2);
    await health.stop();
    expect(contexts).toHaveLength(2);
  });

  test('is not begun when the site stops', async () => {
    const { health, contexts } = aService([says()]);
    await health.stop();
    health.checkSoon();
    await settled();
    expect(contexts).toEqual([]);
  });
});

describe('each check knows when the previous one started', () => {
  test('even if the record was cleared since', async () => {
    const { health, clock, contexts } = aService([says('one')]);
    await health.check();
    const first = clock.now();
    await clock.advance(hours(24));
    await health.clear();
    await health.check();
    expect(contexts.map(({ previousAt }) => previousAt)).toEqual([null, first]);
  });
});
