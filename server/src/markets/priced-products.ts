/** A product of the catalog, with the variants that have their own price. */
export interface PricedProduct {
  id: number;
  /** Variants with options; a product without options has one price. */
  variantIds: readonly number[];
}

/** The products that a market needs prices of: those that its channel sells and the catalog has. */
export interface PricedProducts {
  /** Ascending by id, from the first one after this id. */
  after(request: { membershipId: number; after: number; limit: number }): Promise<PricedProduct[]>;
  /** Those among these ids, ascending. */
  among(request: { membershipId: number; ids: readonly number[] }): Promise<PricedProduct[]>;
  /** Those among these ids that the catalog has, ascending, wherever they are sold. */
  cached(ids: readonly number[]): Promise<PricedProduct[]>;
}
