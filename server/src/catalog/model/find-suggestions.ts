import type { MarketSide } from './market-reader';
import type { RecordReference } from './product-reader';

/**
 * Finds records by name: first names that begin with the term, then names with a word that does, then names that
 * contain it. Products are published ones or, for a further market, those that it shows.
 * @param side of a further market
 */
export type FindSuggestions = (
  request: { search: string; limit: number },
  side?: MarketSide,
) => Promise<{ productIds: number[]; collections: RecordReference[]; brands: RecordReference[] }>;
