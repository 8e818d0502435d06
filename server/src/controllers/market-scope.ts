import type { StoreFacts } from '../catalog/model';
import type { Container } from '../container';
import type { MarketReading } from '../http/rest-action';
import { notOfferedInMarkets } from '../http/market-of-request';
import { MarketNotReadyError } from '../markets/market-errors';
import { isSameLocale } from '../upstream/local-texts';

/** What of the catalog is true in a further market. */
export interface MarketScope {
  facts: StoreFacts;
  /** Whether the categories that are cached are its channel's. */
  hasCategories: boolean;
}

/**
 * Texts are cached in the language of the default market, and the categories of its channel.
 * @throws RestError `invalid_parameter` for a market in another language
 * @throws MarketNotReadyError before the first sync
 */
export async function scopeOfMarket(
  { market }: Pick<MarketReading, 'market'>,
  { siteMarkets, storeFacts }: Pick<Container, 'siteMarkets' | 'storeFacts'>,
): Promise<MarketScope> {
  const facts = await storeFacts.read();
  const first = siteMarkets.default(facts);
  if (!facts || !first) throw new MarketNotReadyError(market);
  if (first.locale === null || !isSameLocale(first.locale, market.locale)) {
    throw notOfferedInMarkets(
      `must be one in the language of the default market: texts in ${market.locale} are not kept yet`,
    );
  }
  return { facts, hasCategories: first.channelId === market.channelId };
}
