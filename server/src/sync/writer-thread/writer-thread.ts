import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { CatalogWriterSettings } from '../../catalog/create-catalog-writer';
import type { EntityKind } from '../../catalog/model';
import type { CatalogItems } from '../../catalog/writing';
import type { Database } from '../../database/database';
import { asOnlyWriter } from '../../database/only-writer';
import { describeError } from '../../lib/errors';
import type { TransactionTools, WriteRequest } from '../runs/page-transaction';
import type { RunRecord } from '../runs/run-record';
import { type RunningThread, startThread, type ThreadListeners, type WriterThreadStart } from './running-thread';
import type { WriterThreadData } from './writer-thread-messages';

/**
 * Writes the pages of one run in a thread with a separate connection, so that shoppers' requests continue meanwhile
 * (behavior 5.12).
 */
export interface WriterThread {
  /**
   * Writes a page and the run's checkpoint in one transaction.
   * @returns null when it was not written, or when that is unknown: then the main thread writes it, or reports why it
   *   cannot be written
   */
  write<Kind extends EntityKind>(request: WriteRequest<Kind>): Promise<RunRecord | null>;
  /** Why the last page was not written by the thread; null when it was. */
  failure(): unknown;
  /** Ends the thread. */
  close(): Promise<void>;
}

/** What the threads of a site's runs have in common. */
export interface WriterThreadSite extends ThreadListeners {
  start: WriterThreadStart;
  /** Null where a thread cannot open the database, or fill what the site added to the content types. */
  data: () => Promise<WriterThreadData | null>;
  /** The site's own connection. */
  database: Database;
  settings: () => CatalogWriterSettings;
  /** Records where the pictures of items come from. */
  imageHosts: { note(items: readonly CatalogItems[EntityKind][]): void };
}

// Fewer items are written before the thread has started.
const usualFewestItems = 20;

/**
 * Finds the thread's code in the package's build.
 * @returns null when it is not built, or when there is no spare processor: it would only compete with shoppers
 */
export function findWriterThread(): WriterThreadStart | null {
  if (typeof __dirname === 'undefined' || availableParallelism() < 2) return null;
  const file = join(__dirname, '..', 'writer-thread', 'index.js');
  return existsSync(file) ? { file } : null;
}

/** Starts a run's thread with the first page that is large enough. */
export function createWriterThread(
  site: WriterThreadSite,
  { clock, log, spent }: Pick<TransactionTools, 'clock' | 'log' | 'spent'>,
): WriterThread {
  const { logger, database } = site;
  const { fewestItems = usualFewestItems } = site.start;
  let thread: RunningThread | null = null;
  let isBroken = false;
  let failure: unknown = null;

  async function order(used: RunningThread, request: WriteRequest<EntityKind>): Promise<RunRecord> {
    await used.loaded;
    const { run, lines } = await asOnlyWriter(database, () =>
      used.write({ request, spent: spent(), now: clock.now(), settings: site.settings() }),
    );
    site.imageHosts.note(request.page.items);
    for (const line of lines) log.note(line);
    return run;
  }

  async function started(): Promise<RunningThread | null> {
    const data = await site.data();
    isBroken = data === null;
    return data && startThread(site.start, { ...site, data });
  }

  return {
    async write(request) {
      failure = null;
      if (isBroken || (thread === null && request.page.items.length < fewestItems)) return null;
      thread ??= await started();
      if (thread === null) return null;
      try {
        return await order(thread, request);
      } catch (error) {
        failure = error;
        const fields = { runId: request.run.id, error: describeError(error) };
        isBroken = thread.isOver();
        if (isBroken) logger.warn('the thread that writes pages ended; they are written in the main thread', fields);
        else logger.debug('a page is written in the main thread, since its thread could not write it', fields);
        return null;
      }
    },

    failure: () => failure,

    async close() {
      isBroken = true;
      await thread?.end();
    },
  };
}
