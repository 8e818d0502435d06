import { expect, test } from 'vitest';
import { minutes, seconds } from '../../../server/src/lib/durations';
import { backOff } from '../../../server/src/outbox/back-off';

test.each([
  [0, seconds(2)],
  [1, seconds(4)],
  [5, seconds(64)],
  [8, minutes(5)],
  [10_000, minutes(5)],
])(
  'after %d failures in a row, the next attempt is at most %d milliseconds away, and half of it at least',
  (attempts, most) => {
    expect(backOff({ attempts, retryAfter: null, random: 1 })).toBe(most);
    expect(backOff({ attempts, retryAfter: null, random: 0 })).toBe(most / 2);
  },
);

test('what the target asked for is waited for, and no less than without it', () => {
  expect(backOff({ attempts: 0, retryAfter: minutes(10), random: 0 })).toBe(minutes(10));
  expect(backOff({ attempts: 8, retryAfter: seconds(1), random: 1 })).toBe(minutes(5));
});
