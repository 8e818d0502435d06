import type { PreparedItem } from '../views/prepared-view';
import type { ProductListRequest, RelatedProductsRequest } from '../model/product-reader';

/** What the address of a product's page is built from. */
export interface Presentation {
  /** The setting "product page address": an address with `{slug}`. */
  productPageAddress: string;
}

/** With the other records it references. */
export interface PreparedProductItem extends PreparedItem {
  categoryIds: readonly number[];
  brandId: number | null;
}

/**
 * Responses with published products and no extra groups, as JSON text: most of each was precomputed when the product
 * was written. Returns the same products as the `ProductReader`.
 */
export interface PreparedReader {
  /** `total` counts all matches, not only this page. */
  list(
    request: Omit<ProductListRequest, 'depth'>,
    presentation: Presentation,
  ): Promise<{ items: PreparedItem[]; total: number }>;
  /** A single product; null when there is none. */
  findBySlug(slug: string): Promise<PreparedProductItem | null>;
  /** Related products as list items, with the id of the product itself; null when there is no such product. */
  findRelated(
    request: Omit<RelatedProductsRequest, 'depth'>,
    presentation: Presentation,
  ): Promise<{ productId: number; items: PreparedItem[]; isProvisional: boolean } | null>;
}
