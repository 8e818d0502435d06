import type { Clock } from '../../lib/clock';
import { seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import { type ResponseContent, isTouchedBy } from './response-content';
import { type ChangedIds, everythingChanged } from '../changes/change-log';
import type { ChangeFeed } from '../changes/change-feed';
import { createRecentChanges } from '../changes/recent-changes';

/** A response as it is sent, with its validator: built once, sent as long as it is valid. */
export interface PreparedResponse {
  bytes: Buffer;
  entityTag: string;
  /** Value of `Surrogate-Key`. */
  surrogateKeys: string;
}

export interface KeptResponse extends PreparedResponse {
  content: ResponseContent;
  /** Milliseconds since 1970; Infinity: until the catalog changes. */
  expiresAt: number;
}

/** Where responses are kept. A store that throws counts as empty. */
export interface ResponseStore {
  /** The key that an address maps to. */
  keyAt(address: string): string | undefined;
  get(key: string): KeptResponse | undefined;
  set(key: string, response: KeptResponse): void;
  /** Maps an address to this key. */
  link(address: string, key: string): void;
  delete(key: string): void;
  /** Drops exactly those that it touches. */
  deleteTouched(change: ChangedIds): void;
  clear(): void;
  size(): { responses: number; bytes: number };
}

/** What is requested. */
export interface ResponseRequest {
  /** As received, including the query. */
  address: string;
  /** The same for all equivalent addresses. */
  key: string;
  /** Builds it anew; errors are passed to the caller. */
  read: () => Promise<ReadResponse>;
}

export interface ReadResponse {
  response: PreparedResponse;
  content: ResponseContent;
}

export interface FoundResponse {
  response: PreparedResponse;
  source: 'HIT' | 'MISS';
}

/** Responses of the public API, kept until what they show changes (behavior 7.1). */
export interface ResponseCache {
  /** Await before `find`, unless undefined. */
  catchUp(): Promise<void> | undefined;
  /** The cached response for an address requested before; synchronous, without parsing its parameters. */
  find(address: string): PreparedResponse | undefined;
  /** The cached response, or a new one; concurrent requests for the same key are read once. */
  respond(request: ResponseRequest): Promise<FoundResponse>;
  /** Drops exactly the responses that a change touches. */
  forget(change: ChangedIds): void;
  size(): { responses: number; bytes: number };
}

/** The relevant settings; a different object means that a setting changed. */
export interface ResponseSettings {
  /** How long the response of one product is kept, in seconds. */
  productCacheSeconds: number;
  /** Size limit, in megabytes. */
  cacheMegabytes: number;
}

export interface ResponseCacheOptions {
  /** Creates a store of at most this many bytes. */
  createStore: (bytes: number) => ResponseStore;
  feed: Pick<ChangeFeed, 'catchUp' | 'isBlind'>;
  settings: () => ResponseSettings;
  clock: Clock;
  logger: Logger;
}

// A longer address is more likely an attack than a link; its response is kept all the same.
const longestAddress = 1024;

export function createResponseCache({
  createStore,
  feed,
  settings,
  clock,
  logger,
}: ResponseCacheOptions): ResponseCache {
  const underWay = new Map<string, Promise<FoundResponse>>();
  let followed = settings();
  let store = createStore(bytesOf(followed));
  // A response whose read began before a change may show the old state.
  const recentChanges = createRecentChanges();
  let isBroken = false;
  // Something could not be dropped, so nothing in the cache can be trusted.
  let isTainted = false;

  /** A failing store counts as a miss. */
  function attempt<Result>(work: () => Result): Result | undefined {
    try {
      const result = work();
      isBroken = false;
      return result;
    } catch (error) {
      if (!isBroken)
        logger.error('the response cache failed; responses are read anew', { error: describeError(error) });
      isBroken = true;
      return undefined;
    }
  }

  /** Responses contain addresses that depend on settings. */
  function followSettings(): void {
    const current = settings();
    if (current === followed && !isTainted) return;
    recentChanges.note(everythingChanged);
    if (current.cacheMegabytes === followed.cacheMegabytes) store.clear();
    else store = createStore(bytesOf(current));
    followed = current;
    isTainted = false;
  }

  function kept(key: string): KeptResponse | undefined {
    if (feed.isBlind()) return undefined;
    const response = store.get(key);
    if (response === undefined || response.expiresAt > clock.monotonic()) return response;
    store.delete(key);
    return undefined;
  }

  function keep(request: ResponseRequest, { response, content }: ReadResponse): void {
    const lifetime = content.kind === 'product' ? seconds(followed.productCacheSeconds) : Infinity;
    if (lifetime === 0 || feed.isBlind()) return;
    store.set(request.key, { ...response, content, expiresAt: clock.monotonic() + lifetime });
    linkTo(request);
  }

  function linkTo({ address, key }: ResponseRequest): void {
    if (address.length <= longestAddress) store.link(address, key);
  }

  async function readAnew(request: ResponseRequest): Promise<FoundResponse> {
    const begunAt = recentChanges.count();
    const found = await request.read();
    attempt(() => {
      followSettings();
      const missed = recentChanges.since(begunAt);
      if (missed?.every((change) => !isTouchedBy(change)(found.content))) keep(request, found);
    });
    return { response: found.response, source: 'MISS' };
  }

  return {
    catchUp: () => feed.catchUp(),

    find: (address) =>
      attempt(() => {
        followSettings();
        const key = store.keyAt(address);
        return key === undefined ? undefined : kept(key);
      }),

    async respond(request) {
      const { key } = request;
      const known = attempt(() => {
        followSettings();
        const response = kept(key);
        if (response) linkTo(request);
        return response;
      });
      if (known) return { response: known, source: 'HIT' };
      const running = underWay.get(key);
      if (running) return running;
      const reading = readAnew(request).finally(() => {
        if (underWay.get(key) === reading) underWay.delete(key);
      });
      underWay.set(key, reading);
      return reading;
    },

    forget(change) {
      recentChanges.note(change);
      // Later requests must not join the read in progress: it may show the old state.
      underWay.clear();
      isTainted = true;
      attempt(() => {
        if (change.isEverything) store.clear();
        else store.deleteTouched(change);
        isTainted = false;
      });
    },

    size: () => attempt(() => store.size()) ?? { responses: 0, bytes: 0 },
  };
}

function bytesOf({ cacheMegabytes }: ResponseSettings): number {
  return cacheMegabytes * 2 ** 20;
}
