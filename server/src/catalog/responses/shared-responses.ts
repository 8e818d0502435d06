import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import type { SharedTimes, SharedValues } from '../../instances/shared-values';
import type { EventLoop } from '../../lib/clock';
import { days, milliseconds, seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { ChangedIds } from '../changes/change-log';
import { listDependencies } from '../changes/list-dependencies';
import type { SeenChanges, SeenUpTo } from '../changes/seen-changes';
import { isTouchedBy, type ResponseContent } from './response-content';
import type { SharedResponse, SharedResponses } from './response-cache';

export interface SharedResponsesOptions {
  values: SharedValues;
  seen: Pick<SeenChanges, 'upTo' | 'unseenBy'>;
  /** Identifies the current state of everything but the catalog that a response depends on. */
  variant: () => string;
  times: SharedTimes;
  loop: Pick<EventLoop, 'now' | 'rest' | 'turn'>;
  logger: Logger;
}

// A response that nobody has requested for this long is not worth keeping.
const longestLifetime = days(1);
const compressedFrom = 4096;
const largest = 2 ** 20;
// Most responses are read in a few milliseconds: waiting for one must not take longer. A slow one is polled less often.
const shortestPause = milliseconds(5);
const longestPause = milliseconds(20);
/** How long Redis is skipped after a slow reply. */
const skippedFor = seconds(1);
const mostExtensions = 20;

const market = z.object({ parts: z.array(z.string()), hasOwnSlugs: z.literal(true).exactOptional() }).exactOptional();
const content: z.ZodType<ResponseContent> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('product'),
    id: z.int(),
    categoryIds: z.array(z.int()),
    brandId: z.int().nullable(),
    market,
  }),
  z.object({
    kind: z.literal('list'),
    products: z.array(z.int()),
    dependencies: z.array(z.enum(listDependencies)),
    isAnyProductShown: z.literal(true).exactOptional(),
    isStoreShown: z.literal(true).exactOptional(),
    market,
  }),
]);
const head = z.object({
  content,
  upTo: z.object({ last: z.int(), mark: z.string(), gaps: z.array(z.int()) }),
  entityTag: z.string(),
  surrogateKeys: z.string(),
  isCompressed: z.boolean(),
});

export function createSharedResponses({
  values,
  seen,
  variant,
  times,
  loop,
  logger,
}: SharedResponsesOptions): SharedResponses {
  const touches = createTouches();
  let skippedUntil = -Infinity;
  const note = (error: unknown) => logger.debug('responses are not shared', { error: describeError(error) });
  const isSkipped = () => loop.now() < skippedUntil;
  const nameOf = (key: string) => createHash('sha256').update(`${variant()}\n${key}`).digest('base64url');

  function isCurrent(found: { content: ResponseContent; upTo: SeenUpTo }): boolean {
    const unseen = seen.unseenBy(found.upTo);
    return unseen !== null && !unseen.some((change) => touches(change)(found.content));
  }

  /** Null when Redis is unreachable, or slower than reading the response would be. */
  async function ask(name: string, upTo: SeenUpTo) {
    if (isSkipped()) return null;
    const reply = values.find(name, { wanted: versionOf(upTo), lease: times.lease }).catch((error: unknown) => {
      note(error);
      return null;
    });
    const isLate = Symbol('late');
    const found = await Promise.race([reply, patienceEnds().then(() => isLate)]);
    if (typeof found !== 'symbol') return found;
    skippedUntil = loop.now() + skippedFor;
    return null;
  }

  /** Waits longer while this process is busy, since it may not have handled a reply that has already arrived. */
  async function patienceEnds(): Promise<void> {
    for (let extensions = 0; extensions < mostExtensions; extensions += 1) {
      const begun = loop.now();
      await loop.rest(times.patience);
      await loop.turn();
      if (loop.now() - begun < 2 * times.patience) return;
    }
  }

  async function findOrLease<Result>(key: string, adopt: (found: SharedResponse) => Result): Promise<Result | null> {
    const name = nameOf(key);
    // Counts only the pauses: the rest of the time goes to other callers, whether this one waits or not.
    let waited = 0;
    while (waited <= times.wait) {
      const upTo = seen.upTo();
      const reply = upTo && (await ask(name, upTo));
      if (!reply) return null;
      const { value, lease } = reply;
      const parsed = value && head.parse(JSON.parse(value.head));
      if (value && parsed && isCurrent(parsed)) {
        const bytes = inOwnMemory(parsed.isCompressed ? await promisify(gunzip)(value.body) : value.body);
        if (lease === 'mine') release(name);
        // Meanwhile something may have changed.
        if (!isCurrent(parsed) || name !== nameOf(key)) return null;
        const { entityTag, surrogateKeys } = parsed;
        const response = { bytes, entityTag, surrogateKeys };
        return adopt({ response, content: parsed.content, lifetime: value.lifetime });
      }
      if (lease !== 'other') return null;
      const pause = milliseconds(Math.min(longestPause, Math.max(shortestPause, waited / 4)));
      await loop.rest(pause);
      waited += pause;
    }
    return null;
  }

  async function store(name: string, { response, content: shown, lifetime }: SharedResponse, upTo: SeenUpTo) {
    const { bytes, entityTag, surrogateKeys } = response;
    const isCompressed = bytes.byteLength >= compressedFrom;
    const body = isCompressed ? await promisify(gzip)(bytes) : bytes;
    if (body.byteLength > largest) return values.release(name);
    const about: z.infer<typeof head> = { content: shown, upTo, entityTag, surrogateKeys, isCompressed };
    return values.keep(name, {
      version: versionOf(upTo),
      head: JSON.stringify(about),
      body,
      lifetime: milliseconds(Math.min(lifetime, longestLifetime)),
    });
  }

  const release = (name: string) => void values.release(name).catch(note);

  return {
    upTo: seen.upTo,
    find: (key, adopt) =>
      findOrLease(key, adopt).catch((error: unknown) => {
        note(error);
        return null;
      }),
    keep(key, found, upTo) {
      // Otherwise bodies would pile up while Redis does not accept them.
      if (isSkipped()) release(nameOf(key));
      else void store(nameOf(key), found, upTo).catch(note);
    },
    release: (key) => release(nameOf(key)),
  };
}

function versionOf({ last, mark }: SeenUpTo): string {
  return `${last} ${mark}`;
}

/** Otherwise the response would keep all that Redis sent together with it, or a chunk of zlib's (16 KB). */
function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}

/** Creates the check for a change once, for all responses that are checked against it. */
function createTouches() {
  const known = new WeakMap<ChangedIds, ReturnType<typeof isTouchedBy>>();
  return (change: ChangedIds) => {
    const made = known.get(change) ?? isTouchedBy(change);
    known.set(change, made);
    return made;
  };
}
