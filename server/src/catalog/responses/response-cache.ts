import type { Clock } from '../../lib/clock';
import { milliseconds, type Milliseconds, seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import { createRepeatDetector } from './repeat-detector';
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
  /** Drops exactly the responses that the change touches. */
  deleteTouched(change: ChangedIds): void;
  clear(): void;
  size(): { responses: number; bytes: number };
}

export interface ResponseRequest {
  /** As received, including the query. */
  address: string;
  /** The same for all equivalent addresses. */
  key: string;
  /** Reads the response; errors are passed to the caller. */
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
 * The responses that instances share (behavior 7.6). Each is stored with the position in the change log that its reader
 * had seen; whoever uses it checks it against later changes, so nothing has to be deleted there.
 */
export interface SharedResponses {
  /**
   * Finds another instance's response; `adopt` runs in the same turn as the check that it is current. Null: the caller
   * must read it, and then call `keep` or `release`. Never rejects.
   */
  find<Result>(key: string, adopt: (found: SharedResponse) => Result): Promise<Result | null>;
  /** The changes that a response includes if it is read from now on; null: it can't be shared. */
  upTo(): SeenUpTo | null;
  /** Stores a response, in the background. */
  keep(key: string, found: SharedResponse, upTo: SeenUpTo): void;
  /** For a response that could not be read or kept, in the background. */
  release(key: string): void;
}

export interface FoundResponse {
  response: PreparedResponse;
  source: 'HIT' | 'MISS';
  /** Whether another instance read it. */
  isShared?: true;
  /**
   * Whether something that it shows changed, or may have, while it was read: caches that are purged must not keep it,
   * since the purge may reach them before it does.
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
  /** The responses that instances share; null if each keeps its own. */
  shared: SharedResponses | null;
  feed: Pick<ChangeFeed, 'catchUp' | 'isBehind' | 'isBlind'>;
  settings: () => ResponseSettings;
  clock: Clock;
  logger: Logger;
}

// A longer address is more likely an attack than a link; its response is still kept.
const longestAddress = 1024;
// A list of ten products takes a fifth of this. Larger responses requested only once would displace many others, and
// become garbage that only a full collection frees.
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
  const isRepeated = createRepeatDetector(mostAskedFor);
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
    response.bytes.byteLength < largeBytes || isRepeated(key);

  /** Another instance's response, which is kept here from now on. */
  function findShared(sharing: SharedResponses, request: ResponseRequest): Promise<FoundResponse | null> {
    return sharing.find(request.key, ({ lifetime, ...found }) => {
      // A product's lifetime began when it was read; a list is kept until a change (behavior 7.1).
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
      // Notes other instances' changes during a long read.
      const catchingUp = feed.catchUp();
      if (catchingUp) await catchingUp;
      attempt(() => {
        followSettings();
        const isTouched = !recentChanges.since(begunAt)?.every((change) => !isTouchedBy(change)(found.content));
        const isOutdated = isTouched || isProvisional(found.content);
        isDoubtful = isOutdated || feed.isBehind();
        const lifetime = lifetimeOf(found.content);
        if (isOutdated || !isWorthKeeping(request, found) || !keep(request, found, lifetime) || !sharing || !upTo)
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

/** Whether it expires. In markets, too: during an update, instances of an earlier version announce no changes there. */
function hasEnd({ kind, market }: ResponseContent): boolean {
  return kind === 'product' || market !== undefined;
}

const isProvisional = (content: ResponseContent): boolean => content.kind === 'list' && content.isProvisional === true;

function bytesOf({ cacheMegabytes }: ResponseSettings): number {
  return cacheMegabytes * 2 ** 20;
}
