import type { Clock } from '../lib/clock';
import { milliseconds, seconds } from '../lib/durations';
import { createAskingClients, type AskingClients } from './asking-clients';
import { roomFor } from './fair-shares';
import type { GrantRequest, RequestGrant, RequestLimits, RequestRefusal } from './request-limits';

const window = seconds(1);
/**
 * The store sees a request some time after it was sent and before its response. A slot counts from the response on, so
 * that a request that was delayed in transit does not coincide with those of the next second; but a store that takes
 * long has received the request long before it responds, so no later than this after it was sent.
 */
const longestJourney = milliseconds(250);

interface Slot {
  client: readonly string[];
  /** Null: not sent yet. */
  sentAt: number | null;
  respondedAt: number | null;
}

/** The state of one store: requests of the last second, and which clients sent them, admitted or not. */
interface StoreWindow {
  slots: Slot[];
  asking: AskingClients;
  latest: number;
}

/**
 * A true sliding window in this process: each request occupies its slot for a whole second, so no second, wherever it
 * begins, holds more than the limit. Fixed seconds would admit twice as many around their boundaries. Admission is
 * decided in `fair-shares.ts`.
 */
export function createMemoryRequestLimits({ clock }: { clock: Clock }): RequestLimits {
  const stores = new Map<string, StoreWindow>();

  function storeAt(name: string, now: number): StoreWindow {
    const store = stores.get(name) ?? { slots: [], asking: createAskingClients(window), latest: now };
    stores.set(name, store);
    if (now < store.latest) followClockBack(store, store.latest - now);
    store.latest = now;
    store.slots = store.slots.filter((slot) => endOf(slot, now) >= now);
    return store;
  }

  function takeNow({ store: name, client, clientLimit }: GrantRequest): RequestGrant | RequestRefusal {
    const now = clock.now().getTime();
    const store = storeAt(name, now);
    const asking = store.asking.note(client, now);
    const used = [
      store.slots,
      ...client.map((_, level) => store.slots.filter((slot) => isWithin(slot, client, level))),
    ];

    const room = roomFor({ clientLimit, asking, used: used.map((slots) => slots.length) });
    if (room.kind === 'none') {
      return {
        kind: 'refused',
        retryAfter: milliseconds(untilBelow(used[room.level] ?? [], { bound: room.bound, now })),
      };
    }

    const slot: Slot = { client, sentAt: null, respondedAt: null };
    store.slots.push(slot);
    return {
      kind: 'granted',
      sent: () => {
        slot.sentAt ??= clock.now().getTime();
      },
      responded: () => {
        slot.respondedAt ??= clock.now().getTime();
      },
    };
  }

  return { take: async (request) => takeNow(request) };
}

/** Whether two callers share the network of this level; a network's name says its own length. */
const isWithin = (slot: Slot, client: readonly string[], level: number): boolean =>
  slot.client[level] === client[level];

/** The time until which the slot is taken. */
function endOf({ sentAt, respondedAt }: Slot, now: number): number {
  const latestSeen = sentAt === null ? Infinity : sentAt + longestJourney;
  return Math.min(respondedAt ?? now, latestSeen) + window;
}

function untilBelow(slots: readonly Slot[], { bound, now }: { bound: number; now: number }): number {
  const ends = slots.map((slot) => endOf(slot, now)).sort((a, b) => a - b);
  return (ends[slots.length - bound] ?? now) + 1 - now;
}

// Otherwise a clock that was set back would hold every slot for that much longer.
function followClockBack(store: StoreWindow, distance: number): void {
  for (const slot of store.slots) {
    if (slot.sentAt !== null) slot.sentAt -= distance;
    if (slot.respondedAt !== null) slot.respondedAt -= distance;
  }
  store.asking.shiftBack(distance);
}
