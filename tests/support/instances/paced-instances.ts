import { milliseconds, seconds } from '../../../server/src/lib/durations';
import type { SharedLimits } from '../../../server/src/instances/create-instances';
import type { SharedDocuments } from '../../../server/src/instances/shared-documents';
import { createPaceShare } from '../../../server/src/upstream/pacing/pace-share';
import { createPacer, type Pacer, type PacerSlot } from '../../../server/src/upstream/pacing/pacing';
import type { RequestPriority } from '../../../server/src/upstream/http/upstream-http';
import type { ManualClock } from '../time/clocks';
import { createQuietLogger } from '../quiet-logger';
import { equalUnits } from './equal-units';

/** A store as its rate limit sees it: a window of requests, and those in flight. */
export interface PacedStore {
  quota: number;
  left: number;
  inFlight: number;
  mostInFlight: number;
  sent: number;
  windowEndsAt: number;
}

/** Pacers of several instances that share one budget, and the store that they send to. */
export function pacedInstances({
  clock,
  documents,
  count,
  reserve = 15,
  quota = 150,
  membership,
}: {
  clock: ManualClock;
  documents: readonly SharedDocuments[];
  count: number;
  reserve?: number;
  quota?: number;
  /** What each instance knows of the others; default: as many as `setCount` says, which have all seen each other. */
  membership?: (rank: number) => Pick<SharedLimits, 'join' | 'place' | 'members' | 'part'>;
}) {
  const store: PacedStore = { quota, left: quota, inFlight: 0, mostInFlight: 0, sent: 0, windowEndsAt: seconds(30) };
  const logger = createQuietLogger();
  let present = count;
  let isReserved = false;
  const pacers = Array.from({ length: count }, (_, rank): Pacer => {
    const instance = `instance ${rank}`;
    const constant = {
      join: async () => undefined,
      place: () => ({ count: present, rank }),
      members: () => ({ units: equalUnits(present), cutOff: [], ended: [], isRecent: true, isAlone: false }),
      part: () => ({
        units: equalUnits(present)[instance] ?? [],
        owned: equalUnits(present)[instance] ?? [],
        isReserved,
      }),
    };
    const shared = documents[rank % documents.length];
    if (!shared) throw new Error('no documents');
    return createPacer({
      clock,
      reserve: () => reserve,
      share: (pace) =>
        createPaceShare(pace, {
          limits: { documents: shared, instance, ...constant, ...membership?.(rank) },
          store: 'store',
          limit: 3,
          clock,
          logger,
        }),
    });
  });

  function renewWindow(): void {
    while (clock.monotonic() >= store.windowEndsAt) {
      store.windowEndsAt += seconds(30);
      store.left = store.quota;
    }
  }

  function begin(): void {
    renewWindow();
    store.inFlight += 1;
    store.sent += 1;
    store.left -= 1;
    store.mostInFlight = Math.max(store.mostInFlight, store.inFlight);
  }

  function end(slot: PacerSlot): void {
    renewWindow();
    store.inFlight -= 1;
    slot.release({
      left: store.left,
      quota: store.quota,
      resetIn: milliseconds(store.windowEndsAt - clock.monotonic()),
      window: seconds(30),
    });
  }

  return {
    store,
    pacers,
    logger,
    /** Behaves as if each instance were sure that the others leave it its part. */
    relyOnParts: () => {
      isReserved = true;
    },
    setCount: (next: number) => {
      present = next;
    },
    /** Sends one request through an instance; it takes this long. */
    async send(rank: number, { takes = 100, priority = 'normal' as RequestPriority } = {}): Promise<void> {
      const pacer = pacers[rank];
      if (!pacer) throw new Error(`there is no instance ${rank}`);
      const slot = await pacer.acquire({ priority });
      begin();
      await clock.wait(milliseconds(takes));
      end(slot);
    },
    /** A request that never ends, as when an instance dies. */
    async hang(rank: number): Promise<PacerSlot> {
      const slot = await pacers[rank]?.acquire({ priority: 'normal' });
      if (!slot) throw new Error(`there is no instance ${rank}`);
      begin();
      return slot;
    },
    stop: () => pacers.forEach((pacer) => pacer.stop()),
  };
}
