import type { Clock } from '../lib/clock';
import { milliseconds, seconds } from '../lib/durations';
import type { LeaseState, LeaseStore, LeaseView } from '../lib/lease';
import { underLease } from '../lib/lease-heartbeat';
import type { EventWorkQueue } from './event-queue';

/** Why a turn ends before its work does. */
export interface TurnEnds {
  lost: AbortSignal;
  /** Only other instances can continue with the work for now. */
  barred: AbortSignal;
}

/** Work was released to other instances. */
export class LeftToOthers extends Error {}

/**
 * Lets one instance at a time process events. Each of several would otherwise collect and fetch for itself what one
 * request can fetch for all of them.
 */
export interface WorkerTurn {
  /**
   * Works while it is this instance's turn.
   * @param work its signals are aborted when the turn is lost, or of no use
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
  /** Of this instance. */
  holder: string;
  /** Whether another instance may do what this one cannot. */
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
        if (isBarred()) barred.abort(new LeftToOthers('this instance has no part of the limits of the store'));
      };
      await underLease({ leases, clock, lease, interval: heartbeat, onBeat }, async (lost) => {
        // Claims are made during a turn only, so these are a dead instance's; their own leases last longer.
        if (before.kind === 'abandoned') await queue.abandonClaims();
        await work({ lost, barred: barred.signal });
      });
      return true;
    },
  };
}
