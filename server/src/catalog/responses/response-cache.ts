import type { Clock } from '../../lib/clock';
import { milliseconds, type Milliseconds, seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import { createAskedBefore } from './asked-before';
import { type ResponseContent, isTouchedBy } from './response-content';
import { type ChangedIds, everythingChanged } from '../changes/change-log';
import type { ChangeFeed } from '../changes/change-feed';
import { createRecentChanges } from '../changes/recent-changes';
import type { SeenUpTo } from '../changes/seen-changes';

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
  /** Rebuilds it; errors are passed to the caller. */
  read: () => Promise<ReadResponse>;
}

export interface ReadResponse {
  response: PreparedResponse;
  content: ResponseContent;
}

export interface SharedResponse extends ReadResponse {
  /** How much longer it may be kept. */
  lifetime: Milliseconds;
}

/**
 * The responses that all instances keep together (behavior 7.6). Each says up to which position of the change log its reader
 * had seen; a reader checks it against the changes since, so nothing has to be deleted there.
 */
export interface SharedResponses {
  /**
   * Another instance's response, to be adopted at once: `adopt` runs in the same turn as the judgment. Null: to be read by
   * the caller, who then calls `keep` or `release`. Never rejects.
   */
  find<Result>(key: string, adopt: (found: SharedResponse) => Result): Promise<Result | null>;
  /** What a response that is read from now on will contain; null: it can't be shared. */
  upTo(): SeenUpTo | null;
  /** In the background. */
  keep(key: string, found: SharedResponse, upTo: SeenUpTo): void;
  /** For a response that could not be read or kept; in the background. */
  release(key: string): void;
}

export interface FoundResponse {
  response: PreparedResponse;
  source: 'HIT' | 'MISS';
  /** Whether another instance read it. */
  isShared?: true;
  /**
   * Whether something that it shows changed while it was read, or may have: caches that are purged must not keep it, since
   * the purge may be there before it.
   */
  isDoubtful?: true;
}

/** Responses of the public API, kept until what they show changes (behavior 7.1). */
export interface ResponseCache {
  /** Await before `find`, unless undefined. */
  catchUp(): Promise<void> | undefined;
  /** Whether changes by other instances have not been seen for so long that nothing kept can be used. */
  isBlind(): boolean;
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
  /** What the site's instances keep together; null if each keeps its own. */
  shared: SharedResponses | null;
  feed: Pick<ChangeFeed, 'catchUp' | 'isBehind' | 'isBlind'>;
  settings: () => ResponseSettings;
  clock: Clock;
  logger: Logger;
}

// A longer address is more likely an attack than a link; its response is kept all the same.
const longestAddress = 1024;
// A list of ten has a fifth of it. Larger ones that are asked for only once would take the place of many others, and become garbage that
// only a collection of everything finds.
const largeBytes = 64 * 1024;
const mostAskedFor = 1000;

export function createResponseCache({
  createStore,
  shared,
  feed,
  settings,
  clock,
  logger,
}: ResponseCacheOptions): ResponseCache {
  const underWay = new Map<string, Promise<FoundResponse>>();
  const isAskedAgain = createAskedBefore(mostAskedFor);
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
        logger.error('the response cache failed; responses are read from the database', {
          error: describeError(error),
        });
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

  const lifetimeOf = (content: ResponseContent) =>
    hasEnd(content) ? seconds(followed.productCacheSeconds) : milliseconds(Infinity);
  const isKeeping = () => followed.cacheMegabytes > 0 && !feed.isBlind();

  function keep(request: ResponseRequest, { response, content }: ReadResponse, lifetime: Milliseconds): boolean {
    if (lifetime === 0 || !isKeeping()) return false;
    store.set(request.key, { ...response, content, expiresAt: clock.monotonic() + lifetime });
    linkTo(request);
    return true;
  }

  function linkTo({ address, key }: ResponseRequest): void {
    if (address.length <= longestAddress) store.link(address, key);
  }

  const isWorthKeeping = ({ key }: ResponseRequest, { response }: ReadResponse): boolean =>
    response.bytes.byteLength < largeBytes || isAskedAgain(key);

  /** Another instance's response, which is kept here from now on. */
  function findShared(sharing: SharedResponses, request: ResponseRequest): Promise<FoundResponse | null> {
    return sharing.find(request.key, ({ lifetime, ...found }) => {
      // The time of a product began when it was read; that of a list ends with a change (behavior 7.1).
      attempt(() => keep(request, found, hasEnd(found.content) ? lifetime : lifetimeOf(found.content)));
      return { response: found.response, source: 'HIT', isShared: true };
    });
  }

  async function readAnew(request: ResponseRequest, sharing: SharedResponses | null): Promise<FoundResponse> {
    const begunAt = recentChanges.count();
    const upTo = sharing?.upTo() ?? null;
    let isShared = false;
    let isDoubtful = true;
    try {
      const found = await request.read();
      // What others changed during a long read.
      const catchingUp = feed.catchUp();
      if (catchingUp) await catchingUp;
      attempt(() => {
        followSettings();
        const isTouched = !recentChanges.since(begunAt)?.every((change) => !isTouchedBy(change)(found.content));
        isDoubtful = isTouched || feed.isBehind();
        const lifetime = lifetimeOf(found.content);
        if (isTouched || !isWorthKeeping(request, found) || !keep(request, found, lifetime) || !sharing || !upTo)
          return;
        sharing.keep(request.key, { ...found, lifetime }, upTo);
        isShared = true;
      });
      return { response: found.response, source: 'MISS', ...(isDoubtful && { isDoubtful }) };
    } finally {
      if (!isShared) sharing?.release(request.key);
    }
  }

  async function findOrRead(request: ResponseRequest): Promise<FoundResponse> {
    const sharing = isKeeping() ? shared : null;
    return (sharing && (await findShared(sharing, request))) ?? readAnew(request, sharing);
  }

  return {
    catchUp: () => feed.catchUp(),
    isBlind: () => feed.isBlind(),

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
      const reading = findOrRead(request).finally(() => {
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

/** While a site is updated, an instance of an earlier version writes what markets show, and announces nothing. */
function hasEnd({ kind, market }: ResponseContent): boolean {
  return kind === 'product' || market !== undefined;
}

function bytesOf({ cacheMegabytes }: ResponseSettings): number {
  return cacheMegabytes * 2 ** 20;
}
