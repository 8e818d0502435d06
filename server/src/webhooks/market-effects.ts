import type { CachedShop } from '../catalog/shop';
import type { Clock } from '../lib/clock';
import type { Logger } from '../lib/logger';
import type { Markets } from '../markets/create-markets';
import { type Market, partName } from '../markets/market-parts';
import { troubleOf } from '../markets/part-failure';
import { distinctParts } from '../markets/pass-market';
import type { UnreadPart } from '../markets/refresh-products';
import type { SiteMarkets } from '../markets/site-markets';
import { connectionOf, type SettingsService } from '../settings/settings-service';
import type { MarketPassMemory } from '../sync/market-pass-memory';
import type { UpstreamAccess } from '../upstream/upstream-access';
import type { EventBatch } from './event-batches';
import type { BatchOutcome, EventEffects } from './event-effects';
import type { EventWriter, NewEvent } from './event-queue';

export interface MarketEffectsOptions {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  markets: Pick<Markets, 'refreshProducts'>;
  memory: Pick<MarketPassMemory, 'failed' | 'noteUnread' | 'noteLeftOut'>;
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'http'>;
  cachedShop: Pick<CachedShop, 'claim'>;
  queue: EventWriter;
  clock: Clock;
  logger: Logger;
}

/**
 * The same effects, and what follows from them in further markets. A product that is up to date is queued for these before
 * its own event is complete, so that no crash loses it, and none of them delays the catalog (behavior 14.14).
 */
export function withFurtherMarkets(effects: EventEffects, options: MarketEffectsOptions): EventEffects {
  return {
    async apply(batch, signal) {
      if (batch.entity === 'market_product') return refreshInMarkets(options, batch, signal);
      const outcome = await effects.apply(batch, signal);
      if (batch.entity === 'product' && options.siteMarkets.further().length > 0)
        await options.queue.add(followUps(batch, outcome));
      return outcome;
    },
  };
}

/** One for each product that is up to date, in the words of the event that concerned it. */
function followUps({ work }: EventBatch, { failures, lookAgain }: BatchOutcome): NewEvent[] {
  return work.flatMap(({ entityId, events }) => {
    const scope = events.at(-1)?.scope;
    if (scope === undefined || failures.has(entityId) || lookAgain.has(entityId)) return [];
    return [{ scope, entity: 'market_product' as const, entityId, identity: null }];
  });
}

async function refreshInMarkets(
  options: MarketEffectsOptions,
  { work }: EventBatch,
  signal: AbortSignal,
): Promise<BatchOutcome> {
  const { memory, cachedShop, upstream } = options;
  const markets = options.siteMarkets.further();
  // Given up since.
  if (markets.length === 0) return { failures: new Map(), lookAgain: new Map() };
  const connection = connectionOf(await options.settings.read());
  const { hold } = await cachedShop.claim(connection.storeHash);
  const failed = await memory.failed();
  const leaveOut = new Set(refreshedParts(markets).filter((name) => failed.get(name)?.isLasting));
  const productIds = work.map(({ entityId }) => entityId);
  const { unread, failures } = await options.markets.refreshProducts({
    markets,
    productIds,
    leaveOut,
    http: upstream.http(connection),
    signal,
    hold,
  });
  // What is not asked for, since the store refuses it, is read as a whole once the store does not.
  for (const name of leaveOut) await memory.noteLeftOut(name);
  const others = await noteLasting(options, unread);
  return { failures: failuresOf({ productIds, unread: others, failures }), lookAgain: new Map() };
}

/** The names of the parts that events refresh. */
function refreshedParts(markets: readonly Market[]): string[] {
  const parts = distinctParts(markets, null).filter(({ kind }) => kind === 'membership' || kind === 'prices');
  return parts.map((part) => partName(part));
}

/** @returns the parts that may be readable the next time */
async function noteLasting(
  { memory, clock, logger }: MarketEffectsOptions,
  unread: readonly UnreadPart[],
): Promise<UnreadPart[]> {
  const others: UnreadPart[] = [];
  for (const { part, error } of unread) {
    const trouble = troubleOf(error);
    if (trouble.isLasting) {
      logger.error('market part could not be read', { part: partName(part), error: trouble.message });
      await memory.noteUnread(partName(part), trouble, clock.now());
    } else others.push({ part, error });
  }
  return others;
}

/** Which part is at fault is the same for all products of a batch. */
function failuresOf({
  productIds,
  unread,
  failures,
}: {
  productIds: readonly number[];
  unread: readonly UnreadPart[];
  failures: readonly { productId: number; reason: string }[];
}): Map<number, string> {
  const own = new Map(failures.map(({ productId, reason }) => [productId, reason]));
  const [first] = unread;
  if (!first) return own;
  const words = `${partName(first.part)}: ${troubleOf(first.error).message}`;
  return new Map(productIds.map((id) => [id, own.get(id) ?? words]));
}
