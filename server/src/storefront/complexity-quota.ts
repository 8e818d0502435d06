import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import type { ResponseHeaders } from '../upstream/http/rate-limit-headers';
import { recentEntry } from './recently-used';

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
  /** Its heaviest recent request; null while none is known. */
  heaviest: { complexity: number; at: number } | null;
  underWay: number;
  sentSince: number;
}

// By then, the requests that others had under way have ended.
const knownFor = seconds(5);
// A client is expected to send what it sent before, the less so the longer ago: by time, since one whose requests are
// held back has no others to judge it by.
const halfLife = seconds(5);
// The usual request of fewer clients says little about another one.
const fewestKnown = 3;

/** Reads the headers of the limiter, which not every store sends: without them, everything passes. */
export function createComplexityQuota({ clock }: { clock: Pick<Clock, 'monotonic'> }): ComplexityQuota {
  const stores = new Map<string, StoreQuota>();

  return {
    take({ limit, client: address, clientPart }) {
      const store = recentEntry(stores, limit, newStore);
      const client = recentEntry(store.clients, address, newClient);
      const now = clock.monotonic();
      const complexity = expectedOf(client, now) ?? usualIn(store, now);
      if (!mayBeSent(store, { client, complexity, clientPart, now })) return null;
      store.inFlight += 1;
      store.sentSince += complexity;
      client.underWay += complexity;
      client.sentSince += complexity;
      return {
        ended(headers) {
          store.inFlight -= 1;
          client.underWay -= complexity;
          const own = countOf(headers?.['x-bc-graphql-complexity']);
          const at = clock.monotonic();
          if (own !== null) client.heaviest = { complexity: Math.max(own, expectedOf(client, at) ?? 0), at };
          const left = countOf(headers?.['x-bc-ip-rate-limit-requests-quota-left']);
          if (left === null) return;
          const quota = countOf(headers?.['x-bc-ip-rate-limit-requests-quota']);
          store.reported = { quota, left, at };
          store.sentSince = 0;
          for (const other of store.clients.values()) other.sentSince = 0;
        },
      };
    },
  };
}

const newStore = (): StoreQuota => ({ inFlight: 0, reported: null, sentSince: 0, clients: new Map() });
const newClient = (): ClientLoad => ({ heaviest: null, underWay: 0, sentSince: 0 });

/** The complexity of a client's next request; null while none of its requests is known. */
const expectedOf = ({ heaviest }: ClientLoad, now: number): number | null =>
  heaviest && heaviest.complexity * 0.5 ** ((now - heaviest.at) / halfLife);

/** The same of a client's first request: the median of all clients, each of which counts once. */
function usualIn({ clients }: StoreQuota, now: number): number {
  const known = [...clients.values()].flatMap((client) => expectedOf(client, now) ?? []);
  if (known.length < fewestKnown) return 0;
  return known.sort((one, other) => one - other)[Math.floor((known.length - 1) / 2)] ?? 0;
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
