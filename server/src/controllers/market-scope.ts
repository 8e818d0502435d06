import type { MarketSide, StoreFacts } from '../catalog/model';
import type { Container } from '../container';
import type { MarketReading } from '../http/rest-action';
import { MarketNotReadyError } from '../markets/market-errors';

/** What of the catalog is true in a further market. */
export interface MarketScope {
  facts: StoreFacts;
  /** Where its products are; with its channel's own tree, where that is another than the one of the catalog. */
  side: MarketSide;
}

/**
 * The categories that are cached with the catalog are those of the default market's channel.
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
