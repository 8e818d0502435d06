import type { Foundation } from '../../database/create-foundation';
import type { CatalogChanges } from '../changes/catalog-changes';
import { createChangeFeed } from '../changes/change-feed';
import type { ChangedIds, ChangeLog } from '../changes/change-log';
import type { ChangeMessages } from '../../instances/ioredis-change-messages';
import type { Meters } from '../../metrics/meters';
import type { ListMemory } from '../reading/list-memory';
import { createLruResponseStore } from './lru-response-store';
import { createResponseCache, type FoundResponse, type ResponseCache, type ResponseSettings } from './response-cache';

/** Wires up the kept responses and the changes, from this or other instances, that drop them. */
export function createResponses({
  log,
  changes,
  memory,
  onRestored,
  loop,
  meters,
  messages,
  ...parts
}: Pick<Foundation, 'clock' | 'loop' | 'logger' | 'meters'> & {
  log: ChangeLog;
  changes: CatalogChanges;
  /** The list memory is dropped together with the responses. */
  memory: Pick<ListMemory, 'forget'>;
  settings: () => ResponseSettings;
  /** Null: instances only poll the change log. */
  messages: Pick<ChangeMessages, 'onMessage'> | null;
  /** Called when the database was restored to an earlier state. */
  onRestored: () => void;
}): ResponseCache {
  const onChange = (change: ChangedIds) => {
    memory.forget(change);
    responses.forget(change);
  };
  const feed = createChangeFeed({ log, loop, logger: parts.logger, onChange, onRestored });
  const responses: ResponseCache = createResponseCache({
    ...parts,
    createStore: createLruResponseStore,
    feed,
  });
  messages?.onMessage(feed.announce);
  changes.subscribe(onChange);
  return counted(responses, meters);
}

/** Counts each response once: one that is not found by its address is asked for by its key next. */
function counted(responses: ResponseCache, meters: Meters): ResponseCache {
  const count = (source: FoundResponse['source']) =>
    meters.count('responses', { cache: source === 'HIT' ? 'memory' : 'none' });
  return {
    ...responses,
    find(address) {
      const found = responses.find(address);
      if (found) count('HIT');
      return found;
    },
    async respond(request) {
      const found = await responses.respond(request);
      count(found.source);
      return found;
    },
  };
}
