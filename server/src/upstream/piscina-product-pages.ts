import { deserialize } from 'node:v8';
import { Piscina } from 'piscina';
import type { ReadyProduct } from '../catalog/views/prepare-product';
import { minutes } from '../lib/durations';
import type { Logger } from '../lib/logger';
import { describeError } from '../lib/errors';
import type { BodyReading } from './body-reading';
import type { ProductPage, ProductPageTask } from './product-page';
import { type LazyProductPage, type ProductPages, withProducts } from './product-page-reader';

// So that the thread goes on to the next page while the main one is busy writing, and cannot hand it over.
const tasksAhead = 3;

// The thread ends when no run has needed it for so long.
const idleTimeout = minutes(1);

/**
 * Reads product pages in a thread of its own, so that a run holds up neither shoppers nor its own writing. It starts
 * with the first page. Where a thread cannot be had or breaks, pages are read in the main one until the
 * process ends.
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
          logger.warn('product pages are read in the main thread from now on, since their own failed', {
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
  // A thread that cannot even start fails no task: it is an event, and one that nobody hears would end the process.
  pool.on('error', () => undefined);
  // No signal goes along: to a thread with a task that can be aborted, piscina gives no other one.
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
