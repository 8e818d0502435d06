import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SqliteFile } from '../../database/sqlite-file';
import { startDeadline } from '../../lib/clock';
import { minutes, seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { SqliteSearch } from './sqlite-search';

/** How a thread is started. */
export interface SearchThreadStart {
  /** Its code, compiled. */
  file: string;
}

/** The data that the thread is started with. */
export interface SearchThreadData extends SqliteFile {
  /** How much of the database it may keep in memory. */
  megabytes: number;
}

export type SearchOrder = SqliteSearch & { id: number };

/** The thread's first message, sent once it accepts searches. */
export const searchThreadLoaded = 'loaded';

export interface SearchResult {
  id: number;
  ids: Float64Array<ArrayBuffer> | null;
  /** Null if the search succeeded. */
  error: string | null;
}

/**
 * Searches on SQLite in a thread with a separate read-only connection: SQLite runs in-process, and would otherwise
 * block shoppers' requests. The thread runs only while there are searches.
 */
export interface SearchThread {
  /** Ascending ids; null if the search failed, or the thread is not ready yet: the caller then searches itself. */
  find(search: SqliteSearch): Promise<Float64Array | null>;
  stop(): Promise<void>;
}

// Limits of the thread's own memory and of the database's pages.
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };
const megabytes = 4;
// After this long without a search, the thread ends and its memory is freed.
const idleFor = minutes(5);
const longestSearch = seconds(10);

/** Where the package's build puts the thread's code; null when nothing is built. */
export function findSearchThread(): SearchThreadStart | null {
  if (typeof __dirname === 'undefined') return null;
  const file = join(__dirname, '..', 'search-thread', 'index.js');
  return existsSync(file) ? { file } : null;
}

export function createSearchThread(
  start: SearchThreadStart,
  { sqlite, logger }: { sqlite: SqliteFile; logger: Logger },
): SearchThread {
  const waiting = new Map<number, (result: SearchResult | null) => void>();
  let worker: Worker | null = null;
  let isLoaded = false;
  let isBroken = false;
  let count = 0;
  let cancelIdle = (): void => undefined;

  function releaseAll(): void {
    for (const settle of waiting.values()) settle(null);
  }

  function ended(reason: string): void {
    if (!isBroken) logger.warn('the thread that searches ended; searches run in the main thread', { error: reason });
    isBroken = true;
    releaseAll();
  }

  function started(): Worker {
    const data: SearchThreadData = { ...sqlite, megabytes };
    const made = new Worker(start.file, {
      name: 'commerce-bridge-search',
      workerData: data,
      resourceLimits,
    });
    made.on('message', (result: SearchResult | typeof searchThreadLoaded) => {
      if (result !== searchThreadLoaded) waiting.get(result.id)?.(result);
      else if (worker === made) isLoaded = true;
    });
    made.on('error', (error) => ended(describeError(error)));
    made.on('exit', () => {
      if (worker === made) ended('it ended on its own');
    });
    // Lets the process exit when it has nothing else to do.
    made.unref();
    return made;
  }

  async function end(): Promise<void> {
    const ending = worker;
    worker = null;
    isLoaded = false;
    await ending?.terminate();
  }

  function rest(): void {
    cancelIdle();
    cancelIdle = startDeadline(idleFor, () => void end(), { keepsProcess: false });
  }

  return {
    async find(search) {
      if (isBroken) return null;
      const used = (worker ??= started());
      cancelIdle();
      if (!isLoaded) {
        rest();
        return null;
      }
      const id = ++count;
      const inTime = startDeadline(longestSearch, () => {
        logger.warn('a search timed out in its thread; it runs in the main thread', {
          seconds: longestSearch / 1000,
        });
        void end();
        releaseAll();
      });
      const result = await new Promise<SearchResult | null>((resolve) => {
        waiting.set(id, resolve);
        const order: SearchOrder = { id, ...search };
        used.postMessage(order);
      });
      inTime();
      waiting.delete(id);
      if (waiting.size === 0) rest();
      if (result?.error)
        logger.debug('the search thread failed; this search runs in the main thread', { error: result.error });
      return result?.ids ?? null;
    },

    async stop() {
      isBroken = true;
      cancelIdle();
      releaseAll();
      await end();
    },
  };
}
