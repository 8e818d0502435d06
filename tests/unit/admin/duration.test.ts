import { expect, test } from 'vitest';
import { durationParts } from '../../../admin/src/lib/duration';

const inWords = (seconds: number) =>
  durationParts(seconds)
    .map(({ value, format }) => `${value} ${format.unit}`)
    .join(', ');

test.each([
  [0.2, '1 second'],
  [59.4, '59 second'],
  [59.6, '1 minute'],
  [80, '1 minute, 20 second'],
  [3600, '1 hour'],
  [4210, '1 hour, 10 minute'],
  [90_061, '25 hour, 1 minute'],
])('%d seconds show as %s', (seconds, words) => {
  expect(inWords(seconds)).toBe(words);
});
