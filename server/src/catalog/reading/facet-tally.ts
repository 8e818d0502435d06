import type { Facets } from '../model/find-facets';

/** Conditions by ids instead of names; absent ones are ignored. */
export interface FacetFilter {
  categoryId?: number | undefined;
  brandId?: number | undefined;
  /** Inclusive. */
  minPrice?: number | undefined;
  /** Inclusive. */
  maxPrice?: number | undefined;
  inStock?: boolean | undefined;
  onSale?: boolean | undefined;
}

/** The facts about one published product that are counted. */
export interface FacetFacts {
  /** What is charged; null: it has no price. */
  price: number | null;
  /** 0 without a brand. */
  brandId: number;
  isInStock: boolean;
  isOnSale: boolean;
  categoryIds: readonly number[];
}

/** Keyed by the ids of brands and categories. */
export interface FacetCounts extends Omit<Facets, 'brands' | 'categories'> {
  brands: ReadonlyMap<number, number>;
  categories: ReadonlyMap<number, number>;
}

type Facet = 'category' | 'brand' | 'price' | 'stock' | 'sale';

const countIn = (counts: Map<number, number>, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);

/**
 * Counts products by facets. A product that fails one condition counts in the facet of that condition only; one that
 * fails two counts in none. So one look at each product is enough for all facets.
 */
export class FacetTally {
  total = 0;
  price: { min: number; max: number } | null = null;
  readonly brands = new Map<number, number>();
  readonly categories = new Map<number, number>();
  inStock = 0;
  outOfStock = 0;
  onSale = 0;

  constructor(private readonly filter: FacetFilter) {}

  add(facts: FacetFacts): void {
    const failed = this.failedBy(facts);
    if (failed === 'several') return;
    const counts = (facet: Facet) => failed === null || failed === facet;
    if (failed === null) this.total += 1;
    if (counts('brand') && facts.brandId !== 0) countIn(this.brands, facts.brandId);
    if (counts('category')) for (const id of facts.categoryIds) countIn(this.categories, id);
    if (counts('price')) this.widen(facts.price);
    if (counts('stock') && facts.isInStock) this.inStock += 1;
    if (counts('stock') && !facts.isInStock) this.outOfStock += 1;
    if (counts('sale') && facts.isOnSale) this.onSale += 1;
  }

  /** The one condition that a product fails; null: none. */
  private failedBy({ price, brandId, isInStock, isOnSale, categoryIds }: FacetFacts): Facet | 'several' | null {
    const { filter } = this;
    let failed: Facet | null = null;
    const fails = (facet: Facet, hasFailed: boolean): boolean => {
      if (!hasFailed) return false;
      if (failed !== null) return true;
      failed = facet;
      return false;
    };
    const isSeveral =
      fails('brand', filter.brandId !== undefined && filter.brandId !== brandId) ||
      fails('price', isOutside(price, filter)) ||
      fails('stock', filter.inStock !== undefined && filter.inStock !== isInStock) ||
      fails('sale', filter.onSale !== undefined && filter.onSale !== isOnSale) ||
      fails('category', filter.categoryId !== undefined && !categoryIds.includes(filter.categoryId));
    return isSeveral ? 'several' : failed;
  }

  counts(): FacetCounts {
    const { total, price, brands, categories, inStock, outOfStock, onSale } = this;
    return { total, price, brands, categories, inStock, outOfStock, onSale };
  }

  private widen(price: number | null): void {
    if (price === null) return;
    this.price =
      this.price === null
        ? { min: price, max: price }
        : { min: Math.min(this.price.min, price), max: Math.max(this.price.max, price) };
  }
}

function isOutside(price: number | null, { minPrice, maxPrice }: FacetFilter): boolean {
  if (price === null) return minPrice !== undefined || maxPrice !== undefined;
  return price < (minPrice ?? -Infinity) || price > (maxPrice ?? Infinity);
}
