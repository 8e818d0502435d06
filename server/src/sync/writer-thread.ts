import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CatalogChange } from '../catalog/changes';
import type { CatalogWriterSettings } from '../catalog/create-catalog-writer';
import type { EntityKind } from '../catalog/model';
import type { CatalogItems } from '../catalog/writing';
import type { Database } from '../database/database';
import { asOnlyWriter } from '../database/only-writer';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import type { TransactionTools, WriteRequest } from './page-transaction';
import type { RunRecord } from './run-record';
import type { WriteOrder, WriterThreadData, WriterThreadMessage } from './writer-thread-messages';

/** Writes the pages of one run in a thread with a connection of its own, so that shoppers' requests go on meanwhile (behavior 5.12). */
export interface WriterThread {
  /**
   * Writes a page and the run's checkpoint in one transaction.
   * @returns null when it was not written, for whatever reason, or nobody knows: then it is for the main thread to write
   *   it, and to say why it cannot be
   */
  write<Kind extends EntityKind>(request: WriteRequest<Kind>): Promise<RunRecord | null>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/** How the thread is started. */
export interface WriterThreadStart {
  /** Its code, compiled. */
  file: string;
  /** Arguments of Node.js. */
  execArgv?: readonly string[];
}

/** What the threads of a site's runs have in common. */
export interface WriterThreadSite {
  start: WriterThreadStart;
  /** Null where a thread cannot open the database. */
  data: () => Promise<WriterThreadData | null>;
  /** The site's own. */
  database: Database;
  logger: Logger;
  settings: () => CatalogWriterSettings;
  /** Records where the pictures of items come from. */
  imageHosts: { note(items: readonly CatalogItems[EntityKind][]): void };
  /** Called for each commit of a thread. */
  onChange: (change: CatalogChange) => void;
}

// A run that writes less has written it before the thread is there.
const fewestItems = 20;
// Megabytes: it holds a page at a time.
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/**
 * Where the package's build puts the thread's code.
 * @returns null when nothing is built, or when there is no processor for it: it would only compete with shoppers
 */
export function findWriterThread(): WriterThreadStart | null {
  if (typeof __dirname === 'undefined' || availableParallelism() < 2) return null;
  const file = join(__dirname, '..', 'writer-thread', 'index.js');
  return existsSync(file) ? { file } : null;
}

/** Starts a run's thread with the first page that is worth it. */
export function createWriterThread(
  site: WriterThreadSite,
  { clock, log, spent }: Pick<TransactionTools, 'clock' | 'log' | 'spent'>,
): WriterThread {
  const { logger, database } = site;
  let thread: RunningThread | null = null;
  let isBroken = false;

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
    return data && startThread(site, data);
  }

  return {
    async write(request) {
      if (isBroken || (thread === null && request.page.items.length < fewestItems)) return null;
      thread ??= await started();
      if (thread === null) return null;
      try {
        return await order(thread, request);
      } catch (error) {
        const fields = { runId: request.run.id, error: describeError(error) };
        isBroken = thread.isOver();
        if (isBroken) logger.warn('the thread that writes pages ended; they are written in the main thread', fields);
        else logger.debug('a page is written in the main thread, since its thread could not write it', fields);
        return null;
      }
    },

    async close() {
      isBroken = true;
      await thread?.end();
    },
  };
}

type Written = Extract<WriterThreadMessage, { kind: 'written' }>;

interface RunningThread {
  /** Rejects when it ends before. */
  loaded: Promise<void>;
  /** One at a time. @throws Error with the thread's words for why it is not written, or that the thread ended */
  write(order: WriteOrder): Promise<Written>;
  isOver(): boolean;
  end(): Promise<void>;
}

function startThread({ start, logger, onChange }: WriterThreadSite, data: WriterThreadData): RunningThread {
  const worker = new Worker(start.file, {
    name: 'commerce-bridge-writer',
    workerData: data,
    resourceLimits,
    ...(start.execArgv && { execArgv: [...start.execArgv] }),
  });
  let over: Error | null = null;
  let waiting: { resolve: (written: Written) => void; reject: (error: Error) => void } | null = null;
  let hasLoaded: () => void = () => undefined;
  let hasNotLoaded: (error: Error) => void = () => undefined;
  const loaded = new Promise<void>((resolve, reject) => {
    hasLoaded = resolve;
    hasNotLoaded = reject;
  });
  loaded.catch(() => undefined);

  const settle = (settled: (waiter: NonNullable<typeof waiting>) => void) => {
    const waiter = waiting;
    waiting = null;
    if (waiter) settled(waiter);
  };
  const end = (error: Error) => {
    over ??= error;
    hasNotLoaded(over);
    settle(({ reject }) => reject(error));
  };
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`the thread ended with code ${code}`)));
  worker.on('message', (message: WriterThreadMessage) => {
    if (message.kind === 'loaded') hasLoaded();
    else if (message.kind === 'changed') onChange(message.change);
    else if (message.kind === 'log') logger[message.level](message.event, message.fields);
    else if (message.kind === 'written') settle(({ resolve }) => resolve(message));
    else settle(({ reject }) => reject(new Error(message.error)));
  });

  return {
    loaded,
    write: (order) =>
      new Promise((resolve, reject) => {
        if (over) reject(over);
        waiting = { resolve, reject };
        worker.postMessage(order);
      }),
    isOver: () => over !== null,
    async end() {
      await worker.terminate();
    },
  };
}
