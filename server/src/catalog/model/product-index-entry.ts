import type { CatalogProduct } from './catalog-types';
import { fold } from './text';

/** What lists and searches hold of one product. */
export interface ProductIndexEntry {
  id: number;
  fingerprint: string;
  isPublished: boolean;
  /** Upstream's date, in milliseconds. */
  created: number;
  /** What the shopper pays. */
  price: number;
  titleKey: string;
  categoryIds: readonly number[];
  searchText: string;
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
    created: Date.parse(product.createdAt),
    price: product.calculatedPrice,
    titleKey: fold(product.title),
    categoryIds: product.categoryIds,
    searchText,
  };
}
