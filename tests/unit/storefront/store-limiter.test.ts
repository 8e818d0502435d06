import { describe, expect, test } from 'vitest';
import { milliseconds, seconds } from '../../../server/src/lib/durations';
import { createComplexityQuota } from '../../../server/src/storefront/complexity-quota';
import { createStoreSlowdown } from '../../../server/src/storefront/store-slowdown';
import { ManualClock } from '../../support/time/clocks';
import { aLimiter } from '../../support/instances/request-limiter';

const headers = (left: number, complexity = 1_000) => ({
  'x-bc-graphql-complexity': String(complexity),
  'x-bc-ip-rate-limit-requests-quota': '50000',
  'x-bc-ip-rate-limit-requests-quota-left': String(left),
});

describe('the complexity that the store still takes', () => {
  test('is not exceeded by requests that are under way together', () => {
    const quota = createComplexityQuota({ clock: new ManualClock() });
    const first = quota.take('store');
    const second = quota.take('store');
    first?.ended(headers(2_500));
    expect(quota.take('store')).not.toBeNull();
    expect(quota.take('store')).not.toBeNull();
    expect(quota.take('store')).toBeNull();
    second?.ended(headers(50_000));
    expect(quota.take('store')).not.toBeNull();
  });

  test('keeps no request from being sent while none is under way, or when the limit was reported long ago', async () => {
    const clock = new ManualClock();
    const quota = createComplexityQuota({ clock });
    quota.take('store')?.ended(headers(0));
    expect(quota.take('store')).not.toBeNull();
    expect(quota.take('store')).toBeNull();
    await clock.advance(seconds(5));
    expect(quota.take('store')).not.toBeNull();
  });

  test('is not limited by a store whose responses do not have the headers', () => {
    const quota = createComplexityQuota({ clock: new ManualClock() });
    quota.take('store')?.ended({});
    for (let count = 0; count < 50; count += 1) expect(quota.take('store')).not.toBeNull();
  });
});

describe('a 429 of the GraphQL API', () => {
  test('gets a pause that doubles with each in a row, up to half a minute', async () => {
    const clock = new ManualClock();
    const slowdown = createStoreSlowdown({ clock });
    const pauses: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      const pause = slowdown.noteBusy('store', null);
      pauses.push(pause);
      await clock.advance(pause);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30].map((count) => count * 1_000));
    slowdown.noteResponse('store');
    expect(slowdown.noteBusy('store', null)).toBe(1_000);
  });

  test('gets the pause that it asks for', () => {
    const slowdown = createStoreSlowdown({ clock: new ManualClock() });
    expect(slowdown.noteBusy('store', seconds(12))).toBe(12_000);
    expect(slowdown.noteBusy('store', null)).toBe(12_000);
  });

  test('stops all requests to that store, and then admits half as many for ten seconds', async () => {
    const { limits, burst, pass } = aLimiter({ clientLimit: 20 });
    limits.pause('store', milliseconds(2_000));
    expect(await burst('a', 5)).toBe(0);
    expect(await burst('a', 5, 'other')).toBe(5);
    pass(2_001);
    expect(await burst('a', 20)).toBe(10);
    pass(10_000);
    expect(await burst('a', 20)).toBe(20);
  });
});
