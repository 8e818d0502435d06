import type { NamedMarket } from './find-suggestions';
import type { ProductFilter, RecordReference } from './product-reader';

/** A brand or category, and how many products it would leave. */
export interface FacetValue extends RecordReference {
  count: number;
}

/**
 * How a list can be narrowed further. Each facet counts what its own filter would leave in combination with all the others: with one brand
 * chosen, the other brands still have their counts.
 */
export interface Facets {
  /** How many products pass all filters. */
  total: number;
  /** Of what shoppers pay; null where nothing is left. */
  price: { min: number; max: number } | null;
  /** The most frequent first. */
  brands: FacetValue[];
  /** Visible ones, the most frequent first. */
  categories: FacetValue[];
  inStock: number;
  outOfStock: number;
  onSale: number;
}

/** Counts what the products of a list have in common. */
export type FindFacets = (filter: ProductFilter) => Promise<Facets>;

/** The same of what a further market sells, at its prices, by its own names of brands and collections. */
export type FindMarketFacets = (filter: ProductFilter, market: NamedMarket) => Promise<Facets>;
