import type { PreparedItem } from '../views/prepared-view';
import type { ProductListRequest, RelatedProductsRequest } from '../model/product-reader';

/** What an address of a product's page is made with. */
export interface Presentation {
  /** The setting "product page address": an address with `{slug}`. */
  productPageAddress: string;
}

/** With what else it names. */
export interface PreparedProductItem extends PreparedItem {
  categoryIds: readonly number[];
  brandId: number | null;
}

/**
 * Answers of published products without further groups, as JSON texts: most of each was precomputed when the product was
 * written. The same products as the `ProductReader`'s.
 */
export interface PreparedReader {
  /** `total` counts all that match, not only this page. */
  list(
    request: Omit<ProductListRequest, 'depth'>,
    presentation: Presentation,
  ): Promise<{ items: PreparedItem[]; total: number }>;
  /** A product by itself; null when there is none. */
  findBySlug(slug: string): Promise<PreparedProductItem | null>;
  /** List items, with the id of the product whose related ones they are; null when there is no such product. */
  findRelated(
    request: Omit<RelatedProductsRequest, 'depth'>,
    presentation: Presentation,
  ): Promise<{ productId: number; items: PreparedItem[] } | null>;
}
