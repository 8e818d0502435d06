import type { CatalogProduct } from '../model/catalog-types';
import type { ProductIndexEntry } from '../model/product-index-entry';
import type { ProductFilter, ProductListRequest } from '../model/product-reader';
import type { StoredProduct } from '../tables/stored-product';
import { fold } from '../model/text';

/**
 * What about published products decides which of them a list shows, in which order, and how many there are. `presence`: a
 * product came or went, was published or hidden; `sale`: whether it has a sale price; `title`: the place in the order by
 * title; `text`: what a search looks through. What else a list shows of its products decides none of this.
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

/** What lists read of one product in one place; of facets that this place does not hold there is no value. */
interface Standing {
  isPublished: boolean;
  values: Partial<Record<Exclude<ListDependency, 'presence'>, Value>>;
}

/** Which facets of a product's own row an update changes. A product that is a draft before and after is in no list. */
export function dependenciesBetween(before: StoredProduct, after: CatalogProduct): ListDependency[] {
  // What stands in the row, not what it would be made of: an earlier version may have folded titles in another way.
  return differing(standingOf(before, before.titleKey), standingOf(after, fold(after.title)));
}

/**
 * The same of our own tables, from which categories and searches are answered. They can differ from the product's row, when
 * somebody else wrote that; then an update changes them and not the row.
 * @param before undefined when there was no listing
 */
export function dependenciesBetweenEntries(
  before: ProductIndexEntry | undefined,
  after: ProductIndexEntry,
): ListDependency[] {
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

function standingOfListing({
  isPublished,
  created,
  price,
  titleKey,
  searchText,
  categoryIds,
}: ProductIndexEntry): Standing {
  const categories = [...new Set(categoryIds)].sort((a, b) => a - b).join(' ');
  return { isPublished, values: { created, price, title: titleKey, text: searchText, categories } };
}

/** None for ids: which products they leave, these products say, whatever else they say. */
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

/** What decides which products pass a filter. */
export function dependenciesOfFilter(filter: ProductFilter): ListDependency[] {
  const given = new Set(Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : name)));
  const dependencies = Object.entries(dependencyOfFilter).flatMap(([name, dependency]) =>
    dependency !== null && given.has(name) ? dependency : [],
  );
  return [...new Set<ListDependency>(['presence', ...dependencies])];
}

/** What decides which products pass a filter, and in which order. Products that are equal in that stand by their id, which never changes. */
export function dependenciesOfList({
  filter,
  orderBy,
}: Pick<ProductListRequest, 'filter' | 'orderBy'>): ListDependency[] {
  return [...new Set([...dependenciesOfFilter(filter), dependencyOfOrder[orderBy]])];
}
