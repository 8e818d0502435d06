import type { Clock } from '../lib/clock';
import { milliseconds, seconds } from '../lib/durations';
import type { GrantRequest, RequestGrant, RequestLimits, RequestRefusal } from './request-limits';

/** "20 requests per second per store (upstream storefront API)": interface specification, "Limits". */
export const storeLimit = 20;
const window = seconds(1);
/**
 * The store sees a request some time after it was sent and before it was answered. A slot is held from the answer on,
 * so that a request that was late on its way does not meet those of the next second; but a store that thinks long has
 * received the request long before it answers, so no later than this after it was sent.
 */
const longestJourney = milliseconds(250);

interface Slot {
  client: string;
  /** Null: it is still with us. */
  sentAt: number | null;
  answeredAt: number | null;
}

/** What is remembered of one store: requests of the last second, and who asked in it, refused or not. */
interface StoreWindow {
  slots: Slot[];
  /** Clients by the time they last asked, the longest ago first. */
  asked: Map<string, number>;
  latest: number;
}

/**
 * A true sliding window in this process: each request keeps its place for a whole second, so no second, wherever it
 * begins, holds more than the limit. Counting by fixed seconds would let twice as many through around their borders.
 *
 * Fairness: the store's requests are divided by the clients that asked within the last second and one more, who may
 * be about to. Up to that share a client may take any free place; beyond it only while fewer than its own limit are
 * taken altogether. So one client alone never fills the window, and whoever comes finds a place.
 */
export function createMemoryRequestLimits({ clock }: { clock: Clock }): RequestLimits {
  const stores = new Map<string, StoreWindow>();

  function storeAt(name: string, now: number): StoreWindow {
    const store = stores.get(name) ?? { slots: [], asked: new Map(), latest: now };
    stores.set(name, store);
    if (now < store.latest) followClockBack(store, store.latest - now);
    store.latest = now;
    store.slots = store.slots.filter((slot) => endOf(slot, now) >= now);
    for (const [client, at] of store.asked) {
      if (now - at <= window) break;
      store.asked.delete(client);
    }
    return store;
  }

  function takeNow({ store: name, client, clientLimit }: GrantRequest): RequestGrant | RequestRefusal {
    const now = clock.now().getTime();
    const store = storeAt(name, now);
    store.asked.delete(client);
    store.asked.set(client, now);

    const share = Math.min(clientLimit, Math.max(1, Math.floor(storeLimit / (store.asked.size + 1))));
    const own = store.slots.filter((slot) => slot.client === client).length;
    const bound = own < share ? storeLimit : clientLimit;
    if (store.slots.length >= bound) return { kind: 'refused', retryAfter: milliseconds(untilBelow(store, { bound, now })) };

    const slot: Slot = { client, sentAt: null, answeredAt: null };
    store.slots.push(slot);
    return {
      kind: 'granted',
      sent: () => {
        slot.sentAt ??= clock.now().getTime();
      },
      answered: () => {
        slot.answeredAt ??= clock.now().getTime();
      },
    };
  }

  return { take: async (request) => takeNow(request) };
}

/** The last moment at which the slot is still taken. */
function endOf({ sentAt, answeredAt }: Slot, now: number): number {
  const latestSeen = sentAt === null ? Infinity : sentAt + longestJourney;
  return Math.min(answeredAt ?? now, latestSeen) + window;
}

function untilBelow({ slots }: StoreWindow, { bound, now }: { bound: number; now: number }): number {
  const ends = slots.map((slot) => endOf(slot, now)).sort((a, b) => a - b);
  return (ends[slots.length - bound] ?? now) + 1 - now;
}

// A clock that was set back would otherwise hold every slot for as long as it went back.
function followClockBack(store: StoreWindow, distance: number): void {
  for (const slot of store.slots) {
    if (slot.sentAt !== null) slot.sentAt -= distance;
    if (slot.answeredAt !== null) slot.answeredAt -= distance;
  }
  for (const [client, at] of store.asked) store.asked.set(client, at - distance);
}
