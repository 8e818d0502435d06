import type { Clock } from '../lib/clock';
import { milliseconds, type Milliseconds, seconds } from '../lib/durations';
import { createAskingClients, type AskingClients } from './asking-clients';
import { clientPart, roomFor, storeLimit } from './fair-shares';
import type { GrantRequest, RequestGrant, RequestLimits, RequestRefusal } from './request-limits';

const window = seconds(1);
/**
 * The store sees a request some time after it was sent and before its response. A slot counts from the response on, so
 * that a request that was delayed in transit does not coincide with those of the next second; but a store that takes
 * long has received the request long before it responds, so no later than this after it was sent.
 */
const longestJourney = milliseconds(250);
/** A slot is free again at most this long after its request was sent. */
export const slotTail = milliseconds(window + longestJourney);
/** After a pause, how long only half as much is admitted: the store asks for less parallelism (upstream 5.3). */
const slowFor = seconds(10);
// A share is at least one request, so more clients than the limit has requests make no difference.
const mostAsking = storeLimit;

interface Slot {
  client: readonly string[];
  /** Null: not sent yet. */
  sentAt: number | null;
  respondedAt: number | null;
}

/**
 * The state of one store, by the monotonic clock: requests of the last second, and which clients sent them, admitted or
 * not.
 */
interface StoreWindow {
  slots: Slot[];
  asking: AskingClients;
  pausedUntil: number;
}

/** The limits, and what is needed to share them with other instances. */
export interface MemoryRequestLimits extends RequestLimits {
  takeNow(request: GrantRequest): RequestGrant | RequestRefusal;
  /** How many slots of a store are occupied. */
  inUse(store: string): number;
  /** How many of them the busiest client occupies. */
  mostInUse(store: string): number;
  /** For how much longer a store is paused. */
  paused(store: string): Milliseconds;
}

/**
 * A true sliding window in this process: each request occupies its slot for a whole second, so no second, wherever it
 * begins, holds more than the limit. Fixed seconds would admit twice as many around their boundaries. Admission is
 * decided in `fair-shares.ts`.
 */
export function createMemoryRequestLimits({
  clock,
  slots: slotsOf = () => storeLimit,
  clientSlots: clientSlotsOf = () => storeLimit,
}: {
  clock: Pick<Clock, 'monotonic'>;
  /** How many of a store's slots this process may use; all of them when absent. */
  slots?: (store: string) => number;
  /** How many of them a single client may use, at most. */
  clientSlots?: (store: string) => number;
}): MemoryRequestLimits {
  const stores = new Map<string, StoreWindow>();

  function storeAt(name: string, now: number): StoreWindow {
    const store = stores.get(name) ?? {
      slots: [],
      asking: createAskingClients({ knownFor: window, mostKnown: mostAsking }),
      pausedUntil: -Infinity,
    };
    stores.set(name, store);
    store.slots = store.slots.filter((slot) => endOf(slot, now) >= now);
    return store;
  }

  function takeNow({ store: name, client, clientLimit }: GrantRequest): RequestGrant | RequestRefusal {
    const now = clock.monotonic();
    const store = storeAt(name, now);
    const asking = store.asking.note(client, now);
    if (now < store.pausedUntil)
      return { kind: 'refused', reason: 'pause', retryAfter: milliseconds(store.pausedUntil - now) };
    const isSlow = now < store.pausedUntil + slowFor;
    const part = isSlow ? Math.ceil(slotsOf(name) / 2) : slotsOf(name);
    const used = [
      store.slots,
      ...client.map((_, level) => store.slots.filter((slot) => isWithin(slot, client, level))),
    ];

    const room = roomFor({
      limit: part,
      clientLimit: clientLimit >= storeLimit ? part : Math.min(clientSlotsOf(name), clientPart(clientLimit, part)),
      asking,
      used: used.map((slots) => slots.length),
    });
    if (room.kind === 'none') {
      return {
        kind: 'refused',
        reason: isSlow ? 'pause' : room.lacks,
        retryAfter: milliseconds(untilBelow(used[room.level] ?? [], { bound: room.bound, now })),
      };
    }

    const slot: Slot = { client, sentAt: null, respondedAt: null };
    store.slots.push(slot);
    return {
      kind: 'granted',
      sent: () => {
        slot.sentAt ??= clock.monotonic();
      },
      responded: () => {
        slot.respondedAt ??= clock.monotonic();
      },
    };
  }

  return {
    take: async (request) => takeNow(request),
    takeNow,
    inUse: (name) => storeAt(name, clock.monotonic()).slots.length,
    mostInUse(name) {
      const perClient = new Map<string | undefined, number>();
      for (const { client } of storeAt(name, clock.monotonic()).slots)
        perClient.set(client[0], (perClient.get(client[0]) ?? 0) + 1);
      return Math.max(0, ...perClient.values());
    },
    paused: (name) => {
      const now = clock.monotonic();
      return milliseconds(Math.max(0, storeAt(name, now).pausedUntil - now));
    },
    pause(name, duration) {
      const now = clock.monotonic();
      const store = storeAt(name, now);
      store.pausedUntil = Math.max(store.pausedUntil, now + duration);
    },
    stop: () => undefined,
  };
}

/** Whether two callers share the network of this level; a network's name includes its prefix length. */
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
