import type { Foundation } from '../../database/create-foundation';
import type { CatalogChanges } from '../changes/catalog-changes';
import { createChangeFeed } from '../changes/change-feed';
import type { ChangedIds, ChangeLog } from '../changes/change-log';
import { createSeenChanges, type SeenUpTo } from '../changes/seen-changes';
import type { ChangeMessages } from '../../instances/ioredis-change-messages';
import type { SharedTimes, SharedValues } from '../../instances/shared-values';
import { describeError } from '../../lib/errors';
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
  /** Whether purges wait until every instance has looked for changes by itself. */
  looksOften: () => boolean;
  /** Names everything but the catalog that a response depends on, at this moment. */
  variant: () => string;
  times: SharedTimes;
  /** Makes every shared response outdated. */
  outdateShared: () => Promise<void>;
  /** Calls the listener after each commit of this instance that put something into the log. */
  onLogged: (listener: () => void) => void;
  /** Called when the database was restored to an earlier state. */
  onRestored: () => void;
}

/** The cache, following what other instances change. */
export interface Responses extends ResponseCache {
  /** Looks for changes now. @returns whether all that were committed before are shown here; if not, the database is slow or away */
  lookNow(): Promise<boolean>;
}

/** Wires up the kept responses and the changes, from this or other instances, that drop them. */
export function createResponses({
  log,
  changes,
  memory,
  loop,
  meters,
  messages,
  values,
  looksOften,
  variant,
  times,
  onRestored,
  outdateShared,
  onLogged,
  ...parts
}: ResponsesOptions): Responses {
  const { logger } = parts;
  const onChange = (change: ChangedIds) => {
    memory.forget(change);
    responses.forget(change);
  };
  const feed = createChangeFeed({
    log,
    seen: values && createSeenChanges(),
    looksOften,
    loop,
    logger,
    onChange,
    onRestored() {
      onRestored();
      // Those of the log's common part may show what was restored away.
      outdateShared().catch((error: unknown) =>
        logger.warn('shared responses could not be outdated', { error: describeError(error) }),
      );
    },
  });
  const seen = {
    ...feed.seen,
    unseenBy: (other: SeenUpTo) => (changes.isLogging() ? null : feed.seen.unseenBy(other)),
  };
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
    async lookNow() {
      const announcement = feed.announce();
      await feed.catchUp();
      // Meanwhile a message may have come, at the latest the one by which the others look now, too.
      return feed.hasFollowed(announcement);
    },
  };
}

/** Counts each response once: one that is not found by its address is asked for by its key next. */
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
