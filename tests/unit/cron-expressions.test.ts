import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidTimetableError, isCronExpression, nextTime } from '../../server/src/lib/node-cron-scheduler';

const at = (expression: string, timeZone: string, after: string) =>
  nextTime({ expression, timeZone }, new Date(after))?.toISOString() ?? null;

describe('the next time of a schedule', () => {
  test.each([
    ['0 3 * * *', { timeZone: 'UTC', after: '2026-03-01T12:00:00Z' }, '2026-03-02T03:00:00.000Z'],
    ['0 3 * * *', { timeZone: 'UTC', after: '2026-03-02T02:59:59Z' }, '2026-03-02T03:00:00.000Z'],
    ['0 3 * * *', { timeZone: 'UTC', after: '2026-03-02T03:00:00Z' }, '2026-03-03T03:00:00.000Z'],
    ['0 3 * * *', { timeZone: 'Europe/Berlin', after: '2026-07-01T12:00:00Z' }, '2026-07-02T01:00:00.000Z'],
    ['0 3 * * *', { timeZone: 'America/Los_Angeles', after: '2026-01-01T12:00:00Z' }, '2026-01-02T11:00:00.000Z'],
    ['30 9 * * *', { timeZone: 'Asia/Kathmandu', after: '2026-01-01T12:00:00Z' }, '2026-01-02T03:45:00.000Z'],
    ['*/15 * * * *', { timeZone: 'UTC', after: '2026-03-01T12:01:00Z' }, '2026-03-01T12:15:00.000Z'],
    ['50,10 * * * * *', { timeZone: 'UTC', after: '2026-03-01T12:00:11Z' }, '2026-03-01T12:00:50.000Z'],
    ['0 3 * * mon-fri', { timeZone: 'UTC', after: '2026-03-06T12:00:00Z' }, '2026-03-09T03:00:00.000Z'],
    ['0 0 1 1 *', { timeZone: 'UTC', after: '2026-03-01T12:00:00Z' }, '2027-01-01T00:00:00.000Z'],
    ['@hourly', { timeZone: 'UTC', after: '2026-03-01T12:01:00Z' }, '2026-03-01T13:00:00.000Z'],
    ['@daily', { timeZone: 'Europe/Berlin', after: '2026-03-01T12:00:00Z' }, '2026-03-01T23:00:00.000Z'],
    [' @Weekly ', { timeZone: 'UTC', after: '2026-03-01T12:00:00Z' }, '2026-03-08T00:00:00.000Z'],
    ['@monthly', { timeZone: 'UTC', after: '2026-03-01T12:00:00Z' }, '2026-04-01T00:00:00.000Z'],
    ['@yearly', { timeZone: 'UTC', after: '2026-03-01T12:00:00Z' }, '2027-01-01T00:00:00.000Z'],
    ['0 12 29 2 *', { timeZone: 'UTC', after: '2026-03-01T12:00:00Z' }, '2028-02-29T12:00:00.000Z'],
  ])('%s comes, by %j, at %s', (expression, { timeZone, after }, expected) => {
    expect(at(expression, timeZone, after)).toBe(expected);
  });

  test('a local time that daylight saving time skips does not occur that day', () => {
    expect(at('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-30T00:30:00.000Z');
  });

  test('a time more than five years ahead never comes', () => {
    // The next 29 February that is a Sunday is in 2032.
    expect(at('0 0 29 2 sun', 'UTC', '2026-03-01T12:00:00Z')).toBeNull();
  });

  test('an invalid cron expression or time zone is rejected with the reason', () => {
    expect(() => at('61 * * * *', 'UTC', '2026-03-01T12:00:00Z')).toThrow('"61 * * * *" is not a cron expression');
    expect(() => at('0 3 * * *', 'Mars/Olympus', '2026-03-01T12:00:00Z')).toThrow(InvalidTimetableError);
  });
});

test.each([
  ['0 3 * * *', true],
  ['*/10 0 3 * * mon-fri', true],
  ['61 * * * *', false],
  ['0 3 * *', false],
  ['0 3 * * funday', false],
  ['@daily', true],
  ['@reboot', false],
  ['', false],
])('whether "%s" is a cron expression: %s', (text, expected) => {
  expect(isCronExpression(text)).toBe(expected);
});

test('every expression that is accepted has next times, or none within five years', () => {
  const field = (...values: string[]) => fc.constantFrom('*', ...values);
  const fields = fc
    .tuple(
      field('0', '*/7', '5-1', '1,59'),
      field('3', '0-23/6', '22-2'),
      field('?', '1', '31', 'L', 'L-3', '15W', 'LW', '1-5/2,L'),
      field('2', 'jan', 'feb-apr', '12'),
      field('?', '7', 'mon-fri', '5#2', 'sunL', '1#5,2L'),
    )
    .map((each) => each.join(' '));
  const expression = fc.oneof(
    fc.constantFrom(
      '@hourly',
      '@daily',
      '@midnight',
      '@weekly',
      '@monthly',
      '@yearly',
      '@annually',
      '@DAILY',
      '@reboot',
    ),
    fields,
    fields.map((five) => `*/20 ${five}`),
  );
  fc.assert(
    fc.property(expression, (text) => {
      fc.pre(isCronExpression(text));
      expect(() => at(text, 'UTC', '2026-03-01T12:00:00Z')).not.toThrow();
    }),
    { numRuns: 25 },
  );
});
