import type { Clock } from '../lib/clock';
import { milliseconds, seconds } from '../lib/durations';
import type { LeaseState, LeaseStore, LeaseView } from '../lib/lease';
import { underLease } from '../lib/lease-heartbeat';
import type { EventWorkQueue } from './event-queue';

/** Why a turn ends before its work does. */
export interface TurnEnds {
  lost: AbortSignal;
  /** Aborted when only other instances can continue the work for now. */
  barred: AbortSignal;
}

/** Work was released to other instances. */
export class LeftToOthers extends Error {}

/**
 * Lets one instance at a time process events: several would each collect and fetch separately what one request can
 * fetch for all of them.
 */
export interface WorkerTurn {
  /**
   * Runs `work` as this instance's turn.
   * @param work its signals are aborted when the turn is lost, or when this instance is barred
   * @returns false when another instance is working; then nothing was done
   */
  take(work: (ends: TurnEnds) => Promise<void>): Promise<boolean>;
  /** `abandoned`: the instance whose turn it was died, or is paused. */
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
  /** Identifies this instance. */
  holder: string;
  /** Whether this instance cannot send requests to the store for now, but others may. */
  isBarred: () => boolean;
}): WorkerTurn {
  const { leases, queue, clock, holder, isBarred } = options;
  const lease = { name, holder, duration };

  return {
    state: () => leases.stateOf(lease),

    async take(work) {
      const before = await leases.stateOf(lease);
      if (before.kind === 'held' || !(await leases.acquire(lease))) return false;
      const barred = new AbortController();
      const onBeat = async () => {
        if (isBarred()) barred.abort(new LeftToOthers("this instance has no share of the store's limits"));
      };
      await underLease({ leases, clock, lease, interval: heartbeat, onBeat }, async (lost) => {
        // Claims are only made during a turn, so these are a dead instance's; their leases would last longer.
        if (before.kind === 'abandoned') await queue.abandonClaims();
        await work({ lost, barred: barred.signal });
      });
      return true;
    },
  };
}
