import type { StoreFacts } from '../catalog/model';
import type { Container } from '../container';
import type { MarketReading } from '../http/rest-action';
import { MarketNotReadyError } from '../markets/market-errors';

/** What of the catalog is true in a further market. */
export interface MarketScope {
  facts: StoreFacts;
  /** Whether the categories that are cached are its channel's. */
  hasCategories: boolean;
}

/**
 * The categories that are cached are those of the default market's channel.
 * @throws MarketNotReadyError before the first sync
 */
export async function scopeOfMarket(
  { market }: Pick<MarketReading, 'market'>,
  { siteMarkets, storeFacts }: Pick<Container, 'siteMarkets' | 'storeFacts'>,
): Promise<MarketScope> {
  const facts = await storeFacts.read();
  const first = siteMarkets.default(facts);
  if (!facts || !first) throw new MarketNotReadyError(market);
  return { facts, hasCategories: first.channelId === market.channelId };
}
