import type { MarketSide } from './market-reader';
import type { ProductFilter, RecordReference } from './product-reader';

/** A brand or category, and how many products would match if it were selected. */
export interface FacetValue extends RecordReference {
  count: number;
}

/**
 * How a list can be narrowed further. Each facet is counted with all filters applied but its own: with one brand
 * selected, the other brands still have their counts.
 */
export interface Facets {
  /** How many products pass all filters. */
  total: number;
  /** Of what shoppers pay; null if no product matches. */
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

/** The same for what a further market sells, at its prices and with its own names of brands and collections. */
export type FindMarketFacets = (filter: ProductFilter, side: MarketSide) => Promise<Facets>;
