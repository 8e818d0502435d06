import type { ProductOrder } from '../../../../contracts/admin/products';
import type { ChangeOrigin } from '../model/change-origins';
import type { CatalogImage, CatalogProduct, PublicationStatus } from '../model/catalog-types';
import type { ProductChange } from '../writing/product-history';
import type { StoredProduct } from '../tables/stored-product';

/** What must hold of a product that is looked for; what is absent does not matter. Ids are upstream's. */
export interface BrowseFilter {
  /** As typed: part of title or description, or exactly a SKU or an id. */
  search?: string | undefined;
  ids?: readonly number[] | undefined;
  /** Assigned directly, visible or not. */
  categoryId?: number | undefined;
  brandId?: number | undefined;
  status?: PublicationStatus | undefined;
  inStock?: boolean | undefined;
}

export interface BrowseRequest {
  filter: BrowseFilter;
  /** `price` is what the shopper pays, `synced` when the record was written last; total with the id. */
  orderBy: ProductOrder;
  direction: 'asc' | 'desc';
  /** From 1. */
  page: number;
  pageSize: number;
}

/** A product as a list for administrators shows it. */
export interface BrowsedProduct extends Pick<
  CatalogProduct,
  | 'id'
  | 'title'
  | 'sku'
  | 'price'
  | 'salePrice'
  | 'calculatedPrice'
  | 'publicationStatus'
  | 'inStock'
  | 'inventoryTracking'
  | 'inventoryLevel'
> {
  slug: string;
  /** The first. */
  image: CatalogImage | null;
  /** Null when the record was not written by a sync. */
  syncedAt: Date | null;
}

/** Reads cached products for those who look after them: drafts are among them, unlike in `ProductReader`. */
export interface ProductBrowser {
  /** `total` counts all that match, not only this page. */
  browse(request: BrowseRequest): Promise<{ products: BrowsedProduct[]; total: number }>;
  find(id: number): Promise<TracedProduct | null>;
  /** What is kept of its changes, the newest first; of a product that is gone, its removal. */
  changes(id: number): Promise<ProductChange[]>;
  /** Of those that are cached. */
  titles(ids: { categories: readonly number[]; brands: readonly number[] }): Promise<TitlesById>;
  /** Categories (or brands) by part of their title, or the one with this id, in order of titles. */
  browseTaxonomy(request: TaxonomyBrowseRequest): Promise<BrowsedTaxonomyPage>;
}

/** A cached product with its provenance. */
export interface TracedProduct {
  /** Strapi's own name for it. */
  documentId: string;
  product: StoredProduct;
  cachedAt: Date | null;
  /** When it was written last. */
  writtenAt: Date | null;
  /** When upstream's newest response about it was stored, and what triggered it. */
  comparedAt: Date | null;
  comparedBy: ChangeOrigin | null;
}

/** Titles by upstream id. */
export interface TitlesById {
  categories: Record<string, string>;
  brands: Record<string, string>;
}

export interface BrowsedTaxonomyPage {
  items: { id: number; title: string; path: string }[];
  total: number;
}

export interface TaxonomyBrowseRequest {
  entity: 'category' | 'brand';
  search?: string | undefined;
  id?: number | undefined;
  page: number;
  pageSize: number;
}
