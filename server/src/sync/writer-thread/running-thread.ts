import { Worker } from 'node:worker_threads';
import type { CatalogChange } from '../../catalog/changes';
import { DatabaseDownError } from '../../database/conflicts';
import { startDeadline } from '../../lib/clock';
import { seconds } from '../../lib/durations';
import type { Logger } from '../../lib/logger';
import type { WriteOrder, WriterThreadData, WriterThreadMessage, WriterThreadOrder } from './writer-thread-messages';

/** How a thread is started. */
export interface WriterThreadStart {
  /** Its code, compiled. */
  file: string;
  /** A smaller page does not start a thread; 20 when absent. */
  fewestItems?: number;
}

/** Receives what a thread reports. */
export interface ThreadListeners {
  logger: Logger;
  /** Called for each of its commits. */
  onChange: (change: CatalogChange) => void;
}

type Written = Extract<WriterThreadMessage, { kind: 'written' }>;

/** A thread of `writer-thread-entry.ts`. */
export interface RunningThread {
  /** Resolves once it accepts orders. @throws Error if it ends before */
  loaded: Promise<unknown>;
  /**
   * Accepts one order at a time.
   * @throws Error with the reason why the page was not written, or why the thread ended: then its connection is closed,
   *   and what it had not committed is rolled back
   */
  write(order: WriteOrder): Promise<Written>;
  isOver(): boolean;
  /** Ends it once its connection is closed. */
  end(): Promise<void>;
}

// Megabytes: it holds a page at a time.
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };
// A transaction has its own time limits, and is retried a few times; on SQLite, it blocks the site's connection.
const longestWrite = seconds(60);
const longestEnd = seconds(5);

export function startThread(
  start: WriterThreadStart,
  { data, logger, onChange }: ThreadListeners & { data: WriterThreadData },
): RunningThread {
  const worker = new Worker(start.file, {
    name: 'commerce-bridge-writer',
    workerData: data,
    resourceLimits,
  });
  const loaded = promised<true>();
  const over = promised<true>();
  let waiting: Promised<Written> | null = null;
  let cause: Error | null = null;
  let isOver = false;

  const order = (given: WriterThreadOrder) => worker.postMessage(given);
  const endAfter = (time: number, error: Error) =>
    startDeadline(time, () => {
      cause ??= error;
      void worker.terminate();
    });
  const hasLoaded = endAfter(longestWrite, new Error('The thread that writes pages did not start within a minute.'));

  worker.on('error', (error) => {
    cause ??= error;
  });
  // Failures are reported only now: until it exits, the thread may hold locks.
  worker.on('exit', (code) => {
    isOver = true;
    cause ??= new Error(`The thread that writes pages ended with code ${code}.`);
    hasLoaded();
    loaded.reject(cause);
    waiting?.reject(cause);
    over.resolve(true);
  });
  worker.on('message', (message: WriterThreadMessage) => {
    if (message.kind === 'changed') onChange(message.change);
    else if (message.kind === 'log') logger[message.level](message.event, message.fields);
    else if (message.kind === 'written') waiting?.resolve(message);
    else if (message.kind === 'failed') waiting?.reject(failureOf(message));
    else {
      hasLoaded();
      loaded.resolve(true);
    }
  });

  return {
    loaded: loaded.promise,

    async write(given) {
      if (cause) throw cause;
      const written = promised<Written>();
      waiting = written;
      const inTime = endAfter(longestWrite, new Error('The thread that writes pages did not respond for a minute.'));
      try {
        order({ kind: 'write', ...given });
        return await written.promise;
      } finally {
        inTime();
        waiting = null;
      }
    },

    isOver: () => isOver,

    async end() {
      const inTime = endAfter(longestEnd, new Error('The thread that writes pages did not end by itself.'));
      order({ kind: 'end' });
      await over.promise;
      inTime();
    },
  };
}

function failureOf({ error, isConnectionLost }: Extract<WriterThreadMessage, { kind: 'failed' }>): Error {
  return isConnectionLost ? new DatabaseDownError(error) : new Error(error);
}

interface Promised<Value> {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: Error) => void;
}

/** A promise that is settled from outside, and need not be awaited. */
function promised<Value>(): Promised<Value> {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
