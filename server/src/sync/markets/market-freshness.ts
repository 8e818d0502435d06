import type { CachedShop } from '../../catalog/shop';
import { transact } from '../../database/transact';
import type { Database, Transaction } from '../../database/database';
import type { Clock } from '../../lib/clock';
import { type Milliseconds, seconds } from '../../lib/durations';
import type { Logger } from '../../lib/logger';
import { withTimeLimit } from '../../lib/time-limit';
import { followSignals } from '../../lib/follow-signals';
import type { Markets } from '../../markets/create-markets';
import type { StaleProduct } from '../../markets/knex-stale-products';
import { partName } from '../../markets/market-parts';
import { troubleOf } from '../../markets/part-failure';
import { distinctParts } from '../../markets/pass-market';
import { isRefreshed, productsPerRefresh, type RefreshedPart } from '../../markets/refresh-part';
import type { SiteMarkets } from '../../markets/site-markets';
import { connectionOf, type SettingsService } from '../../settings/settings-service';
import type { UpstreamAccess } from '../../upstream/upstream-access';
import { createFailureIsolation, type FailureIsolation } from '../freshness/failure-isolation';
import type { MarketPassMemory } from './market-pass-memory';
import { delayAfter, longestDelay } from '../freshness/retry-delays';

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

/** Products of a part that were read together. */
interface Tried {
  partId: number;
  name: string;
  products: readonly StaleProduct[];
  delays: readonly number[];
}

export function createMarketFreshness(options: MarketFreshnessOptions): MarketFreshness {
  const { siteMarkets, markets, memory, clock, logger } = options;
  const { stale } = markets;
  const isolations = new Map<number, FailureIsolation>();
  const isolationOf = (partId: number): FailureIsolation => {
    const isolation = isolations.get(partId) ?? createFailureIsolation(productsPerRefresh);
    isolations.set(partId, isolation);
    return isolation;
  };

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
    // Drawn before the settings are read: what is marked for a market that another instance restores is not dropped.
    const before = await options.drawVersion();
    // Read first: another instance may have added the market that products wait for.
    const settings = await options.settings.read();
    const [parts, knownParts] = [await refreshedParts(), await idsByName()];
    const wanted = parts.flatMap((part) => {
      const partId = knownParts.get(partName(part));
      return partId !== undefined && due.has(partId) ? [{ part, partId }] : [];
    });
    const left = new Set(wanted.map(({ partId }) => partId));
    // Drops marks for markets that were removed, or for a catalog that was cleared.
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
            followSignals([signal, overtime], (until) =>
              markets.refreshPart({ http, hold, knownParts, signal: until }, each.part, products),
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
    const failure = (await memory.failed()).get(name);
    // While removals are held, everything else is read (behavior 14.5).
    if (failure?.isLasting === true && !failure.isHeld) return leaveOut(partId, name);
    const isolation = isolationOf(partId);
    const products = await stale.due({ partId, limit: isolation.size() });
    if (products.length === 0) return;
    try {
      const failures = await given.read(products);
      isolation.succeeded();
      for (const failure of failures) await noteFailed({ partId, name, products, delays: given.delays }, failure);
    } catch (error) {
      if (given.signal.aborted) throw given.signal.reason;
      const trouble = troubleOf(error);
      if (trouble.isLasting) {
        logger.error('market part could not be read', { part: name, error: trouble.message });
        const before = await options.drawVersion();
        await memory.noteUnread(name, trouble, clock.now());
        // What is held was settled.
        if (!trouble.isHeld) await stale.dropPart({ partId, before });
        return;
      }
      await noteTrouble({ partId, name, products, delays: given.delays }, trouble.message);
    }
  }

  async function noteTrouble({ partId, name, products, delays }: Tried, reason: string): Promise<void> {
    const isolation = isolationOf(partId);
    const waits = isolation.failed(products.length);
    const [only, ...others] = products;
    if (only && others.length === 0) {
      const delay = delayAfter(only.attempts, delays);
      if (delay === null && isolation.isToBlame(only.id)) return leaveToPass({ partId, name, products, reason });
      const retryIn = delay ?? longestDelay;
      logger.warn('a product of a market could not be read', { part: name, productId: only.id, reason, retryIn });
      await stale.postpone({ partId, products, delay: retryIn });
    }
    if (waits === null) return;
    const delay = delayAfter(waits, delays) ?? longestDelay;
    logger.warn('market part could not be read', { part: name, error: reason, retryIn: delay });
    await stale.defer({ partId, delay });
  }

  /** Skips a part that the store refuses; it is read as a whole once the store no longer does. */
  async function leaveOut(partId: number, name: string): Promise<void> {
    const before = await options.drawVersion();
    await memory.noteLeftOut(name);
    await stale.dropPart({ partId, before });
  }

  async function noteFailed(
    { partId, name, products, delays }: Tried,
    { productId, reason }: { productId: number; reason: string },
  ): Promise<void> {
    const failed = products.filter(({ id }) => id === productId);
    const delay = delayAfter(failed[0]?.attempts ?? 0, delays);
    if (delay === null) return leaveToPass({ partId, name, products: failed, reason });
    logger.warn('a product of a market could not be read', { part: name, productId, reason, retryIn: delay });
    await stale.postpone({ partId, products: failed, delay });
  }

  /** The next pass over the part requests these products again. */
  async function leaveToPass({ partId, name, products, reason }: Omit<Tried, 'delays'> & { reason: string }) {
    for (const { id: productId } of products)
      logger.error('a product of a market could not be read', { part: name, productId, reason });
    await stale.drop({ partId, products });
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
