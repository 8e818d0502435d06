import { describe, expect, test } from 'vitest';
import { seconds } from '../../server/src/lib/durations';
import { keepLease } from '../../server/src/lib/lease-heartbeat';
import { ManualClock } from '../support/clocks';

/** A holder of a lease of 15 seconds that renews it every second. */
function aHolder(renew: () => Promise<boolean>) {
  const clock = new ManualClock();
  const lost: string[] = [];
  const stop = new AbortController();
  const keeping = keepLease({
    leases: { renew },
    clock,
    lease: { name: 'sync', holder: 'one', duration: seconds(15) },
    interval: seconds(1),
    stop: stop.signal,
    onLost: (reason) => lost.push(reason),
  });
  return { clock, lost, end: () => (stop.abort(), keeping) };
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

  test('is lost when somebody else has it, and is not asked for again', async () => {
    let renewals = 0;
    const holder = aHolder(async () => (renewals += 1) < 3);
    await holder.clock.advance(seconds(10));
    expect([renewals, holder.lost]).toEqual([3, ['the lease went to another instance']]);
  });

  test('is lost by its holder’s own time when the database does not answer: somebody else may have it then', async () => {
    const holder = aHolder(() => new Promise(() => undefined));
    await holder.clock.advance(seconds(14.9));
    expect(holder.lost).toEqual([]);
    await holder.clock.advance(seconds(0.1));
    expect(holder.lost).toEqual(['the lease could not be renewed: it took longer than 14 seconds']);
  });
});
