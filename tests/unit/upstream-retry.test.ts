import { describe, expect, test } from 'vitest';
import fastCheck from 'fast-check';
import { milliseconds, minutes, seconds } from '../../server/src/lib/durations';
import {
  readRateLimit,
  readRequestedWait,
  type ResponseHeaders,
} from '../../server/src/upstream/http/rate-limit-headers';
import { decideRetry, defaultRetryPolicy, retryDelay } from '../../server/src/upstream/http/retry-delay';

const now = new Date('2026-03-01T12:00:00Z');
const waitOf = (headers: ResponseHeaders, status = 429) => readRequestedWait({ status, headers, now });

describe('how long upstream asks us to wait', () => {
  test('is the reset header, in milliseconds, before all others', () => {
    expect(waitOf({ 'x-rate-limit-time-reset-ms': '1500', 'x-retry-after': '9', 'retry-after': '8' })).toBe(1_500);
  });

  test('then X-Retry-After, then Retry-After, in seconds', () => {
    expect(waitOf({ 'x-retry-after': '9', 'retry-after': '8' })).toBe(9_000);
    expect(waitOf({ 'retry-after': '8' })).toBe(8_000);
    expect(waitOf({ 'retry-after': '0.5' })).toBe(500);
  });

  test('may be a date, even one in the past', () => {
    expect(waitOf({ 'retry-after': 'Sun, 01 Mar 2026 12:00:07 GMT' })).toBe(7_000);
    expect(waitOf({ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' })).toBe(0);
  });

  test("is a date by upstream's clock, when the response says what time that is", () => {
    const date = 'Sun, 01 Mar 2026 13:00:00 GMT';
    expect(waitOf({ 'retry-after': 'Sun, 01 Mar 2026 13:00:07 GMT', date })).toBe(7_000);
    expect(waitOf({ 'retry-after': 'Sun, 01 Mar 2026 12:30:00 GMT', date })).toBe(0);
    expect(waitOf({ 'retry-after': 'Sun, 01 Mar 2026 12:00:07 GMT', date: 'noon' })).toBe(7_000);
  });

  test('is not the reset header of anything but a 429, since every response carries it', () => {
    expect(waitOf({ 'x-rate-limit-time-reset-ms': '1500' }, 503)).toBeNull();
    expect(waitOf({ 'x-rate-limit-time-reset-ms': '1500', 'retry-after': '2' }, 503)).toBe(2_000);
  });

  test.each([
    {},
    { 'retry-after': '' },
    { 'retry-after': 'soon' },
    { 'x-rate-limit-time-reset-ms': '-5' },
    { 'x-retry-after': 'NaN' },
  ])('is unknown for %p', (headers) => {
    expect(waitOf(headers)).toBeNull();
  });
});

describe("upstream's quota", () => {
  test('is read from its headers', () => {
    expect(
      readRateLimit({
        'x-rate-limit-requests-left': '27',
        'x-rate-limit-requests-quota': '150',
        'x-rate-limit-time-reset-ms': '15000',
        'x-rate-limit-time-window-ms': '30000',
      }),
    ).toEqual({ left: 27, quota: 150, resetIn: 15_000, window: 30_000 });
  });

  test('is unknown when the figure or the end of its window is missing or invalid', () => {
    expect(readRateLimit({})).toBeNull();
    expect(readRateLimit({ 'x-rate-limit-requests-left': '27' })).toBeNull();
    expect(readRateLimit({ 'x-rate-limit-requests-left': 'many', 'x-rate-limit-time-reset-ms': '1' })).toBeNull();
  });
});

describe('the delay before a retry', () => {
  const delay = (failed: number, random: number, wait: number | null = null) =>
    retryDelay({
      failed,
      status: wait === null ? null : 429,
      retryAfter: wait === null ? null : milliseconds(wait),
      policy: defaultRetryPolicy,
      random: () => random,
    });

  test('doubles up to a minute, half of it random', () => {
    expect([1, 2, 3, 4, 5].map((failed) => delay(failed, 0))).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
    expect([1, 2, 3, 4, 5].map((failed) => delay(failed, 0.999999))).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(delay(50, 0.999999)).toBe(60_000);
  });

  test('after a 429 is never shorter than what upstream asked for, and barely longer', () => {
    fastCheck.assert(
      fastCheck.property(
        fastCheck.nat(60_000),
        fastCheck.double({ min: 0, max: 0.999999, noNaN: true }),
        fastCheck.integer({ min: 1, max: 20 }),
        (wait, random, failed) => {
          const result = delay(failed, random, wait);
          expect(result).toBeGreaterThanOrEqual(wait);
          expect(result).toBeLessThan(wait + 250);
        },
      ),
    );
  });

  test('after anything but a 429 also doubles, however short a wait upstream asked for', () => {
    const after = (failed: number, retryAfter: number) =>
      retryDelay({
        failed,
        status: 503,
        retryAfter: milliseconds(retryAfter),
        policy: defaultRetryPolicy,
        random: () => 0,
      });
    expect([1, 2, 3].map((failed) => after(failed, 0))).toEqual([500, 1_000, 2_000]);
    expect([1, 2, 3].map((failed) => after(failed, 1_500))).toEqual([1_500, 1_500, 2_000]);
  });

  test('ends with the number of attempts', () => {
    const decide = (failed: number) =>
      decideRetry({
        failed,
        status: null,
        retryAfter: null,
        policy: { ...defaultRetryPolicy, attempts: 3 },
        random: () => 0,
        elapsed: milliseconds(0),
      });
    expect([1, 2, 3].map((failed) => decide(failed).kind)).toEqual(['retry', 'retry', 'give-up']);
  });

  test('stops at the time limit: an attempt that would end later is not started', () => {
    const policy = { ...defaultRetryPolicy, totalTime: minutes(1) };
    const decide = (elapsed: number) =>
      decideRetry({
        failed: 1,
        status: 429,
        retryAfter: seconds(30),
        policy,
        random: () => 0,
        elapsed: milliseconds(elapsed),
      });
    expect(decide(30_000)).toEqual({ kind: 'retry', delay: 30_000 });
    expect(decide(30_001)).toEqual({ kind: 'give-up' });
  });
});
