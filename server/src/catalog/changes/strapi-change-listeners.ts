import type { Core } from '@strapi/strapi';
import type { Foundation } from '../../database/create-foundation';
import type { CatalogChanges } from './catalog-changes';
import { watchStrapiContent } from './strapi-content-watch';
import { createEntryEvents } from './strapi-entry-events';

/** Wires up the entry events that report changes within Strapi, and the detection of changes made through Strapi. */
export function createStrapiChangeListeners({
  strapi,
  changes,
  ofFullRuns,
  onReplaced,
  ...tools
}: Pick<Foundation, 'loop' | 'clock' | 'logger'> & {
  strapi: Core.Strapi;
  changes: CatalogChanges;
  /** Whether full runs emit entry events, too. */
  ofFullRuns: () => boolean;
  /** Called when an import or transfer has replaced cached records, and again once that is committed. */
  onReplaced: () => Promise<void>;
}) {
  const entryEvents = createEntryEvents({ strapi, ofFullRuns, ...tools });
  changes.subscribe(entryEvents.listener);
  const lifetime = new AbortController();
  let noted: Promise<unknown> = Promise.resolve();
  return {
    /** Detects other code's writes to cached records through Strapi. */
    watchContent: () =>
      watchStrapiContent(strapi, {
        changes,
        onReplaced: () => void (noted = Promise.all([noted, onReplaced()])),
        signal: lifetime.signal,
        ...tools,
      }),
    stop: async () => {
      await entryEvents.stop();
      lifetime.abort();
      await noted;
    },
  };
}
