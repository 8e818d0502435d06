import { describe, expect, test } from 'vitest';
import { milliseconds, seconds } from '../../../server/src/lib/durations';
import { type ComplexityGrant, createComplexityQuota } from '../../../server/src/storefront/complexity-quota';
import { shareGraphqlBudget } from '../../../server/src/storefront/graphql-budget';
import { createStoreSlowdown } from '../../../server/src/storefront/store-slowdown';
import { ManualClock } from '../../support/time/clocks';
import { aLimiter } from '../../support/instances/request-limiter';

const headers = (left: number, complexity = 1_000) => ({
  'x-bc-graphql-complexity': String(complexity),
  'x-bc-ip-rate-limit-requests-quota': '50000',
  'x-bc-ip-rate-limit-requests-quota-left': String(left),
});

/** Requests of one client at a time, each admitted one still under way. */
function aQuota({ clock = new ManualClock(), clientPart = 0.8 } = {}) {
  const quota = createComplexityQuota({ clock });
  const take = (client = 'a') => quota.take({ limit: 'store', client, clientPart });
  return { take, several: (count: number, client = 'a') => Array.from({ length: count }, () => take(client)) };
}

const sent = (grants: readonly (ComplexityGrant | null)[]) => grants.filter((grant) => grant !== null).length;

describe('the complexity that the store still takes', () => {
  test('is not exceeded by requests that are under way together', () => {
    const { take } = aQuota({ clientPart: 1 });
    const first = take();
    const second = take();
    first?.ended(headers(2_500));
    expect(take()).not.toBeNull();
    expect(take()).not.toBeNull();
    expect(take()).toBeNull();
    second?.ended(headers(50_000));
    expect(take()).not.toBeNull();
  });

  test('keeps no request from being sent while none is under way, or when the limit was reported long ago', async () => {
    const clock = new ManualClock();
    const { take } = aQuota({ clock });
    take()?.ended(headers(0));
    expect(take()).not.toBeNull();
    expect(take()).toBeNull();
    await clock.advance(seconds(5));
    expect(take()).not.toBeNull();
  });

  test('is not limited by a store whose responses do not have the headers', () => {
    const { take, several } = aQuota();
    take()?.ended({});
    expect(sent(several(50))).toBe(50);
  });

  test('is never used up by one client, whose heavy requests say nothing about those of others', () => {
    const { take, several } = aQuota();
    take('light')?.ended(headers(50_000, 20));
    take('heavy')?.ended(headers(40_000, 10_000));
    expect(sent(several(20, 'heavy'))).toBe(3);
    expect(sent(several(20, 'light'))).toBe(20);
    expect(sent(several(1, 'newcomer'))).toBe(1);
  });

  test('is open again to a client soon after a heavy request, though others always have some under way', async () => {
    const clock = new ManualClock();
    const { take } = aQuota({ clock });
    take('heavy')?.ended(headers(5_000, 45_000));
    const others = () => {
      take('light')?.ended(headers(49_000, 20));
      return take('light');
    };
    expect(others()).not.toBeNull();
    expect(take('heavy')).toBeNull();
    await clock.advance(seconds(2));
    expect(others()).not.toBeNull();
    take('heavy')?.ended(headers(49_000, 20));
    expect(take('heavy')).not.toBeNull();
  });

  test('is not denied to newcomers because the only client so far sends heavy requests', () => {
    const { take, several } = aQuota();
    take('heavy')?.ended(headers(9_000, 9_000));
    expect(take('heavy')).not.toBeNull();
    expect(sent([...several(1), ...several(1, 'b'), ...several(1, 'c')])).toBe(3);
  });

  test('is left to others even when each response reports that some is left', () => {
    const { take, several } = aQuota();
    take('heavy')?.ended(headers(50_000, 10_000));
    const first = several(2, 'heavy');
    // The store does not know of requests that are still on their way.
    for (let response = 0; response < 10; response += 1) {
      take('light')?.ended(headers(50_000, 20));
      first.push(take('heavy'));
    }
    expect(sent(first)).toBe(4);
  });

  test('is left to a client alone if the setting lets it send all requests', () => {
    const { take, several } = aQuota({ clientPart: 1 });
    take()?.ended(headers(50_000, 10_000));
    expect(sent(several(20))).toBe(5);
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

  test.each([
    [120, 120],
    [86_400, 300],
  ])('that asks for %i seconds stops the requests of all instances for %i (behavior 6.4)', (requested, paused) => {
    const pause = createStoreSlowdown({ clock: new ManualClock() }).noteBusy('store', seconds(requested));
    expect(pause).toBe(seconds(paused));
    const report = {
      instance: 'one',
      kept: 0,
      wants: 1,
      urgent: 0,
      clientLimit: 16,
      keptByClient: 0,
      wantsOfClient: 1,
    };
    const members = { isAlone: true, units: {}, cutOff: [], ended: [], isRecent: true };
    const terms = { now: 0, duration: seconds(5), mayBeLost: false, members, own: [] };
    expect(shareGraphqlBudget(null, { ...report, paused: pause }, terms).grant.paused).toBe(seconds(paused));
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
