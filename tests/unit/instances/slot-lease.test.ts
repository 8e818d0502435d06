import { expect, test } from 'vitest';
import { createSlotLease } from '../../../server/src/instances/slot-lease';
import { seconds } from '../../../server/src/lib/durations';
import { createQuietLogger } from '../../support/quiet-logger';
import { ManualClock } from '../../support/time/clocks';
import { withWaitSignals } from '../../support/time/followers';

/** A busy instance, which renews its lease for as long as it runs. */
function aBusyInstance() {
  const time = new ManualClock();
  const { clock, mostFollowers } = withWaitSignals(time);
  let renewals = 0;
  const lease = createSlotLease({
    name: 'a limit',
    clock,
    logger: createQuietLogger(),
    inUse: () => 1,
    part: () => 1,
    leftByOthers: () => 1,
    exchange: async () => {
      renewals += 1;
      return { slots: 1, target: 1 };
    },
    isBusy: () => true,
    onGrant: () => undefined,
    place: () => ({ count: 1, rank: 0 }),
    mostPerSecond: 1,
  });
  return { time, lease, renewals: () => renewals, mostFollowers };
}

test('a thousand renewals leave no more on the signals of a lease than the first one', async () => {
  const { time, lease, renewals, mostFollowers } = aBusyInstance();
  // The second waits until it may begin.
  await Promise.all([lease.renew(), lease.renew(), time.advance(seconds(1))]);
  while (renewals() < 1000) await time.advance(seconds(10));
  expect(mostFollowers()).toBeLessThan(5);
  lease.stop();
});

test('a lease that is stopped waits for nothing, and is not renewed', async () => {
  const { time, lease, renewals } = aBusyInstance();
  await lease.renew();
  expect(time.waiting).toBe(1);
  lease.stop();
  expect(time.waiting).toBe(0);
  await time.advance(seconds(10));
  expect(renewals()).toBe(1);
});
