import type { ChangedIds } from '../changes/change-log';
import { dependenciesOfList, type ListDependency } from '../changes/list-dependencies';
import type { ProductListRequest } from '../model/product-reader';

/**
 * What a response shows, and therefore depends on: `product` a single product with its brand and the categories it is
 * assigned to, visible or not; `list` some products, categories and brands, and how many there are.
 */
export type ResponseContent = ProductContent | ListContent;

export interface ProductContent {
  kind: 'product';
  id: number;
  categoryIds: readonly number[];
  brandId: number | null;
}

export interface ListContent {
  kind: 'list';
  /** Ids of the products that it shows, or whose own fields determine what it shows. */
  products: readonly number[];
  /** The dependencies on all other products: which are shown, in which order, and how many there are. */
  dependencies: readonly ListDependency[];
  /** Whether it also shows the store's facts, such as the currency. */
  isStoreShown?: true;
}

/**
 * Whether a change can affect a response with this content. Categories and brands affect all lists: they change rarely,
 * and nearly every list includes some.
 */
export function isTouched(
  content: ResponseContent,
  { products, dependencies, categories, brands, isStoreChanged, isEverything }: ChangedIds,
): boolean {
  if (isEverything) return true;
  if (content.kind === 'list') {
    if (
      categories.length + brands.length > 0 ||
      (isStoreChanged && content.isStoreShown === true) ||
      dependencies.some((dependency) => content.dependencies.includes(dependency))
    )
      return true;
    return products.some((id) => content.products.includes(id));
  }
  const { id, brandId, categoryIds } = content;
  return (
    isStoreChanged ||
    products.includes(id) ||
    (brandId !== null && brands.includes(brandId)) ||
    categoryIds.some((categoryId) => categories.includes(categoryId))
  );
}

/** The same content in a response that also shows the store's facts. */
export function withStore(content: ListContent): ListContent {
  return { ...content, isStoreShown: true };
}

/** `/products`. @param shown ids of the products on the page */
export function contentOfProductList(
  request: Pick<ProductListRequest, 'filter' | 'orderBy'>,
  shown: readonly number[],
): ListContent {
  // With named products, only these matter, shown or not: no other product can appear, disappear or change the order.
  if (request.filter.ids) return { kind: 'list', products: request.filter.ids, dependencies: [] };
  return { kind: 'list', products: shown, dependencies: dependenciesOfList(request) };
}

/**
 * `/products/{slug}/related`. A product that the store lists as related but that is not shown is a draft or does not exist:
 * `presence` makes it appear.
 */
export function contentOfRelated({ productId, shown }: { productId: number; shown: readonly number[] }): ListContent {
  return {
    kind: 'list',
    products: [productId, ...shown],
    dependencies: ['presence', 'categories', 'brand', 'created'],
  };
}

/** `/brands`: with each, how many products it has. */
export function contentOfBrandList(): ListContent {
  return { kind: 'list', products: [], dependencies: ['presence', 'brand'] };
}

/** `/brands/{id}`: the first of its products by name, and how many there are. */
export function contentOfBrand(shown: readonly number[]): ListContent {
  return { kind: 'list', products: shown, dependencies: ['presence', 'brand', 'title'] };
}

/** `/collections` and `/collections/{slug}`: with each, how many products it has. */
export function contentOfCollections(): ListContent {
  return { kind: 'list', products: [], dependencies: ['presence', 'categories'] };
}

/** `/store`. */
export function contentOfStore(): ListContent {
  return withStore({ kind: 'list', products: [], dependencies: [] });
}
