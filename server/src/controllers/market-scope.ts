import type { MarketSide, StoreFacts } from '../catalog/model';
import type { Container } from '../container';
import type { MarketReading } from '../http/rest-action';
import { MarketNotReadyError } from '../markets/market-errors';

/** The part of the catalog that applies in a further market. */
export interface MarketScope {
  facts: StoreFacts;
  /** Where its products are; with its channel's own tree if that is not the catalog's. */
  side: MarketSide;
}

/**
 * Determines the scope of a market. The catalog's own categories are those of the default market's channel.
 * @throws MarketNotReadyError before the first sync, and before the channel's own tree was read
 */
export async function scopeOfMarket(
  { market, parts: { categoriesId, ...parts } }: MarketReading,
  { siteMarkets, storeFacts }: Pick<Container, 'siteMarkets' | 'storeFacts'>,
): Promise<MarketScope> {
  const facts = await storeFacts.read();
  const first = siteMarkets.default(facts);
  if (!facts || !first) throw new MarketNotReadyError(market);
  if (first.channelId === market.channelId) return { facts, side: parts };
  if (categoriesId === null) throw new MarketNotReadyError(market);
  return { facts, side: { ...parts, tree: { categoriesId, textsId: parts.texts?.categoriesId ?? null } } };
}
