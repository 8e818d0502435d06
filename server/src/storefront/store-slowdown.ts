import type { Clock } from '../lib/clock';
import { type Milliseconds, milliseconds, minutes, seconds } from '../lib/durations';
import { readRequestedWait } from '../upstream/http/rate-limit-headers';
import type { TransportOutcome } from '../upstream/http/upstream-transport';
import { recentEntry } from './recently-used';
import type { RequestLimits } from './request-limits';

/** How long to send nothing after a 429 of the GraphQL API (upstream 5.3). */
export interface StoreSlowdown {
  /** @param requested what the response asked for; null when it named no time */
  noteBusy(store: string, requested: Milliseconds | null): Milliseconds;
  noteResponse(store: string): void;
  /** For how much longer to send nothing. */
  left(store: string): Milliseconds;
}

interface Pause {
  pause: Milliseconds;
  until: number;
}

const shortest = seconds(1);
const longestDoubled = seconds(30);
/** The longest that a response may ask for: an absurd figure must not stop a shop for hours. */
export const longestSlowdown = minutes(5);

/**
 * As long as the 429 asks for, up to five minutes, and twice as long with each consecutive one, up to half a minute; the
 * responses to one burst count as one.
 */
export function createStoreSlowdown({ clock }: { clock: Pick<Clock, 'monotonic'> }): StoreSlowdown {
  const stores = new Map<string, Pause>();
  return {
    noteBusy(store, requested) {
      const now = clock.monotonic();
      const last = stores.get(store);
      if (last && now < last.until) return milliseconds(last.until - now);
      const next = last ? Math.min(longestDoubled, last.pause * 2) : shortest;
      const pause = milliseconds(Math.min(longestSlowdown, Math.max(next, requested ?? 0)));
      const latest = { pause, until: now + pause };
      Object.assign(
        recentEntry(stores, store, () => latest),
        latest,
      );
      return pause;
    },
    noteResponse(store) {
      const last = stores.get(store);
      if (last && clock.monotonic() >= last.until) stores.delete(store);
    },
    left: (store) => milliseconds(Math.max(0, (stores.get(store)?.until ?? -Infinity) - clock.monotonic())),
  };
}

/** What the store counts a request toward. */
export interface CountedWith {
  store: string;
  /**
   * The network of the shopper whose address is forwarded (upstream 5.2), or `siteItself`; null if no addresses are
   * forwarded, and all requests count together.
   */
  sender: string | null;
}

/** Requests that forward no address, while others do. */
export const siteItself = 'the site itself';

/** What is not sent after the store's 429s. */
export interface StorePauses {
  note(counted: CountedWith, outcome: TransportOutcome): void;
  /** For how much longer this sender's requests are rejected; pauses of the store are those of the request limits. */
  ofSender(counted: CountedWith): Milliseconds;
}

/**
 * Pauses a store's requests after its 429s: they apply to all callers, and to all instances of the site. If the store
 * counts each sender alone, only this one is paused, and each instance learns it from its own requests.
 */
export function createStorePauses({
  limits,
  clock,
}: {
  limits: Pick<RequestLimits, 'pause'>;
  clock: Pick<Clock, 'monotonic' | 'now'>;
}): StorePauses {
  const ofStores = createStoreSlowdown({ clock });
  const ofSenders = createStoreSlowdown({ clock });
  return {
    note(counted, outcome) {
      if (outcome.kind !== 'response') return;
      const { status, headers } = outcome;
      const slowdown = counted.sender === null ? ofStores : ofSenders;
      if (status !== 429) return slowdown.noteResponse(limitOf(counted));
      const pause = slowdown.noteBusy(limitOf(counted), readRequestedWait({ status, headers, now: clock.now() }));
      if (counted.sender === null) limits.pause(counted.store, pause);
    },
    ofSender: (counted) => ofSenders.left(limitOf(counted)),
  };
}

/** Names the limit that the store applies. */
export const limitOf = ({ store, sender }: CountedWith): string => (sender === null ? store : `${store} ${sender}`);
