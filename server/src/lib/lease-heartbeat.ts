import type { Clock } from './clock';
import { milliseconds, type Milliseconds } from './durations';
import { describeError } from './errors';
import type { LeaseRequest, LeaseStore } from './lease';
import { withTimeLimit } from './time-limit';

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

/** Renews a lease until it is told to stop or the lease is lost; a database that is gone, or does not answer in time, loses it as well. */
export async function keepLease({
  leases,
  clock,
  lease,
  interval,
  stop,
  onLost,
  onBeat,
}: HeartbeatOptions): Promise<void> {
  const beat = async () => {
    await onBeat?.();
    return leases.renew(lease);
  };
  // From then on somebody else may have it.
  const limit = milliseconds(lease.duration - interval);
  try {
    for (;;) {
      await clock.wait(interval, stop);
      if (!(await withTimeLimit({ clock, limit }, beat))) return onLost('the lease went to another instance');
    }
  } catch (error) {
    if (!stop.aborted) onLost(`the lease could not be renewed: ${describeError(error)}`);
  }
}
