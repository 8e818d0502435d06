import { expect, test } from 'vitest';
import { seconds } from '../../../server/src/lib/durations';
import { createUntilShown } from '../../../server/src/purging/until-shown';
import { HastyClock } from '../../support/time/clocks';

async function waitsFor(
  others: 'alone' | 'notified' | 'looking' | 'unsure' | Error,
  { isShownHere = true } = {},
): Promise<readonly number[]> {
  const clock = new HastyClock();
  const untilShown = createUntilShown({
    clock,
    lookNow: async () => isShownHere,
    async notifyOthers() {
      if (others instanceof Error) throw others;
      return others;
    },
  });
  await untilShown(new AbortController().signal);
  return clock.waits;
}

test('a purge of an instance that is alone waits for nothing', async () => {
  expect(await waitsFor('alone')).toEqual([]);
});

test('a purge waits for messages that all instances receive', async () => {
  expect(await waitsFor('notified')).toEqual([seconds(0.3)]);
});

test('a purge waits until instances that cannot be notified have looked by themselves', async () => {
  expect(await waitsFor('looking')).toEqual([seconds(0.7)]);
});

test('a purge waits until instances have looked by themselves where they may not learn of the change', async () => {
  expect(await waitsFor('unsure')).toEqual([seconds(1.5)]);
  expect(await waitsFor(new Error('no database'))).toEqual([seconds(1.5)]);
});

test('a purge waits as long where the database was too slow to look into', async () => {
  expect(await waitsFor('alone', { isShownHere: false })).toEqual([seconds(1.5)]);
  expect(await waitsFor('notified', { isShownHere: false })).toEqual([seconds(1.5)]);
  expect(await waitsFor('looking', { isShownHere: false })).toEqual([seconds(1.5)]);
});
