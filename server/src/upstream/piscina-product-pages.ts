import { deserialize } from 'node:v8';
import { Piscina } from 'piscina';
import type { ReadyProduct } from '../catalog/views';
import { minutes } from '../lib/durations';
import type { Logger } from '../lib/logger';
import { describeError } from '../lib/errors';
import type { BodyReading } from './body-reading';
import type { ProductPage, ProductPageTask } from './product-page';
import { type LazyProductPage, type ProductPages, withProducts } from './product-page-reader';

// So that the thread continues with the next page while the main one is busy writing and cannot hand it over.
const tasksAhead = 3;

// The thread ends when no run has needed it for this long.
const idleTimeout = minutes(1);

/**
 * Reads product pages in a separate thread, so that a run delays neither shoppers nor its own writing. The thread
 * starts with the first page. If it is unavailable or breaks, pages are read in the main thread until the process ends.
 * @param options.file the thread's code, compiled
 */
export function createProductPagesInThread({
  file,
  here,
  logger,
}: {
  file: string;
  here: ProductPages;
  logger: Logger;
}): ProductPages {
  let thread: Thread | null = null;
  let isBroken = false;

  return {
    async read(task) {
      if (isBroken) return here.read(task);
      const used = (thread ??= startThread(file));
      try {
        return await used.read(task);
      } catch (error) {
        if (thread === used) {
          isBroken = true;
          thread = null;
          logger.warn('product pages are read in the main thread from now on, since their thread failed', {
            error: describeError(error),
          });
          await used.end();
        }
        return here.read(task);
      }
    },
    async close() {
      const closing = thread;
      thread = null;
      await closing?.end();
    },
  };
}

interface Thread {
  read(task: ProductPageTask): Promise<BodyReading<LazyProductPage>>;
  end(): Promise<void>;
}

function startThread(file: string): Thread {
  const pool = new Piscina<ProductPageTask, BodyReading<ProductPage<Uint8Array>>>({
    filename: file,
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: tasksAhead,
    idleTimeout,
  });
  // A thread that cannot even start does not fail a task: it emits an event which, unhandled, would end the process.
  pool.on('error', () => undefined);
  // No signal is passed along: piscina gives a thread with an abortable task no other task.
  const run = (task: ProductPageTask): Promise<BodyReading<ProductPage<Uint8Array>>> =>
    new Promise((resolve, reject) => {
      pool.once('error', reject);
      void pool
        .run(task)
        .then(resolve, reject)
        .finally(() => pool.off('error', reject));
    });
  const read = async (task: ProductPageTask): Promise<BodyReading<LazyProductPage>> =>
    withProducts(await run(task), (bytes) => () => productsOf(bytes));
  return { read, end: () => pool.destroy() };
}

// Written by our own thread a moment ago, from values of this type.
function productsOf(bytes: Uint8Array): ReadyProduct[] {
  const products: ReadyProduct[] = deserialize(bytes);
  return products;
}
