import type { Foundation } from '../../database/create-foundation';
import type { CatalogChanges } from '../changes/catalog-changes';
import { type ChangeFeed, createChangeFeed } from '../changes/change-feed';
import type { ChangedIds, ChangeLog } from '../changes/change-log';
import { createSeenChanges } from '../changes/seen-changes';
import type { ChangeMessages } from '../../instances/ioredis-change-messages';
import type { SharedTimes, SharedValues } from '../../instances/shared-values';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { Meters } from '../../metrics/meters';
import type { ListMemory } from '../reading/list-memory';
import { createLruResponseStore } from './lru-response-store';
import { createSharedResponses } from './shared-responses';
import { createResponseCache, type FoundResponse, type ResponseCache, type ResponseSettings } from './response-cache';

export interface ResponsesOptions extends Pick<Foundation, 'clock' | 'loop' | 'logger' | 'meters'> {
  log: ChangeLog;
  changes: CatalogChanges;
  /** The list memory is dropped together with the responses. */
  memory: Pick<ListMemory, 'forget'>;
  settings: () => ResponseSettings;
  /** Null: instances only poll the change log. */
  messages: Pick<ChangeMessages, 'onMessage'> | null;
  /** Where instances share responses; null if each keeps its own. */
  values: SharedValues | null;
  /** Whether purges wait until every instance has polled for changes on its own. */
  pollsOften: () => boolean;
  /** Whether other instances purge caches in front of the site, or the site's own function may. */
  isPurgedByOthers: () => boolean;
  /** Identifies the current state of everything but the catalog that a response depends on. */
  variant: () => string;
  times: SharedTimes;
  /** Makes every shared response outdated. */
  outdateShared: () => Promise<void>;
  /** Calls the listener after each commit of this instance that added to the log. */
  onLogged: (listener: () => void) => void;
  /** Called before what other instances changed is dropped. */
  beforeChanges: (changes: readonly ChangedIds[]) => Promise<void>;
  /** Called when the database was restored to an earlier state. */
  onRestored: () => void;
}

/** The response cache, which follows changes by other instances. */
export interface Responses
  extends ResponseCache, Pick<ChangeFeed, 'lastPoll' | 'hasPolledSince' | 'lastAnnouncement' | 'mayMissPurged'> {
  /** Polls for changes now. @returns false if earlier commits may not show here: the database is slow or unreachable */
  lookNow(): Promise<boolean>;
  /**
   * Call before reading what is not kept, such as a redirect. @returns call when it was read: whether anything changed
   * meanwhile, or may have, see `isDoubtful` of a response
   */
  watch(): () => Promise<boolean>;
}

/** Wires up the cached responses and the changes, from this or other instances, that drop them. */
export function createResponses({
  log,
  changes,
  memory,
  loop,
  meters,
  messages,
  values,
  pollsOften,
  isPurgedByOthers,
  variant,
  times,
  beforeChanges,
  onRestored,
  outdateShared,
  onLogged,
  ...parts
}: ResponsesOptions): Responses {
  const { logger } = parts;
  let changesSoFar = 0;
  const onChange = (change: ChangedIds) => {
    changesSoFar += 1;
    memory.forget(change);
    responses.forget(change);
  };
  const feed = createChangeFeed({
    log,
    seen: values && createSeenChanges(),
    pollsOften,
    loop,
    logger,
    beforeChanges,
    onChange,
    onRestored() {
      onRestored();
      void outdateAfterRestore(outdateShared, logger);
    },
  });
  const seen = seenBetweenWrites(feed, changes);
  const responses: ResponseCache = createResponseCache({
    ...parts,
    createStore: createLruResponseStore,
    shared: values && createSharedResponses({ values, seen, variant, times, loop, logger }),
    feed,
  });
  messages?.onMessage(feed.announce);
  onLogged(feed.noteOwn);
  changes.subscribe(onChange);
  return {
    ...counted(responses, meters),
    lastPoll: feed.lastPoll,
    hasPolledSince: feed.hasPolledSince,
    lastAnnouncement: feed.lastAnnouncement,
    mayMissPurged: (announcement) => isPurgedByOthers() && feed.mayMissPurged(announcement),
    lookNow: () => lookNow(feed),
    watch: () => watchFrom(feed, () => changesSoFar),
  };
}

/** While this instance writes to the log, what others have seen cannot be compared. */
function seenBetweenWrites({ seen }: Pick<ChangeFeed, 'seen'>, changes: { isLogging(): boolean }): ChangeFeed['seen'] {
  return { ...seen, unseenBy: (other) => (changes.isLogging() ? null : seen.unseenBy(other)) };
}

async function lookNow(feed: ChangeFeed): Promise<boolean> {
  const announcement = feed.announce();
  await feed.catchUp();
  // Not `isBehind`: messages may have arrived meanwhile, such as the one that makes the other instances poll.
  return feed.hasFollowed(announcement);
}

/** Shared responses whose position is still in the log may show changes that the restore undid. */
function outdateAfterRestore(outdateShared: () => Promise<void>, logger: Logger): Promise<void> {
  return outdateShared().catch((error: unknown) =>
    logger.warn('shared responses could not be invalidated', { error: describeError(error) }),
  );
}

function watchFrom(feed: Pick<ChangeFeed, 'catchUp' | 'isBehind'>, count: () => number): () => Promise<boolean> {
  const begunAt = count();
  return async () => {
    await feed.catchUp();
    return count() !== begunAt || feed.isBehind();
  };
}

/** Counts each response once: if `find` does not find it by its address, the caller requests it by its key next. */
function counted(responses: ResponseCache, meters: Meters): ResponseCache {
  const count = ({ source, isShared }: Pick<FoundResponse, 'source' | 'isShared'>) =>
    meters.count('responses', { cache: source === 'MISS' ? 'none' : isShared ? 'redis' : 'memory' });
  return {
    ...responses,
    find(address) {
      const found = responses.find(address);
      if (found) count({ source: 'HIT' });
      return found;
    },
    async respond(request) {
      const found = await responses.respond(request);
      count(found);
      return found;
    },
  };
}
