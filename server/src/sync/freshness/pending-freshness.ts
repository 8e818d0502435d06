import type { CatalogChanges } from '../../catalog/changes';
import type { CachedProducts, DueProduct, PendingProducts } from '../../catalog/extras';
import type { CachedShop } from '../../catalog/shop';
import type { Database, Transaction } from '../../database/database';
import { transact } from '../../database/transact';
import { chunksOf } from '../../lib/chunks';
import { type Milliseconds, seconds } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { Clock } from '../../lib/clock';
import type { Logger } from '../../lib/logger';
import type { WorkScheduler } from '../../lib/work-scheduler';
import { withTimeLimit } from '../../lib/time-limit';
import { followSignals } from '../../lib/follow-signals';
import { connectionOf, type Settings, type SettingsService } from '../../settings/settings-service';
import type { UpstreamAccess } from '../../upstream/upstream-access';
import type { ItemFailure } from '../../upstream/upstream-catalog';
import type { RequestPriority, UpstreamHttp } from '../../upstream/http/upstream-http';
import { createFailureIsolation } from './failure-isolation';
import type { Refresher } from './freshness-worker';
import { delayAfter, longestDelay } from './retry-delays';

/** The result of reading some products; a product that upstream did not return is in neither list. */
export interface ReceivedProducts<Item> {
  products: readonly Item[];
  failures: readonly ItemFailure[];
  /** Drawn when the first request was sent. */
  readVersion: number;
}

/** Product data that is read separately from the products, and where it is stored. */
export interface ProductReading<Item extends { productId: number }> {
  /** Its name in the log, such as `modifiers`. */
  what: string;
  pending: PendingProducts;
  productsPerRequest: number;
  read(
    request: { http: UpstreamHttp; drawVersion: () => Promise<number>; settings: Settings },
    asked: { productIds: readonly number[]; priority: RequestPriority; signal: AbortSignal },
  ): Promise<ReceivedProducts<Item>>;
  /** @param received.isBulk whether it is one of many, as after a run */
  write(
    transaction: Transaction,
    received: { products: readonly Item[]; readVersion: number; isBulk: boolean },
  ): Promise<unknown>;
}

export interface PendingFreshnessOptions {
  cachedProducts: CachedProducts;
  changes: Pick<CatalogChanges, 'transaction' | 'bulk'>;
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'http'>;
  cachedShop: Pick<CachedShop, 'claim'>;
  /** Whether only urgent products are read for now. */
  isUrgentOnly: () => Promise<boolean>;
  database: Database;
  drawVersion: () => Promise<number>;
  clock: Clock;
  logger: Logger;
  workScheduler: Pick<WorkScheduler, 'paced'>;
}

/** Keeps product data fresh that is read separately from the products. */
export interface PendingFreshness extends Refresher {
  /** Has these products read first, after an event or at an administrator's request. */
  mark(productIds: readonly number[]): Promise<void>;
  /** Has all cached products read, as after a full run. */
  markAll(): Promise<void>;
}

// Like a sync, leaves room for other work: at most three requests are under way.
const requestsAtOnce = 3;
// On SQLite, shoppers' requests wait a few milliseconds for each transaction.
const idsPerTransaction = 250;

interface Batch {
  products: readonly DueProduct[];
  settings: Settings;
}

export function createPendingFreshness<Item extends { productId: number }>(
  { what, pending, productsPerRequest, ...reading }: ProductReading<Item>,
  options: PendingFreshnessOptions,
): PendingFreshness {
  const { database, drawVersion, clock, logger, workScheduler } = options;
  const isolation = createFailureIsolation(requestsAtOnce * productsPerRequest);

  async function read({ products, settings }: Batch, signal: AbortSignal): Promise<ReceivedProducts<Item>[]> {
    const http = options.upstream.http(connectionOf(settings));
    const reads = chunksOf(products, productsPerRequest).map((some) =>
      reading.read(
        { http, drawVersion, settings },
        {
          productIds: some.map(({ id }) => id),
          priority: some.some(({ isUrgent }) => isUrgent) ? 'high' : 'normal',
          signal,
        },
      ),
    );
    return Promise.all(reads);
  }

  async function refresh(batch: Batch, signal: AbortSignal): Promise<void> {
    const { settings } = batch;
    const { hold } = await options.cachedShop.claim(connectionOf(settings).storeHash);
    const limit = seconds(settings.plain.webhookProcessingTimeLimit);
    const responses = await withTimeLimit({ clock, limit }, (overtime) =>
      followSignals([signal, overtime], (until) => read(batch, until)),
    );
    const urgent = new Set(batch.products.flatMap(({ id, isUrgent }) => (isUrgent ? id : [])));
    for (const { products, readVersion } of responses) {
      const isBulk = !products.some(({ productId }) => urgent.has(productId));
      const collector = isBulk ? options.changes.bulk : options.changes;
      await workScheduler.paced(() =>
        collector.transaction(async (transaction) => {
          await hold(transaction);
          await reading.write(transaction, { products, readVersion, isBulk });
        }),
      );
    }
    const failures = responses.flatMap((response) => response.failures);
    const reported = new Set([
      ...responses.flatMap(({ products }) => products.map(({ productId }) => productId)),
      ...failures.map(({ id }) => id),
    ]);
    for (const { id, reason } of failures) await noteFailed(batch, { ids: [id], reason });
    // Deleted, or temporarily missing: an event or the next run settles which.
    const missing = batch.products.filter(({ id }) => !reported.has(id));
    for (const attempts of new Set(missing.map((product) => product.attempts)))
      await noteFailed(batch, {
        ids: missing.flatMap((product) => (product.attempts === attempts ? product.id : [])),
        reason: notReturned,
      });
  }

  /** @param failed.ids of products that failed equally often so far; null if upstream did not report the product */
  async function noteFailed(
    { products, settings }: Batch,
    { ids, reason }: { ids: readonly (number | null)[]; reason: string },
  ) {
    const failed = products.filter(({ id }) => ids.includes(id));
    const [first] = failed;
    if (!first) return logger.warn(`upstream sent ${what} of no product`, { reason });
    const delay = delayAfter(first.attempts, settings.plain.webhookRetryDelays);
    logger.warn(`${what} of products could not be read`, {
      productIds: failed.map(({ id }) => id).join(', '),
      reason,
      retryIn: delay,
    });
    if (delay !== null) return pending.postpone({ products: failed, delay });
    // The next full run requests it again.
    return pending.drop(failed);
  }

  /** Drops products that are no longer in the catalog. */
  async function withoutGone(due: readonly DueProduct[]): Promise<DueProduct[]> {
    const cached = await options.cachedProducts.among(due.map(({ id }) => id));
    const gone = due.filter(({ id }) => !cached.has(id));
    if (gone.length > 0) await pending.drop(gone);
    return due.filter(({ id }) => cached.has(id));
  }

  async function noteTrouble({ products, settings }: Batch, error: unknown): Promise<void> {
    const reason = describeError(error);
    const delays = settings.plain.webhookRetryDelays;
    const waits = isolation.failed(products.length);
    const [only, ...others] = products;
    if (only && others.length === 0) await noteFailedAlone(only, { reason, delays });
    if (waits === null) return;
    const delay = delayAfter(waits, delays) ?? longestDelay;
    logger.warn(`${what} could not be read`, { error: reason, retryIn: delay });
    await pending.defer(delay);
  }

  async function noteFailedAlone(product: DueProduct, failure: { reason: string; delays: readonly number[] }) {
    const { reason, delays } = failure;
    const delay = delayAfter(product.attempts, delays);
    // The next full run requests it again.
    if (delay === null && isolation.isToBlame(product.id)) {
      logger.error(`${what} of a product could not be read`, { productId: product.id, reason });
      return pending.drop([product]);
    }
    const retryIn = delay ?? longestDelay;
    logger.warn(`${what} of a product could not be read`, { productId: product.id, reason, retryIn });
    return pending.postpone({ products: [product], delay: retryIn });
  }

  return {
    async mark(productIds) {
      if (productIds.length === 0) return;
      const askedVersion = await drawVersion();
      await transact(database, (transaction) =>
        pending.mark(transaction, { productIds, askedVersion, isUrgent: true }),
      );
    },

    async markAll() {
      const askedVersion = await drawVersion();
      for (let last = 0; ; ) {
        const productIds = await options.cachedProducts.after(last, idsPerTransaction);
        if (productIds.length === 0) return;
        await workScheduler.paced(() =>
          transact(database, (transaction) => pending.mark(transaction, { productIds, askedVersion, isUrgent: false })),
        );
        last = productIds[productIds.length - 1] ?? last;
      }
    },

    async refreshSome(signal) {
      const due = await pending.due({ limit: isolation.size(), onlyUrgent: await options.isUrgentOnly() });
      if (due.length === 0) return false;
      const products = await withoutGone(due);
      const batch = { products, settings: await options.settings.read() };
      try {
        if (products.length === 0) return true;
        await refresh(batch, signal);
        isolation.succeeded();
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        await noteTrouble(batch, error);
      }
      return true;
    },

    nextDue: async (): Promise<Milliseconds | null> => pending.nextDue({ onlyUrgent: await options.isUrgentOnly() }),
  };
}

const notReturned = 'upstream did not return the product';
