import type { ProductOrder } from '../../../../contracts/admin/products';
import type { ChangeOrigin } from '../model/change-origins';
import type { CatalogImage, CatalogProduct, PublicationStatus } from '../model/catalog-types';
import type { MarketSide } from '../model/market-reader';
import type { ProductChange } from '../writing/product-history';
import type { StoredProduct } from '../tables/stored-product';

/** Conditions on the products to find; absent fields are ignored. Ids are upstream's. */
export interface BrowseFilter {
  /** As typed: part of the title or description, or exactly a SKU or an id. */
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
  /** `price` is what the shopper pays, `synced` when the record was last written; ties are broken by id. */
  orderBy: ProductOrder;
  direction: 'asc' | 'desc';
  /** Starts at 1. */
  page: number;
  pageSize: number;
}

/** A product as the administrator's list shows it. */
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
  | 'availability'
  | 'inventoryTracking'
  | 'inventoryLevel'
> {
  slug: string;
  /** The first one. */
  image: CatalogImage | null;
  /** See `CatalogProduct`. */
  isVisibleElsewhere: boolean;
  /** Null if no sync wrote the record. */
  syncedAt: Date | null;
}

/** A product at a further market's prices; null if it has no price there and so is not sold. */
export interface BrowsedMarketProduct extends Omit<BrowsedProduct, 'price' | 'calculatedPrice'> {
  price: number | null;
  calculatedPrice: number | null;
}

/** What a market sells does not depend on the status, so the list cannot be filtered by status. */
export interface BrowseMarketRequest extends Omit<BrowseRequest, 'filter'> {
  filter: Omit<BrowseFilter, 'status'>;
}

/** Reads cached products for administrators: unlike `ProductReader`, it includes drafts. */
export interface ProductBrowser {
  /** `total` counts all matches, not only this page. */
  browse(request: BrowseRequest): Promise<{ products: BrowsedProduct[]; total: number }>;
  /** What a further market sells, at its prices; products without a price come last by price. */
  browseMarket(
    side: MarketSide,
    request: BrowseMarketRequest,
  ): Promise<{ products: BrowsedMarketProduct[]; total: number }>;
  find(id: number): Promise<TracedProduct | null>;
  /** Its stored change history, newest first; for a removed product, its removal. */
  changes(id: number): Promise<ProductChange[]>;
  /** Titles of cached records only. */
  titles(ids: { categories: readonly number[]; brands: readonly number[] }): Promise<TitlesById>;
  /** Categories (or brands) by part of their title, or the one with this id, ordered by title. */
  browseTaxonomy(request: TaxonomyBrowseRequest): Promise<BrowsedTaxonomyPage>;
}

/** A cached product with its provenance. */
export interface TracedProduct {
  /** Strapi's document id. */
  documentId: string;
  product: StoredProduct;
  cachedAt: Date | null;
  /** When it was last written. */
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
