import type { Clock } from './clock';
import type { Milliseconds } from './durations';
import { describeError } from './errors';
import type { LeaseRequest, LeaseStore } from './lease';

export interface HeartbeatOptions {
  leases: Pick<LeaseStore, 'renew'>;
  clock: Clock;
  lease: LeaseRequest;
  interval: Milliseconds;
  /** Aborted when the lease is no longer needed. */
  stop: AbortSignal;
  /** Called once, with the reason in words; then the beat is over. */
  onLost: (reason: string) => void;
  /** Called with every beat. */
  onBeat?: () => Promise<void>;
}

/** Renews a lease until it is told to stop or the lease is lost; a database that is gone loses it as well. */
export async function keepLease({ leases, clock, lease, interval, stop, onLost, onBeat }: HeartbeatOptions): Promise<void> {
  try {
    for (;;) {
      await clock.wait(interval, stop);
      await onBeat?.();
      if (!(await leases.renew(lease))) return onLost('the lease went to another instance');
    }
  } catch (error) {
    if (!stop.aborted) onLost(`the lease could not be renewed: ${describeError(error)}`);
  }
}
