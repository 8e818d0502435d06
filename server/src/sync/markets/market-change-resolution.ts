import type { CachedShop, StoreFactsReader } from '../../catalog/shop';
import type { Database } from '../../database/database';
import { transact } from '../../database/transact';
import { minutes } from '../../lib/durations';
import { describeError } from '../../lib/errors';
import type { Logger } from '../../lib/logger';
import type { Markets } from '../../markets/create-markets';
import type { PendingChange } from '../../markets/knex-market-changes';
import { concernedParts, type MarketChange, type PriceKnowledge, repeatsOf } from '../../markets/market-change';
import { type MarketPart, partName } from '../../markets/market-parts';
import { troubleOf } from '../../markets/part-failure';
import { distinctParts } from '../../markets/pass-market';
import type { SiteMarkets } from '../../markets/site-markets';
import { connectionOf, type SettingsService } from '../../settings/settings-service';
import { createUpstreamMarkets } from '../../upstream/markets/markets-client';
import { readPriceListFacts } from '../../upstream/markets/price-list-facts';
import type { UpstreamAccess } from '../../upstream/upstream-access';
import type { UpstreamHttp } from '../../upstream/http/upstream-http';
import type { MarketEvents } from '../../webhooks/knex-market-events';
import { delayAfter, longestDelay } from '../freshness/retry-delays';
import type { MarketPassMemory } from './market-pass-memory';

export interface MarketChangeResolutionOptions {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  markets: Pick<Markets, 'changes' | 'stale' | 'partStates' | 'textNeeds' | 'productsOfVariants'>;
  memory: Pick<MarketPassMemory, 'wantParts'>;
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'http'>;
  storeFacts: Pick<StoreFactsReader, 'read'>;
  cachedShop: Pick<CachedShop, 'claim'>;
  /** The events that administrators see for these changes. */
  marketEvents: Pick<MarketEvents, 'lock' | 'complete' | 'fail'>;
  database: Database;
  drawVersion: () => Promise<number>;
  logger: Logger;
  /** Called when parts are to be reread as a whole. */
  onWanted: () => void;
}

/** Finds out what the changes reported by webhooks concern, and has only that read again (behavior 14.16). */
export interface MarketChangeResolution {
  /**
   * Resolves some of the changes that are due.
   * @returns whether any was due
   * @throws the signal's reason
   */
  resolveSome(signal: AbortSignal): Promise<boolean>;
}

const changesAtOnce = 100;
// A change may contain a thousand records, and the effects of all changes are written in one transaction.
const recordsAtOnce = 2_000;
const nothingKnown: PriceKnowledge = { lists: null, ownCurrency: null, charged: [] };

export function createMarketChangeResolution(options: MarketChangeResolutionOptions): MarketChangeResolution {
  const { markets, memory, logger, marketEvents: events } = options;
  const { changes } = markets;

  async function learn(
    http: UpstreamHttp,
    { parts, signal }: { parts: readonly MarketPart[]; signal: AbortSignal },
  ): Promise<PriceKnowledge> {
    const request = { signal, priority: 'high' as const };
    const guestsOf = parts.flatMap((part) =>
      part.kind === 'prices' && part.customerGroupId === null ? [part.channelId] : [],
    );
    const facts = await options.storeFacts.read();
    const lists = await readPriceListFacts(http, { ...request, guestsOf: [...new Set(guestsOf)] });
    const { items } = await createUpstreamMarkets({ http, ...request }).currencies();
    const charged = items.flatMap(({ code, isTransactional }) => (isTransactional ? [code] : []));
    return { lists, ownCurrency: facts?.currency ?? null, charged };
  }

  /** Treats what the store refuses to return as unknown; any other failure may be temporary. */
  async function learnUnlessRefused(...given: Parameters<typeof learn>): Promise<PriceKnowledge> {
    try {
      return await learn(...given);
    } catch (error) {
      if (given[1].signal.aborted || !troubleOf(error).isLasting) throw error;
      logger.warn('the store refuses to list the assignments of price lists', { error: describeError(error) });
      return nothingKnown;
    }
  }

  async function resolve(waiting: readonly PendingChange[], signal: AbortSignal): Promise<void> {
    const settings = await options.settings.read();
    const connection = connectionOf(settings);
    const { hold } = await options.cachedShop.claim(connection.storeHash);
    const parts = distinctParts(options.siteMarkets.further(), await markets.textNeeds());
    const reported = waiting.flatMap(({ change }) => change ?? []);
    const eventKeys = waiting.flatMap(({ eventKey }) => eventKey ?? []);
    try {
      const known = reported.some(isAboutLists)
        ? await learnUnlessRefused(options.upstream.http(connection), { parts, signal })
        : nothingKnown;
      const { whole, variants } = concernedParts(reported, { parts, known });
      if (whole.length > 0) await memory.wantParts(whole.map((part) => partName(part)));
      const marks = await productsToMark(variants);
      const askedVersion = await options.drawVersion();
      await transact(options.database, async (transaction) => {
        await hold(transaction);
        for (const { partId, productIds } of marks)
          await markets.stale.mark(transaction, { partIds: [partId], productIds, askedVersion });
        await changes.add(transaction, repeatsOf(reported, parts));
        await events.lock(transaction, eventKeys);
        await events.complete(transaction, await changes.remove(transaction, waiting));
      });
      if (whole.length > 0) options.onWanted();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const delay = delayAfter(waiting[0]?.attempts ?? 0, settings.plain.webhookRetryDelays) ?? longestDelay;
      logger.warn('market changes were postponed', { error: describeError(error), retryIn: delay });
      await events.fail(eventKeys, describeError(error));
      await changes.postpone({ ids: waiting.map(({ id }) => id), delay });
    }
  }

  async function productsToMark(variants: ReturnType<typeof concernedParts>['variants']) {
    if (variants.length === 0) return [];
    const ids = new Map((await markets.partStates.list()).map(({ id, name }) => [name, id]));
    const products = await markets.productsOfVariants(variants.flatMap(({ variantIds }) => variantIds));
    return variants.flatMap(({ part, variantIds }) => {
      const partId = ids.get(partName(part));
      // A part whose first pass has not begun is left to that pass.
      if (partId === undefined) return [];
      return [{ partId, productIds: [...new Set(variantIds.flatMap((id) => products.get(id) ?? []))] }];
    });
  }

  return {
    async resolveSome(signal) {
      const due = await changes.due(changesAtOnce);
      if (due.length === 0) return false;
      const [resolvable, others] = [due.filter(({ change }) => change), due.filter(({ change }) => !change)];
      if (others.length > 0) await changes.postpone({ ids: others.map(({ id }) => id), delay: minutes(15) });
      if (resolvable.length > 0) await resolve(fewEnough(resolvable), signal);
      return true;
    },
  };
}

const isAboutLists = (change: MarketChange): boolean =>
  change.kind === 'price records' || (change.kind === 'price lists' && !change.areGone);

/** The first of these changes, and as many after it as one transaction takes. */
function fewEnough(waiting: readonly PendingChange[]): PendingChange[] {
  let records = 0;
  return waiting.filter(({ change }, index) => {
    records += change?.kind === 'price records' ? change.records.length : 0;
    return index === 0 || records <= recordsAtOnce;
  });
}
