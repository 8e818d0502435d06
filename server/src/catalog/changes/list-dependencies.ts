import type { CatalogProduct } from '../model/catalog-types';
import type { ProductIndexEntry } from '../model/product-index-entry';
import type { ProductFilter, ProductListRequest } from '../model/product-reader';
import type { StoredProduct } from '../tables/stored-product';
import { fold } from '../model/text';

/**
 * The aspects of published products that determine which of them a list shows, in which order, and how many there are.
 * `presence`: a product was added or removed, published or hidden; `sale`: whether it has a sale price; `title`: its
 * position in the order by title; `text`: the text that is searched. Nothing else that a list shows affects this.
 */
export const listDependencies = [
  'presence',
  'created',
  'price',
  'title',
  'text',
  'categories',
  'brand',
  'stock',
  'sale',
  'sku',
] as const;
export type ListDependency = (typeof listDependencies)[number];

type Value = string | number | boolean | null;

/** The values that lists read of one product from one table; dependencies that the table does not hold have no value. */
interface Standing {
  isPublished: boolean;
  values: Partial<Record<Exclude<ListDependency, 'presence'>, Value>>;
}

/** Which list dependencies an update to a product's own row changes. A product that is a draft before and after is in no list. */
export function dependenciesBetween(before: StoredProduct, after: CatalogProduct): ListDependency[] {
  // The stored value, not one derived anew: an earlier version may have folded titles differently.
  return differing(standingOf(before, before.titleKey), standingOf(after, fold(after.title)));
}

/** What the default market's lists show of it. */
type Listing = Omit<ProductIndexEntry, 'isVisibleElsewhere'>;

/**
 * The same for our own tables, which serve categories and searches. They can differ from the product's row if something
 * else wrote that; then an update changes them and not the row.
 * @param before undefined if the product was not in the product index
 */
export function dependenciesBetweenEntries(before: Listing | undefined, after: Listing): ListDependency[] {
  if (before) return differing(standingOfListing(before), standingOfListing(after));
  return after.isPublished ? ['presence'] : [];
}

function differing(before: Standing, after: Standing): ListDependency[] {
  if (before.isPublished !== after.isPublished) return ['presence'];
  if (!after.isPublished) return [];
  return listDependencies.filter(
    (dependency) => dependency !== 'presence' && before.values[dependency] !== after.values[dependency],
  );
}

function standingOf(product: CatalogProduct, titleKey: string): Standing {
  const { publicationStatus, createdAt, calculatedPrice, brandId, inStock, salePrice, sku } = product;
  return {
    isPublished: publicationStatus === 'publish',
    values: {
      created: Date.parse(createdAt),
      price: calculatedPrice,
      title: titleKey,
      brand: brandId,
      stock: inStock,
      sale: salePrice !== null,
      sku,
    },
  };
}

function standingOfListing({ isPublished, created, price, titleKey, searchText, categoryIds }: Listing): Standing {
  const categories = [...new Set(categoryIds)].sort((a, b) => a - b).join(' ');
  return { isPublished, values: { created, price, title: titleKey, text: searchText, categories } };
}

/** None for ids: the filter names its products, so no other change affects which ones it selects. */
const dependencyOfFilter: { readonly [Name in keyof Required<ProductFilter>]: ListDependency | null } = {
  categorySlug: 'categories',
  search: 'text',
  brand: 'brand',
  minPrice: 'price',
  maxPrice: 'price',
  inStock: 'stock',
  onSale: 'sale',
  sku: 'sku',
  ids: null,
};

const dependencyOfOrder: { readonly [Name in ProductListRequest['orderBy']]: ListDependency } = {
  date: 'created',
  price: 'price',
  title: 'title',
};

/** What determines which products pass a filter. */
export function dependenciesOfFilter(filter: ProductFilter): ListDependency[] {
  const given = new Set(Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : name)));
  const dependencies = Object.entries(dependencyOfFilter).flatMap(([name, dependency]) =>
    dependency !== null && given.has(name) ? dependency : [],
  );
  return [...new Set<ListDependency>(['presence', ...dependencies])];
}

/** What the facets of a filter count by, and therefore depend on, whatever is filtered. */
export function dependenciesOfFacets(filter: ProductFilter): ListDependency[] {
  const counted = ['presence', 'price', 'categories', 'brand', 'stock', 'sale'] as const;
  return [...new Set<ListDependency>([...dependenciesOfFilter(filter), ...counted])];
}

/** What determines which products pass a filter, and in which order. Ties are broken by id, which never changes. */
export function dependenciesOfList({
  filter,
  orderBy,
}: Pick<ProductListRequest, 'filter' | 'orderBy'>): ListDependency[] {
  return [...new Set([...dependenciesOfFilter(filter), dependencyOfOrder[orderBy]])];
}
