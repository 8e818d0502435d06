import { describe, expect, test } from 'vitest';
import { seconds } from '../../server/src/lib/durations';
import { LeaseLostError, underLease } from '../../server/src/lib/lease-heartbeat';
import { ManualClock } from '../support/time/clocks';

/** A holder of a lease of 15 seconds that renews it every second. */
function aHolder(renew: () => Promise<boolean>) {
  const clock = new ManualClock();
  const lost: string[] = [];
  const released: string[] = [];
  let end = () => {};
  const working = underLease(
    {
      leases: { renew, release: async ({ holder }) => void released.push(holder) },
      clock,
      lease: { name: 'sync', holder: 'one', duration: seconds(15) },
    },
    (signal) => {
      signal.addEventListener('abort', () => {
        if (signal.reason instanceof LeaseLostError) lost.push(signal.reason.message);
      });
      return new Promise<void>((resolve) => (end = resolve));
    },
  );
  return { clock, lost, released, end: () => (end(), working) };
}

describe('a lease', () => {
  test('is renewed until its holder is done', async () => {
    let renewals = 0;
    const holder = aHolder(async () => (renewals += 1) > 0);
    await holder.clock.advance(seconds(10));
    await holder.end();
    await holder.clock.advance(seconds(10));
    expect([renewals, holder.lost]).toEqual([10, []]);
  });

  test('is released when the work ends, and not before', async () => {
    const holder = aHolder(async () => true);
    await holder.clock.advance(seconds(10));
    expect(holder.released).toEqual([]);
    await holder.end();
    expect(holder.released).toEqual(['one']);
  });

  test('is lost when another process has it, and is not requested again', async () => {
    let renewals = 0;
    const holder = aHolder(async () => (renewals += 1) < 3);
    await holder.clock.advance(seconds(10));
    expect([renewals, holder.lost]).toEqual([3, ['the lease went to another instance']]);
  });

  test('is lost by its holder’s own clock when the database does not respond: another process may have it by then', async () => {
    const holder = aHolder(() => new Promise(() => undefined));
    await holder.clock.advance(seconds(14.9));
    expect(holder.lost).toEqual([]);
    await holder.clock.advance(seconds(0.1));
    expect(holder.lost).toEqual(['the lease could not be renewed: it took longer than 14 seconds']);
  });
});
