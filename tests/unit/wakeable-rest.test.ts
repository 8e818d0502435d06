import { expect, test } from 'vitest';
import { seconds } from '../../server/src/lib/durations';
import { createWakeableRest } from '../../server/src/lib/wakeable-rest';
import { ManualClock } from '../support/time/clocks';

function aRest() {
  const worker = new AbortController();
  const rest = createWakeableRest({ clock: new ManualClock(), stopped: worker.signal });
  return { rest, stop: () => worker.abort() };
}

test('a rest ends when it is woken, and when its worker stops', async () => {
  const { rest, stop } = aRest();
  const woken = rest.rest(seconds(60));
  rest.wake();
  await woken;
  rest.clear();
  const stopped = rest.rest(seconds(60));
  stop();
  await stopped;
  expect(rest.isWoken()).toBe(false);
});

test('what woke it before it rests is not slept through', async () => {
  const { rest } = aRest();
  rest.wake();
  await rest.rest(seconds(60));
  expect(rest.isWoken()).toBe(true);
});
