import type { Clock } from '../lib/clock';
import { milliseconds, seconds } from '../lib/durations';
import { createAskingClients, type AskingClients } from './asking-clients';
import { roomFor } from './fair-shares';
import type { GrantRequest, RequestGrant, RequestLimits, RequestRefusal } from './request-limits';

const window = seconds(1);
/**
 * The store sees a request some time after it was sent and before it was answered. A slot is held from the response on,
 * so that a request that was late on its way does not meet those of the next second; but a store that thinks long has
 * received the request long before it answers, so no later than this after it was sent.
 */
const longestJourney = milliseconds(250);

interface Slot {
  client: readonly string[];
  /** Null: it is still with us. */
  sentAt: number | null;
  respondedAt: number | null;
}

/** What is remembered of one store: requests of the last second, and who asked in it, refused or not. */
interface StoreWindow {
  slots: Slot[];
  asking: AskingClients;
  latest: number;
}

/**
 * A true sliding window in this process: each request keeps its place for a whole second, so no second, wherever it
 * begins, holds more than the limit. Counting by fixed seconds would let twice as many through around their borders.
 * Who may have a place is decided in `fair-shares.ts`.
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

/** The last moment at which the slot is still taken. */
function endOf({ sentAt, respondedAt }: Slot, now: number): number {
  const latestSeen = sentAt === null ? Infinity : sentAt + longestJourney;
  return Math.min(respondedAt ?? now, latestSeen) + window;
}

function untilBelow(slots: readonly Slot[], { bound, now }: { bound: number; now: number }): number {
  const ends = slots.map((slot) => endOf(slot, now)).sort((a, b) => a - b);
  return (ends[slots.length - bound] ?? now) + 1 - now;
}

// A clock that was set back would otherwise hold every slot for as long as it went back.
function followClockBack(store: StoreWindow, distance: number): void {
  for (const slot of store.slots) {
    if (slot.sentAt !== null) slot.sentAt -= distance;
    if (slot.respondedAt !== null) slot.respondedAt -= distance;
  }
  store.asking.shiftBack(distance);
}
