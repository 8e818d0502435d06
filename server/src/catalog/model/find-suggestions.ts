import type { MarketSide } from './market-reader';
import type { RecordReference } from './product-reader';

/** A further market, and what its collections and brands are called. */
export interface NamedMarket {
  side: MarketSide;
  collections(): Promise<RecordReference[]>;
  brands(): Promise<RecordReference[]>;
}

/**
 * What is called so: names that begin with the term first, then those with a word that does, then those that contain it.
 * Products are published ones; of a market, they may be more than the limit, since not all of them are sold there.
 */
export type FindSuggestions = (
  request: { search: string; limit: number },
  market?: NamedMarket,
) => Promise<{ productIds: number[]; collections: RecordReference[]; brands: RecordReference[] }>;
