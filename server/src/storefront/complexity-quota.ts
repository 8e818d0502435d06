import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import type { ResponseHeaders } from '../upstream/rate-limit-headers';
import { recentEntry } from './recent-entries';

/** A request that may be sent. */
export interface ComplexityGrant {
  /** Call this with the response's headers; null when there was none. */
  ended(headers: ResponseHeaders | null): void;
}

export interface ComplexityRequest {
  /** Names the quota: the store's, or that of one of its shoppers. */
  limit: string;
  /** The widest network that the caller is counted with. */
  client: string;
  /** How much of the quota one client may use, from 0 to 1; the rest is reserved for others. */
  clientPart: number;
}

/**
 * Keeps to the limit that the store's responses report: how much complexity may still be under way (upstream 5.3). No
 * client can use up all of it (behavior 6.4).
 */
export interface ComplexityQuota {
  /** Null when the store would reject one more request while those under way last, or when the rest is for others. */
  take(request: ComplexityRequest): ComplexityGrant | null;
}

interface StoreQuota {
  inFlight: number;
  /** As the last response reported, and when; null while none has. */
  reported: { quota: number | null; left: number; at: number } | null;
  /** The complexity of the requests sent since then. */
  sentSince: number;
  clients: Map<string, ClientLoad>;
}

interface ClientLoad {
  /** The complexity of its heaviest recent request; null while none is known. */
  heaviest: number | null;
  underWay: number;
  sentSince: number;
}

// By then, the requests that others had under way have ended.
const knownFor = seconds(5);
const forgetting = 0.95;

/** Reads the headers of the limiter, which not every store sends: without them, everything passes. */
export function createComplexityQuota({ clock }: { clock: Pick<Clock, 'monotonic'> }): ComplexityQuota {
  const stores = new Map<string, StoreQuota>();

  return {
    take({ limit, client: address, clientPart }) {
      const store = recentEntry(stores, limit, newStore);
      const client = recentEntry(store.clients, address, newClient);
      const complexity = client.heaviest ?? usualIn(store);
      if (!mayBeSent(store, { client, complexity, clientPart, now: clock.monotonic() })) return null;
      store.inFlight += 1;
      store.sentSince += complexity;
      client.underWay += complexity;
      client.sentSince += complexity;
      return {
        ended(headers) {
          store.inFlight -= 1;
          client.underWay -= complexity;
          const own = countOf(headers?.['x-bc-graphql-complexity']);
          if (own !== null) client.heaviest = Math.max(own, (client.heaviest ?? 0) * forgetting);
          const left = countOf(headers?.['x-bc-ip-rate-limit-requests-quota-left']);
          if (left === null) return;
          const quota = countOf(headers?.['x-bc-ip-rate-limit-requests-quota']);
          store.reported = { quota, left, at: clock.monotonic() };
          store.sentSince = 0;
          for (const other of store.clients.values()) other.sentSince = 0;
        },
      };
    },
  };
}

const newStore = (): StoreQuota => ({ inFlight: 0, reported: null, sentSince: 0, clients: new Map() });
const newClient = (): ClientLoad => ({ heaviest: null, underWay: 0, sentSince: 0 });

/** What a client's first request is expected to be. Each client counts once, however many requests it sends. */
function usualIn({ clients }: StoreQuota): number {
  const known = [...clients.values()].flatMap(({ heaviest }) => heaviest ?? []);
  return known.reduce((sum, complexity) => sum + complexity, 0) / Math.max(1, known.length);
}

interface OneMore {
  client: ClientLoad;
  complexity: number;
  clientPart: number;
  now: number;
}

/** Without requests of ours under way, the figure may only reflect requests that have ended. */
function mayBeSent({ inFlight, reported, sentSince }: StoreQuota, one: OneMore): boolean {
  if (inFlight === 0 || reported === null || one.now - reported.at >= knownFor) return true;
  const { client, complexity, clientPart } = one;
  return (
    sentSince + complexity <= reported.left &&
    client.sentSince + complexity <= reported.left * clientPart &&
    client.underWay + complexity <= (reported.quota ?? Infinity) * clientPart
  );
}

function countOf(header: string | undefined): number | null {
  const written = header?.trim() ?? '';
  return /^\d{1,15}$/.test(written) ? Number(written) : null;
}
