import type { Foundation } from '../../database/create-foundation';
import type { CatalogChanges } from '../changes/catalog-changes';
import { createChangeFeed } from '../changes/change-feed';
import type { ChangedIds, ChangeLog } from '../changes/change-log';
import type { ListMemory } from '../reading/list-memory';
import { createLruResponseStore } from './lru-response-store';
import { createResponseCache, type ResponseCache, type ResponseSettings } from './response-cache';

/** Wires up the kept responses and the changes, from this or other instances, that drop them. */
export function createResponses({
  log,
  changes,
  memory,
  onRestored,
  loop,
  ...parts
}: Pick<Foundation, 'clock' | 'loop' | 'logger'> & {
  log: ChangeLog;
  changes: CatalogChanges;
  /** The list memory is dropped together with the responses. */
  memory: Pick<ListMemory, 'forget'>;
  settings: () => ResponseSettings;
  /** Called when the database was restored to an earlier state. */
  onRestored: () => void;
}): ResponseCache {
  const onChange = (change: ChangedIds) => {
    memory.forget(change);
    responses.forget(change);
  };
  const responses: ResponseCache = createResponseCache({
    ...parts,
    createStore: createLruResponseStore,
    feed: createChangeFeed({ log, loop, logger: parts.logger, onChange, onRestored }),
  });
  changes.subscribe(onChange);
  return responses;
}
