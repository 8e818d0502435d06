import type { CachedShop } from '../catalog/shop';
import { transact } from '../database/transact';
import type { Database, Transaction } from '../database/database';
import type { Clock } from '../lib/clock';
import { type Milliseconds, seconds } from '../lib/durations';
import type { Logger } from '../lib/logger';
import { withTimeLimit } from '../lib/time-limit';
import type { Markets } from '../markets/create-markets';
import type { StaleProduct } from '../markets/knex-stale-products';
import { partName } from '../markets/market-parts';
import { troubleOf } from '../markets/part-failure';
import { distinctParts } from '../markets/pass-market';
import { isRefreshed, productsPerRefresh, type RefreshedPart } from '../markets/refresh-part';
import type { SiteMarkets } from '../markets/site-markets';
import { connectionOf, type SettingsService } from '../settings/settings-service';
import type { UpstreamAccess } from '../upstream/upstream-access';
import type { MarketPassMemory } from './market-pass-memory';
import { delayAfter, longestDelay } from './retry-delays';

export interface MarketFreshnessOptions {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  markets: Pick<Markets, 'stale' | 'partStates' | 'textNeeds' | 'refreshPart'>;
  memory: Pick<MarketPassMemory, 'failed' | 'noteUnread' | 'noteLeftOut'>;
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'http'>;
  cachedShop: Pick<CachedShop, 'claim'>;
  database: Database;
  drawVersion: () => Promise<number>;
  clock: Clock;
  logger: Logger;
}

/** Marks products within a transaction. */
export type MarkProducts = (transaction: Transaction, productIds: readonly number[]) => Promise<void>;

/** Rereads in the further markets what events concerned (behavior 14.14). */
export interface MarketFreshness {
  /** Has these products read again in all further markets, even if the process ends now. */
  mark(productIds: readonly number[]): Promise<void>;
  /**
   * Prepares to do the same within a transaction that changes the products and begins afterward; null without further
   * markets.
   */
  marks(): Promise<MarkProducts | null>;
  /**
   * Reads some of what is due in each part.
   * @returns whether anything was due
   * @throws the signal's reason
   */
  refreshSome(signal: AbortSignal): Promise<boolean>;
  /** How long until something is due; null when nothing waits. */
  nextDue(): Promise<Milliseconds | null>;
}

export function createMarketFreshness(options: MarketFreshnessOptions): MarketFreshness {
  const { siteMarkets, markets, memory, clock, logger } = options;
  const { stale } = markets;

  async function refreshedParts(): Promise<RefreshedPart[]> {
    return distinctParts(siteMarkets.further(), await markets.textNeeds()).filter(isRefreshed);
  }

  const idsByName = async (): Promise<Map<string, number>> =>
    new Map((await markets.partStates.list()).map(({ id, name }) => [name, id]));

  async function marks(): Promise<MarkProducts | null> {
    if (siteMarkets.further().length === 0) return null;
    const askedVersion = await options.drawVersion();
    const known = await idsByName();
    // A part whose first pass has not begun is left to that pass.
    const partIds = (await refreshedParts()).flatMap((part) => known.get(partName(part)) ?? []);
    return (transaction, productIds) => stale.mark(transaction, { partIds, productIds, askedVersion });
  }

  async function refreshDue(due: ReadonlySet<number>, signal: AbortSignal): Promise<void> {
    // Read first: another instance may have added the market that products wait for.
    const settings = await options.settings.read();
    const [parts, knownParts] = [await refreshedParts(), await idsByName()];
    const wanted = parts.flatMap((part) => {
      const partId = knownParts.get(partName(part));
      return partId !== undefined && due.has(partId) ? [{ part, partId }] : [];
    });
    const left = new Set(wanted.map(({ partId }) => partId));
    // Drops marks for markets that were removed, or for a catalog that was cleared.
    const before = await options.drawVersion();
    for (const partId of due) if (!left.has(partId)) await stale.dropPart({ partId, before });
    if (wanted.length === 0) return;
    const { plain } = settings;
    const connection = connectionOf(settings);
    const { hold } = await options.cachedShop.claim(connection.storeHash);
    const http = options.upstream.http(connection);
    for (const each of wanted) {
      signal.throwIfAborted();
      await refreshOne(each, {
        delays: plain.webhookRetryDelays,
        signal,
        read: (products) =>
          withTimeLimit({ clock, limit: seconds(plain.webhookProcessingTimeLimit) }, (overtime) =>
            markets.refreshPart(
              { http, hold, knownParts, parts, signal: AbortSignal.any([signal, overtime]) },
              each.part,
              products,
            ),
          ),
      });
    }
  }

  async function refreshOne(
    { part, partId }: { part: RefreshedPart; partId: number },
    given: {
      delays: readonly number[];
      signal: AbortSignal;
      read: (products: readonly StaleProduct[]) => Promise<{ productId: number; reason: string }[]>;
    },
  ): Promise<void> {
    const name = partName(part);
    if ((await memory.failed()).get(name)?.isLasting) return leaveOut(partId, name);
    const products = nextTogether(await stale.due({ partId, limit: productsPerRefresh }));
    if (products.length === 0) return;
    try {
      const failures = await given.read(products);
      for (const failure of failures) await noteFailed({ partId, name, products, delays: given.delays }, failure);
    } catch (error) {
      if (given.signal.aborted) throw given.signal.reason;
      const trouble = troubleOf(error);
      if (trouble.isLasting) {
        logger.error('market part could not be read', { part: name, error: trouble.message });
        const before = await options.drawVersion();
        await memory.noteUnread(name, trouble, clock.now());
        await stale.dropPart({ partId, before });
        return;
      }
      const delay = delayAfter(products[0]?.attempts ?? 0, given.delays) ?? longestDelay;
      logger.warn('market part could not be read', { part: name, error: trouble.message, retryIn: delay });
      await stale.postpone({ partId, productIds: products.map(({ id }) => id), delay });
      // Defers the whole part, so that its products are not requested one by one while the store is unavailable.
      await stale.defer({ partId, delay });
    }
  }

  /** Skips a part that the store refuses; it is read as a whole once the store no longer does. */
  async function leaveOut(partId: number, name: string): Promise<void> {
    const before = await options.drawVersion();
    await memory.noteLeftOut(name);
    await stale.dropPart({ partId, before });
  }

  async function noteFailed(
    {
      partId,
      name,
      products,
      delays,
    }: { partId: number; name: string; products: readonly StaleProduct[]; delays: readonly number[] },
    { productId, reason }: { productId: number; reason: string },
  ): Promise<void> {
    const failed = products.filter(({ id }) => id === productId);
    const delay = delayAfter(failed[0]?.attempts ?? 0, delays);
    if (delay !== null) {
      logger.warn('a product of a market could not be read', { part: name, productId, reason, retryIn: delay });
      return stale.postpone({ partId, productIds: [productId], delay });
    }
    // The next pass over the part requests it again.
    logger.error('a product of a market could not be read', { part: name, productId, reason });
    await stale.drop({ partId, products: failed });
  }

  return {
    async mark(productIds) {
      if (productIds.length === 0) return;
      const mark = await marks();
      if (mark) await transact(options.database, (transaction) => mark(transaction, productIds));
    },

    marks,

    async refreshSome(signal) {
      const due = new Set(await stale.dueParts());
      if (due.size > 0) await refreshDue(due, signal);
      return due.size > 0;
    },

    nextDue: () => stale.nextDue(),
  };
}

// A product that spoils a whole request takes fewer and fewer others with it (behavior 14.14).
const togetherAfter = [productsPerRefresh, productsPerRefresh, 10];

/**
 * The first of these products, and those that failed as often as it did.
 * @param due longest due first
 */
export function nextTogether(due: readonly StaleProduct[]): StaleProduct[] {
  const [first] = due;
  if (!first) return [];
  const alike = due.filter(({ attempts }) => attempts === first.attempts);
  return alike.slice(0, togetherAfter[first.attempts] ?? 1);
}
