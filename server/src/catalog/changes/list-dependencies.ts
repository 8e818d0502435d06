import type { CatalogProduct } from '../model/catalog-types';
import { listKeysOf, type ProductIndexEntry } from '../model/product-index-entry';
import type { ProductFilter, ProductListRequest } from '../model/product-reader';
import type { StoredProduct } from '../tables/stored-product';
import { fold } from '../model/text';

/**
 * The aspects of products (published ones, and ones that only further markets show) that determine which of them a list
 * shows, in which order, and how many there are. `presence`: a product was added or removed, published or hidden;
 * `sale`: whether it has a sale price; `title`: its position in the order by title; `text`: the text that is searched.
 * Other fields that a list shows don't affect this, and neither does `slug`: a product came, or its slug in the catalog
 * moved; in a market with texts of its own, slugs of other products can depend on it.
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
  'slug',
] as const;
export type ListDependency = (typeof listDependencies)[number];

type Value = string | number | boolean | null;

/** The values of one product that lists read from one table; dependencies that the table does not hold are absent. */
interface ListedState {
  /** Which markets' lists contain it; null: none do. */
  shownIn: 'every market' | 'further markets' | null;
  values: Partial<Record<Exclude<ListDependency, 'presence' | 'slug'>, Value>>;
}

/** Which list dependencies an update to a product's own row changes. */
export function dependenciesBetween(before: StoredProduct, after: CatalogProduct): ListDependency[] {
  // The stored title key, not a newly derived one: an earlier version may have folded titles differently.
  return differing(listedStateOf(before, before.titleKey), listedStateOf(after, fold(after.title)));
}

/** What our own tables hold for a product, with the keys of the categories whose lists contain it. */
type Listing = Omit<ProductIndexEntry, 'isVisibleElsewhere'>;

/**
 * The same for our own tables, which serve categories and searches. They can differ from the product's row if something
 * else wrote the row; an update may then change only these tables.
 * @param before undefined if the product was not in the product index
 */
export function dependenciesBetweenEntries(before: Listing | undefined, after: ProductIndexEntry): ListDependency[] {
  const shownIn = placeOf(after.isPublished, after.isVisibleElsewhere);
  if (!before) return shownIn === null ? [] : ['presence'];
  // These tables don't record whether further markets show a draft; the product's row does, and is compared separately.
  const wasShownIn = before.isPublished ? 'every market' : after.isPublished ? null : shownIn;
  return differing(
    { shownIn: wasShownIn, values: valuesOfListing(before) },
    { shownIn, values: valuesOfListing({ ...after, categoryIds: listKeysOf(after) }) },
  );
}

function placeOf(isPublished: boolean, isVisibleElsewhere: boolean): ListedState['shownIn'] {
  if (isPublished) return 'every market';
  return isVisibleElsewhere ? 'further markets' : null;
}

function differing(before: ListedState, after: ListedState): ListDependency[] {
  if (before.shownIn !== after.shownIn) return ['presence'];
  if (after.shownIn === null) return [];
  return listDependencies.filter(
    (dependency) =>
      dependency !== 'presence' && dependency !== 'slug' && before.values[dependency] !== after.values[dependency],
  );
}

function listedStateOf(product: CatalogProduct, titleKey: string): ListedState {
  const { publicationStatus, createdAt, calculatedPrice, brandId, inStock, salePrice, sku } = product;
  return {
    shownIn: placeOf(
      publicationStatus === 'publish',
      publicationStatus === 'draft' && product.isVisibleElsewhere === true,
    ),
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

function valuesOfListing({ created, price, titleKey, searchText, categoryIds }: Listing): ListedState['values'] {
  const categories = [...new Set(categoryIds)].sort((a, b) => a - b).join(' ');
  return { created, price, title: titleKey, text: searchText, categories };
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

/** What a filter's facets depend on: the filter, and everything that facets count by. */
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
