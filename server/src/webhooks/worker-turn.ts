import type { Clock } from '../lib/clock';
import { milliseconds, seconds } from '../lib/durations';
import type { LeaseState, LeaseStore, LeaseView } from '../lib/lease';
import { underLease } from '../lib/lease-heartbeat';
import type { EventWorkQueue } from './event-queue';

/**
 * Lets one instance at a time process events. Each of several would otherwise collect and fetch for itself what one
 * request can fetch for all of them.
 */
export interface WorkerTurn {
  /**
   * Works while it is this instance's turn.
   * @param work is told by its signal when the turn is lost
   * @returns false when another instance is working; then nothing was done
   */
  take(work: (lost: AbortSignal) => Promise<void>): Promise<boolean>;
  /** `abandoned`: the instance whose turn it was died, or stands still. */
  state(): Promise<LeaseState>;
}

// Another instance notices within this time that the working one died.
const duration = seconds(3);
const heartbeat = milliseconds(1000);
const name = 'event-worker';

export function createWorkerTurn(options: {
  leases: LeaseStore & LeaseView;
  queue: Pick<EventWorkQueue, 'abandonClaims'>;
  clock: Clock;
  /** Of this instance. */
  holder: string;
}): WorkerTurn {
  const { leases, queue, clock, holder } = options;
  const lease = { name, holder, duration };

  return {
    state: () => leases.stateOf(lease),

    async take(work) {
      const before = await leases.stateOf(lease);
      if (before.kind === 'held' || !(await leases.acquire(lease))) return false;
      await underLease({ leases, clock, lease, interval: heartbeat }, async (lost) => {
        // Claims are made during a turn only, so these are a dead instance's; their own leases last longer.
        if (before.kind === 'abandoned') await queue.abandonClaims();
        await work(lost);
      });
      return true;
    },
  };
}
