import type { Clock } from './clock';
import { milliseconds, seconds, type Milliseconds } from './durations';
import { describeError } from './errors';
import type { LeaseRequest, LeaseStore } from './lease';
import { withTimeLimit } from './time-limit';

/** A dead holder is noticed within this time; a live one renews its lease several times within it. */
export const leaseDuration = seconds(15);

// Requests from other instances that a beat checks for, such as a cancellation, take effect within two seconds.
const heartbeat = seconds(1);

/** The holder of a lease must stop: another holder may have it. */
export class LeaseLostError extends Error {}

export interface HeldLease {
  leases: Pick<LeaseStore, 'renew' | 'release'>;
  clock: Clock;
  /** The lease that the caller has acquired. */
  lease: LeaseRequest;
  /** The time between two renewals; one second when absent. */
  interval?: Milliseconds;
  /** Called with every beat. */
  onBeat?: () => Promise<void>;
}

/**
 * Runs work under a lease: renews it until the work ends, then releases it. The lease also counts as lost when the
 * database is unreachable or does not respond in time.
 * @param work its signal is aborted with LeaseLostError when the lease is lost
 */
export async function underLease<Result>(
  held: HeldLease,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const ended = new AbortController();
  const beating = keepLease(held, { lost, ended: ended.signal });
  try {
    return await work(lost.signal);
  } finally {
    ended.abort();
    await beating;
    await held.leases.release(held.lease);
  }
}

async function keepLease(
  { leases, clock, lease, interval = heartbeat, onBeat }: HeldLease,
  { lost, ended }: { lost: AbortController; ended: AbortSignal },
): Promise<void> {
  const beat = async () => {
    await onBeat?.();
    return leases.renew(lease);
  };
  // After that, another holder may have the lease.
  const limit = milliseconds(lease.duration - interval);
  try {
    do await clock.wait(interval, ended);
    while (await withTimeLimit({ clock, limit }, beat));
    lost.abort(new LeaseLostError('the lease went to another instance'));
  } catch (error) {
    const reason = `the lease could not be renewed: ${describeError(error)}`;
    if (!ended.aborted) lost.abort(new LeaseLostError(reason, { cause: error }));
  }
}
