import { expect, test } from 'vitest';
import { commonSchedules, scheduleOff, scheduleWords } from '../../../admin/src/pages/settings/sync/schedule-words';

test.each([
  ['en', 'At 04:15 AM, only on Monday'],
  ['fr-FR', 'À 04:15'],
  ['de', 'Um 04:15'],
  ['es', 'A las 04:15'],
  ['xx', 'At 04:15 AM, only on Monday'],
])('a schedule is worded in %s', (locale, words) => {
  expect(scheduleWords(' 15 4 * * 1 ', locale)).toMatch(words);
});

test('every schedule in the list has a wording', () => {
  for (const schedule of commonSchedules.filter((each) => each !== scheduleOff))
    expect(scheduleWords(schedule, 'en')).toMatch(/\w/);
});

test.each([
  ['@daily', 'At 12:00 AM, every day'],
  ['@Weekly', 'At 12:00 AM, only on Sunday'],
])('the nickname %s is worded as "%s"', (nickname, words) => {
  expect(scheduleWords(nickname, 'en')).toBe(words);
});

test.each(['', '15 4', 'soon', '99 99 * * *'])('an invalid cron expression (%j) has no wording', (expression) => {
  expect(scheduleWords(expression, 'en')).toBeNull();
});
