import type { CatalogProduct } from './catalog-types';
import { fold } from './text';

/** What the product index contains for one product. */
export interface ProductIndexEntry {
  id: number;
  fingerprint: string;
  isPublished: boolean;
  /** Not published, but shown in the further markets whose channels sell it. */
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
 * A category's key for products that only further markets show. The default market's lists are read from the same
 * table, but never use keys below zero.
 */
export const elsewhereIn = (categoryId: number): number => -categoryId;

/** The categories whose lists contain the product, as keys in that table, without duplicates. */
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
