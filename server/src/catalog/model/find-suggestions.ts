import type { MarketSide } from './market-reader';
import type { RecordReference } from './product-reader';

/** A further market, with the names of its collections and brands. */
export interface NamedMarket {
  side: MarketSide;
  collections(): Promise<RecordReference[]>;
  brands(): Promise<RecordReference[]>;
}

/**
 * Finds records by name: first names that begin with the term, then names with a word that does, then names that
 * contain it. Products are published ones or, for a market, those that it shows.
 */
export type FindSuggestions = (
  request: { search: string; limit: number },
  market?: NamedMarket,
) => Promise<{ productIds: number[]; collections: RecordReference[]; brands: RecordReference[] }>;
