import type {
  CatalogBrand,
  CatalogCategory,
  CatalogProduct,
  EntityKind,
  StoreFacts,
  SweptProduct,
} from '../catalog/model';
import type { Milliseconds } from '../lib/durations';
import type { RequestPriority } from './http/upstream-http';
import type { Versioned } from './reading/versioned-read';

/** Upstream's address and credentials. The token is a secret: never log this object. */
export interface UpstreamConnection {
  /** Without a trailing slash, for example `https://api.bigcommerce.com`. */
  apiUrl: string;
  storeHash: string;
  accessToken: string;
}

/** An entity that upstream sent but that cannot be used; the rest of its page can (behavior 5.7). */
export interface ItemFailure {
  entity: EntityKind;
  /** Null when the item does not even carry a usable id. */
  id: number | null;
  name: string | null;
  reason: string;
}

/** One page of a listing, mapped and validated. Paging follows what upstream reports (behavior 5.9). */
export interface CatalogPage<Item> {
  /** May be created on first access: a page that is read ahead should take little memory until it is processed. */
  readonly items: Item[];
  failures: ItemFailure[];
  /** How many items upstream sent, usable or not; known without creating them. */
  received: number;
  /** Upstream's current count; it may change while a listing is read. */
  total: number;
  page: number;
  totalPages: number;
  /** The read version: drawn when the request of this response was sent, even if it was a retry. */
  readVersion: number;
}

/** The ids on one page of a listing. */
export interface IdPage {
  ids: readonly number[];
  /** How many items upstream sent, including items without a usable id. */
  received: number;
  /** Upstream's count for the whole listing. */
  total: number;
  totalPages: number;
}

export interface PageRequest {
  /** From 1. */
  page: number;
  signal?: AbortSignal | undefined;
  /** `normal` when absent; `high` may use the reserve and is sent first. */
  priority?: RequestPriority | undefined;
}

export interface ProductPageRequest extends PageRequest {
  /** The channel whose assignment decides between published and draft. */
  channelId: number;
  /** Only products modified at or after this time, according to upstream. */
  modifiedSince?: Date;
}

/** The entities among the requested ids that upstream still has; an id in neither list no longer exists. */
export interface ByIdResult<Item> extends Pick<CatalogPage<Item>, 'items' | 'failures' | 'readVersion'> {
  /**
   * For categories: upstream reports no tree for the channel, so none were fetched. Doubtful when categories are
   * cached.
   */
  hasNoTree?: boolean;
}

export interface ByIdRequest {
  /** At most 50. */
  ids: readonly number[];
  signal?: AbortSignal | undefined;
  /** `normal` when absent; `high` may use the reserve and is sent first. */
  priority?: RequestPriority | undefined;
}

/**
 * What sync needs from upstream's catalog. Every method may throw the errors of `upstream-errors.ts`;
 * none of them carries a credential.
 */
export interface UpstreamCatalog {
  readStoreFacts(request?: { signal?: AbortSignal | undefined }): Promise<Versioned<StoreFacts>>;
  /** Categories of the channel's tree, 250 a page, in order of their ids. */
  readCategories(request: PageRequest & { channelId: number }): Promise<CatalogPage<CatalogCategory>>;
  /** Brands, 250 a page, in order of their ids. */
  readBrands(request: PageRequest): Promise<CatalogPage<CatalogBrand>>;
  /** Products with all their variants, images, custom fields and channels, 50 a page, in order of their ids. */
  readProducts(request: ProductPageRequest): Promise<CatalogPage<CatalogProduct>>;
  /** The ids on a page of `readProducts` (`listing`) or of `sweepProducts` (`sweep`). */
  readProductIds(request: Omit<ProductPageRequest, 'channelId'> & { of: 'listing' | 'sweep' }): Promise<IdPage>;
  /** Products without descriptions, 250 a page, in order of their ids: to be compared with what is stored. */
  sweepProducts(request: Omit<ProductPageRequest, 'modifiedSince'>): Promise<CatalogPage<SweptProduct>>;
  /** In several requests where one response would be too large; a product that is too large alone is a failure. */
  readProductsById(request: ByIdRequest & { channelId: number }): Promise<ByIdResult<CatalogProduct>>;
  /** Among the categories of the channel's tree. */
  readCategoriesById(request: ByIdRequest & { channelId: number }): Promise<ByIdResult<CatalogCategory>>;
  readBrandsById(request: ByIdRequest): Promise<ByIdResult<CatalogBrand>>;
}

/** The store's API rate limit, the pause before another attempt, or earlier requests that have no response yet. */
export type WaitCause = 'rate_limit' | 'retry' | 'slot';

/** A report on one request, for counting and for showing the budget. */
export interface RequestReport {
  method: string;
  /** Below the store, without a query, for example `/v3/catalog/products`. */
  path: string;
  /** `abandoned`: its caller no longer wanted the response, as when a run is stopped. */
  status: number | 'no_response' | 'abandoned';
  /** How long it waited before it was sent, by cause. */
  waits: Readonly<Record<WaitCause, Milliseconds>>;
  /** Requests left in upstream's window, from its headers; null without them. */
  quotaLeft: number | null;
}
