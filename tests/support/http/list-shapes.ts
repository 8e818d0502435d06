import { includeGroups } from '../../../contracts/rest/parameters';
import { type Combination, pairwise } from '../pairwise';

/** Values for list requests; requests of one shape differ in these values. */
export interface ListFacts {
  /** Slugs, sorted by the number of their products, largest first. */
  categories: readonly string[];
  brands: readonly string[];
  /** Current prices, ascending. */
  prices: readonly number[];
  skus: readonly string[];
  /** Terms that some products match, and terms that many match. */
  usual: readonly string[];
  broad: readonly string[];
  products: number;
}

/** One form of request for `/products`. */
export type ListShape = Combination<typeof wide & typeof narrow>;

const none = 'none' as const;

const wide = {
  category: [none, 'large', 'small'],
  brand: [none, 'large', 'small'],
  minPrice: [none, 'low', 'high'],
  maxPrice: [none, 'high', 'low'],
  inStock: [none, 'true', 'false'],
  onSale: [none, 'true', 'false'],
  search: [none, 'usual', 'broad'],
  orderBy: ['date', 'title', 'price'],
  order: ['desc', 'asc'],
  page: ['first', 'middle', 'last'],
  perPage: ['ten', 'hundred'],
  include: [none, 'all'],
} as const;
const narrow = { sku: [none, 'one'], ids: [none, 'hundred'] } as const;

/**
 * Shapes that cover every pair of values of two documented parameters of `/products`. Pairs of parameters that leave
 * many products are covered again without a SKU or ids, which would hide their cost.
 */
export function listShapes(): ListShape[] {
  const all: ListShape[] = [
    ...pairwise({ ...wide, ...narrow }),
    ...pairwise(wide).map((shape) => ({ ...shape, sku: none, ids: none })),
  ];
  return [...new Map(all.map((shape) => [nameOfShape(shape), shape])).values()];
}

/** The name of the shape in tables. */
export function nameOfShape({ orderBy, order, page, perPage, ...filters }: ListShape): string {
  const given = Object.entries(filters).flatMap(([name, level]) => (level === none ? [] : `${name} ${level}`));
  return [...given, `by ${orderBy} ${order}`, `${page} page of ${perPage}`].join(', ');
}

/** A request of the shape, without its page; each number gives another one. */
export function queryOfShape(shape: ListShape, facts: ListFacts, at: number): URLSearchParams {
  const pick = (list: readonly string[], share: 'large' | 'small') => {
    const part = Math.max(1, Math.ceil(list.length / 10));
    return share === 'large' ? list[at % part] : list[list.length - 1 - (at % part)];
  };
  const priceAt = (share: number) =>
    facts.prices[Math.floor(facts.prices.length * share + at * 3) % facts.prices.length] ?? 0;
  const { category, brand, minPrice, maxPrice, search } = shape;
  const query: Record<string, string | undefined> = {
    category: category === none ? undefined : pick(facts.categories, category),
    brand: brand === none ? undefined : pick(facts.brands, brand),
    min_price: minPrice === none ? undefined : String(priceAt(minPrice === 'low' ? 0.1 : 0.9)),
    max_price: maxPrice === none ? undefined : String(priceAt(maxPrice === 'low' ? 0.12 : 0.92)),
    in_stock: shape.inStock === none ? undefined : shape.inStock,
    on_sale: shape.onSale === none ? undefined : shape.onSale,
    search: search === none ? undefined : facts[search][at % facts[search].length],
    sku: shape.sku === none ? undefined : facts.skus[at % facts.skus.length],
    ids: shape.ids === none ? undefined : hundredIds(facts.products, at),
    orderby: shape.orderBy,
    order: shape.order,
    per_page: shape.perPage === 'ten' ? '10' : '100',
    include: shape.include === none ? undefined : includeGroups.join(','),
  };
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, value);
  return given;
}

/** The page number of the shape, for a list of `pages` pages; each number gives another one nearby. */
export function pageOfShape({ page }: Pick<ListShape, 'page'>, pages: number, at: number): number {
  if (page === 'first') return 1;
  const near = page === 'middle' ? Math.floor(pages / 2) + at : pages - at;
  return Math.min(Math.max(1, near), Math.max(1, pages));
}

function hundredIds(products: number, at: number): string {
  const step = Math.max(1, Math.floor(products / 100));
  return Array.from({ length: 100 }, (_, index) => 1 + ((index * step + at) % products)).join(',');
}
