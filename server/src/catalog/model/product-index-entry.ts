import type { CatalogProduct } from './catalog-types';
import { fold } from './text';

/** What lists and searches hold of one product. */
export interface ProductIndexEntry {
  id: number;
  fingerprint: string;
  isPublished: boolean;
  /** Not published, and shown in further markets whose channels sell it. */
  isVisibleElsewhere: boolean;
  /** Upstream's date, in milliseconds. */
  created: number;
  /** What the shopper pays. */
  price: number;
  titleKey: string;
  categoryIds: readonly number[];
  searchText: string;
}

/**
 * The key of a category's products that further markets alone show. The default market's lists are read from the same table, and
 * know no category below zero.
 */
export const elsewhereIn = (categoryId: number): number => -categoryId;

/** The categories whose lists have the product, as keys of that table; each once. */
export function listKeysOf({
  isPublished,
  isVisibleElsewhere,
  categoryIds,
}: Pick<ProductIndexEntry, 'isPublished' | 'isVisibleElsewhere' | 'categoryIds'>): number[] {
  if (!isPublished && !isVisibleElsewhere) return [];
  const ids = [...new Set(categoryIds)];
  return isPublished ? ids : ids.map(elsewhereIn);
}

export function productIndexEntryOf(
  product: CatalogProduct,
  { searchText }: { searchText: string },
  fingerprint: string,
): ProductIndexEntry {
  return {
    id: product.id,
    fingerprint,
    isPublished: product.publicationStatus === 'publish',
    isVisibleElsewhere: product.isVisibleElsewhere === true,
    created: Date.parse(product.createdAt),
    price: product.calculatedPrice,
    titleKey: fold(product.title),
    categoryIds: product.categoryIds,
    searchText,
  };
}
