import type { ChangedIds } from '../changes/change-log';
import { dependenciesOfFacets, dependenciesOfList, type ListDependency } from '../changes/list-dependencies';
import type { ProductListRequest } from '../model/product-reader';

/**
 * What a response shows, and therefore depends on: `product` a single product with its brand and the categories it is
 * assigned to, visible or not; `list` some products, categories and brands, and how many there are.
 */
export type ResponseContent = ProductContent | ListContent;

/** What a response in a further market depends on apart from the catalog. */
export interface MarketContent {
  /** Names of the market and its parts. */
  parts: readonly string[];
  /** Whether slugs are the market's own: of the records that claim one, the first gets it. */
  hasOwnSlugs?: true;
}

interface AnyContent {
  /** Absent in the default market. */
  market?: MarketContent;
}

export interface ProductContent extends AnyContent {
  kind: 'product';
  id: number;
  categoryIds: readonly number[];
  brandId: number | null;
}

export interface ListContent extends AnyContent {
  kind: 'list';
  /** Ids of the products that it shows, or whose own fields determine what it shows. */
  products: readonly number[];
  /** The dependencies on all other products: which are shown, in which order, and how many there are. */
  dependencies: readonly ListDependency[];
  /** Whether any change to a product affects it: a list in the order of changes. */
  isAnyProductShown?: true;
  /** Whether it also shows the store's facts, such as the currency. */
  isStoreShown?: true;
  /** Whether it is only good until more is known, without any change: not to be kept. */
  isProvisional?: true;
}

/**
 * Tells whether a change can affect a response with some content. Categories and brands affect all lists, and all that
 * further markets show: they change rarely, and nearly every list includes some. So do the store's facts, which define
 * a market.
 */
export function isTouchedBy(change: ChangedIds): (content: ResponseContent) => boolean {
  // Sets, since a commit checks every cached response.
  const products = new Set(change.products);
  const dependencies = new Set(change.dependencies);
  const categories = new Set(change.categories);
  const brands = new Set(change.brands);
  const marketParts = new Set(change.marketParts);
  const areAllLists = categories.size + brands.size > 0;
  const canMoveSlugs = dependencies.has('presence') || dependencies.has('slug');
  const isOfMarket = ({ parts, hasOwnSlugs }: MarketContent) =>
    areAllLists ||
    change.isStoreChanged ||
    (hasOwnSlugs === true && canMoveSlugs) ||
    (marketParts.size > 0 && parts.some((name) => marketParts.has(name)));

  return (content) => {
    if (change.isEverything) return true;
    if (content.market && isOfMarket(content.market)) return true;
    if (content.kind === 'list')
      return (
        areAllLists ||
        (change.isStoreChanged && content.isStoreShown === true) ||
        content.dependencies.some((dependency) => dependencies.has(dependency)) ||
        (content.isAnyProductShown === true && products.size > 0) ||
        content.products.some((id) => products.has(id))
      );
    const { id, brandId, categoryIds } = content;
    return (
      change.isStoreChanged ||
      products.has(id) ||
      (brandId !== null && brands.has(brandId)) ||
      categoryIds.some((categoryId) => categories.has(categoryId))
    );
  };
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
  // With given ids, only these products matter, shown or not: no other can appear, disappear or change the order.
  if (request.filter.ids) return { kind: 'list', products: request.filter.ids, dependencies: [] };
  return { kind: 'list', products: shown, dependencies: dependenciesOfList(request) };
}

/**
 * `/products/{slug}/related`. A product that the store lists as related but that is not shown is a draft or does not
 * exist; when it appears, `presence` changes.
 */
export function contentOfRelated({
  productId,
  shown,
  isProvisional,
}: {
  productId: number;
  shown: readonly number[];
  isProvisional: boolean;
}): ListContent {
  return {
    kind: 'list',
    products: [productId, ...shown],
    dependencies: ['presence', 'categories', 'brand', 'created'],
    ...(isProvisional && { isProvisional }),
  };
}

/** `/products/{slug}` with related products; like lists, its breadcrumbs depend on categories above its own. */
export function contentOfProductPage({
  productId,
  related,
}: {
  productId: number;
  /** Null if they are not shown. */
  related: { records: readonly { id: number }[]; isProvisional: boolean } | null;
}): ListContent {
  if (!related) return withStore({ kind: 'list', products: [productId], dependencies: [] });
  const { records, isProvisional } = related;
  return withStore(contentOfRelated({ productId, shown: records.map(({ id }) => id), isProvisional }));
}

/** `/brands`, each with its number of products. */
export function contentOfBrandList(): ListContent {
  return { kind: 'list', products: [], dependencies: ['presence', 'brand'] };
}

/** `/brands/{id}`: the first of its products by name, and how many there are. */
export function contentOfBrand(shown: readonly number[]): ListContent {
  return { kind: 'list', products: shown, dependencies: ['presence', 'brand', 'title'] };
}

/** `/collections` and `/collections/{slug}`, each with its number of products. */
export function contentOfCollections(): ListContent {
  return { kind: 'list', products: [], dependencies: ['presence', 'categories'] };
}

/** `/suggestions`: products, collections and brands by name. */
export function contentOfSuggestions(shown: readonly number[]): ListContent {
  return { kind: 'list', products: shown, dependencies: ['presence', 'title', 'text'] };
}

/** `/facets`: counts over all products. */
export function contentOfFacets(filter: ProductListRequest['filter']): ListContent {
  return { kind: 'list', products: filter.ids ?? [], dependencies: dependenciesOfFacets(filter) };
}

/** `/sitemap`: all products in the order of changes, with addresses that may name the locale. */
export function contentOfSitemap(): ListContent {
  return withStore({ kind: 'list', products: [], dependencies: ['presence'], isAnyProductShown: true });
}

/** `/store`. */
export function contentOfStore(): ListContent {
  return withStore({ kind: 'list', products: [], dependencies: [] });
}
