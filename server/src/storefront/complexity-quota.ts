import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import type { ResponseHeaders } from '../upstream/rate-limit-headers';

/** A request that may be sent. */
export interface ComplexityGrant {
  /** Call this with the response's headers; null when there was none. */
  ended(headers: ResponseHeaders | null): void;
}

/** Keeps to the limit that the store's responses report: how much complexity may still be under way (upstream 5.3). */
export interface ComplexityQuota {
  /** Null when the store would reject one more request while those under way last. */
  take(store: string): ComplexityGrant | null;
}

interface StoreQuota {
  inFlight: number;
  /** As the last response reported, and when; null while none has. */
  left: { complexity: number; at: number } | null;
  /** Requests sent since then. */
  sentSince: number;
  /** The complexity of the heaviest recent request. */
  heaviest: number;
}

// By then, the requests that others had under way have ended.
const knownFor = seconds(5);
const forgetting = 0.95;

/** Reads the headers of the limiter, which not every store sends: without them, everything passes. */
export function createComplexityQuota({ clock }: { clock: Pick<Clock, 'monotonic'> }): ComplexityQuota {
  const stores = new Map<string, StoreQuota>();

  return {
    take(name) {
      const store = stores.get(name) ?? { inFlight: 0, left: null, sentSince: 0, heaviest: 0 };
      stores.set(name, store);
      if (!mayBeSent(store, clock.monotonic())) return null;
      store.inFlight += 1;
      store.sentSince += 1;
      return {
        ended(headers) {
          store.inFlight -= 1;
          const complexity = countOf(headers?.['x-bc-graphql-complexity']) ?? 0;
          store.heaviest = Math.max(complexity, store.heaviest * forgetting);
          const left = countOf(headers?.['x-bc-ip-rate-limit-requests-quota-left']);
          if (left === null) return;
          store.left = { complexity: left, at: clock.monotonic() };
          store.sentSince = 0;
        },
      };
    },
  };
}

/** Without requests of ours under way, the figure may only reflect requests that have ended. */
function mayBeSent({ inFlight, left, sentSince, heaviest }: StoreQuota, now: number): boolean {
  if (inFlight === 0 || left === null || now - left.at >= knownFor) return true;
  return left.complexity >= heaviest * (sentSince + 1);
}

function countOf(header: string | undefined): number | null {
  const written = header?.trim() ?? '';
  return /^\d{1,15}$/.test(written) ? Number(written) : null;
}
