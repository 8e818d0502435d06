import type { Core } from '@strapi/strapi';
import type { Foundation } from '../../database/create-foundation';
import type { CatalogChanges } from './catalog-changes';
import { type CatalogHook, createChangeHook } from './change-hook';
import { watchStrapiContent } from './strapi-content-watch';
import { createEntryEvents } from './strapi-entry-events';

/** Wires up what passes changes on to the site: Strapi's entry events and the configured hook. */
export function createStrapiChangeListeners({
  strapi,
  changes,
  hook,
  ofFullRuns,
  onReplaced,
  ...tools
}: Pick<Foundation, 'loop' | 'clock' | 'logger'> & {
  strapi: Core.Strapi;
  changes: CatalogChanges;
  hook: CatalogHook | null;
  /** Whether full runs emit entry events, too. */
  ofFullRuns: () => boolean;
  /** Called when something else replaced cached records. */
  onReplaced: () => void;
}) {
  const entryEvents = createEntryEvents({ strapi, ofFullRuns, ...tools });
  changes.subscribe(entryEvents.listener);
  const changeHook = hook && createChangeHook({ hook, ...tools });
  if (changeHook) changes.subscribe(changeHook.listener);
  const lifetime = new AbortController();
  return {
    /** Detects what others write to cached records through Strapi. */
    watchContent: () => watchStrapiContent(strapi, { changes, onReplaced, signal: lifetime.signal, ...tools }),
    stop: async () => {
      await entryEvents.stop();
      await changeHook?.stop();
      lifetime.abort();
    },
  };
}
