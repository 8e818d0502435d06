import type { CatalogCustomField, CatalogImage, CatalogProduct, CatalogVariant } from './catalog-types';

/** Another cached record, as far as a response needs to name it. */
export interface RecordReference {
  id: number;
  title: string;
  slug: string;
}

/** The heavy parts of a product, read only on request. */
export interface ProductDetails {
  sku: string;
  /** In the store's unit. */
  weight: number;
  tags: string[];
  variants: CatalogVariant[];
  customFields: CatalogCustomField[];
  /** All categories it is assigned to, visible or not, cached or not. */
  categoryIds: number[];
}

/** A published product as the database holds it; ids are upstream's. */
export interface ProductRecord {
  id: number;
  title: string;
  slug: string;
  content: string;
  price: number;
  salePrice: number | null;
  calculatedPrice: number;
  inStock: boolean;
  inventoryTracking: CatalogProduct['inventoryTracking'];
  inventoryLevel: number;
  availability: CatalogProduct['availability'];
  images: CatalogImage[];
  /** Of visible categories only, in upstream's order. */
  categorySlugs: string[];
  brand: RecordReference | null;
  seo: CatalogProduct['seo'];
  /** ISO 8601 in UTC, whole seconds. */
  createdAt: string;
  /** ISO 8601 in UTC, whole seconds. */
  modifiedAt: string;
  /** Null when the query asked for `summary`. */
  details: ProductDetails | null;
}

export type DetailedProductRecord = ProductRecord & { details: ProductDetails };

/** How much of each product is read. */
export type ProductDepth = 'summary' | 'details';

/** Conditions on the listed products; absent fields are ignored. */
export interface ProductFilter {
  /** Slug of a visible category it is assigned to directly. */
  categorySlug?: string | undefined;
  /** As typed; matched against the title and the text of the description (behavior 2.11). */
  search?: string | undefined;
  /** A brand's id or slug; where a number is both, the id. */
  brand?: string | undefined;
  /** Of what the shopper pays, inclusive. */
  minPrice?: number | undefined;
  /** Of what the shopper pays, inclusive. */
  maxPrice?: number | undefined;
  inStock?: boolean | undefined;
  /** Whether it has a sale price. */
  onSale?: boolean | undefined;
  /** The product's own, exactly. Variants' SKUs have no index, so they are not searched. */
  sku?: string | undefined;
  ids?: readonly number[] | undefined;
}

export interface ProductListRequest {
  filter: ProductFilter;
  /** `price` is what the shopper pays; ties are broken by id (behavior 2.4). */
  orderBy: 'title' | 'date' | 'price';
  direction: 'asc' | 'desc';
  /** Starts at 1. */
  page: number;
  pageSize: number;
  depth: ProductDepth;
}

export interface RelatedProductsRequest {
  slug: string;
  limit: number;
  depth: ProductDepth;
}

/**
 * Reads published products; drafts count as nonexistent (behavior 2.10). Each method takes a fixed number of
 * statements, regardless of the size of its result.
 */
export interface ProductReader {
  /** `total` counts all matches, not only this page. */
  list(request: ProductListRequest): Promise<{ records: ProductRecord[]; total: number }>;
  /**
   * The same, a few records at a time. Large lists are read one at a time, with callers taking turns: records of many
   * lists read at once would stay in memory for so long that only a full garbage collection frees them.
   */
  listInPieces(
    request: ProductListRequest,
  ): Promise<{ pieces: AsyncIterable<readonly ProductRecord[]>; total: number }>;
  findBySlug(slug: string): Promise<DetailedProductRecord | null>;
  /** In the order of the ids; ids without a published product are left out. */
  findByIds(ids: readonly number[], depth: ProductDepth): Promise<ProductRecord[]>;
  /** Related products (behavior 3.4), with the id of the product itself; null when there is no such product. */
  findRelated(request: RelatedProductsRequest): Promise<{
    productId: number;
    records: ProductRecord[];
    /** Whether others may belong there, until the product columns are loaded (behavior 3.4). */
    isProvisional: boolean;
  } | null>;
  /** The current slug of the product that used to have this slug; null when there is none. */
  findCurrentSlug(oldSlug: string): Promise<string | null>;
}
