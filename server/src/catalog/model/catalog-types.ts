/**
 * The catalog: our own shape of products, categories and brands, mapped and validated. It does not depend on upstream's
 * spelling (`upstream/`), nor on how records are stored or returned. All ids are upstream's (behavior 2.1).
 */

/** The kinds of upstream records that are cached. */
export type EntityKind = 'product' | 'category' | 'brand';

/**
 * Whether the public API serves a product (behavior 2.10). `withdrawn`: upstream no longer returns it; its record is
 * kept for a while (behavior 10.3).
 */
export type PublicationStatus = 'publish' | 'draft' | 'withdrawn';

/** One image in the sizes upstream offers. `alt` is never empty (behavior 2.7). */
export interface CatalogImage {
  id: number;
  alt: string;
  urls: { zoom: string; standard: string; thumbnail: string; tiny: string };
}

/** The value one variant has for one option, in option order. */
export interface CatalogVariantOption {
  optionId: number;
  name: string;
  valueId: number;
  label: string;
}

export interface CatalogVariant {
  id: number;
  /** Option labels joined with ` / `, or the product's name (behavior 2.3). */
  name: string;
  sku: string;
  /** What the variant costs now, in the store's currency. */
  price: number;
  /** Null when upstream does not track or report it. */
  inventoryLevel: number | null;
  inStock: boolean;
  options: CatalogVariantOption[];
  /** Absent rather than false: earlier versions did not store it, and other products' fingerprints must not change. */
  isPurchaseDisabled?: true | undefined;
}

export interface CatalogCustomField {
  name: string;
  value: string;
}

export interface CatalogProduct {
  id: number;
  title: string;
  /** The slug in upstream's URL; the actual slug also depends on the other claims (behavior 2.8). */
  slugClaim: string;
  /** Upstream's HTML, unchanged. */
  content: string;
  publicationStatus: PublicationStatus;
  sku: string;
  price: number;
  salePrice: number | null;
  calculatedPrice: number;
  inventoryTracking: 'none' | 'product' | 'variant';
  availability: 'available' | 'disabled' | 'preorder';
  inventoryLevel: number;
  inStock: boolean;
  /** In the store's unit. */
  weight: number;
  tags: string[];
  /** Thumbnail first, then upstream's sort order (behavior 2.7). */
  images: CatalogImage[];
  variants: CatalogVariant[];
  customFields: CatalogCustomField[];
  /** Ids of categories as upstream lists them; some may not be cached. */
  categoryIds: number[];
  brandId: number | null;
  /** Explicit related products in upstream's order; empty when upstream selects them automatically. */
  relatedIds: number[];
  seo: { pageTitle: string; metaDescription: string; metaKeywords: string[] };
  /** ISO 8601 in UTC, whole seconds. */
  createdAt: string;
  /** ISO 8601 in UTC, whole seconds. */
  modifiedAt: string;
  /**
   * Set if the store shows the product, but only in channels other than the default market's. Absent rather than false:
   * earlier versions did not store it, and other products' fingerprints must not change.
   */
  isVisibleElsewhere?: true | undefined;
}

export interface CatalogCategory {
  id: number;
  title: string;
  slugClaim: string;
  /** Upstream's HTML, unchanged. */
  content: string;
  /** Null for a top-level category. */
  parentId: number | null;
  isVisible: boolean;
  sortOrder: number;
  imageUrl: string;
  /** The upstream path, for example `/shop-all/kitchen/`. */
  path: string;
}

export interface CatalogBrand {
  id: number;
  title: string;
  slugClaim: string;
  /** Upstream has no separate brand description; this is its meta description. */
  content: string;
  imageUrl: string;
}

/** Facts that apply to the whole catalog, from upstream's store information (upstream 2.6). */
export interface StoreFacts {
  /** Unit as upstream spells it, for example `Ounces`. */
  weightUnit: string;
  currency: string;
  name: string;
  defaultChannelId: number;
  /* Null where upstream does not provide it, or where an earlier plugin version stored the facts. */
  currencySymbol: string | null;
  /** Number of decimal places. */
  currencyDecimals: number | null;
  /** On which side of the number the symbol goes. */
  currencyPlacement: 'left' | 'right' | null;
  /** Upstream's code for the store's language, for example `en`. */
  locale: string | null;
  /** How amounts in the currencies of further markets are formatted; absent until first read. */
  currencies?: readonly CurrencyForm[] | undefined;
}

/** How amounts in a currency are formatted; fields are null where upstream does not specify them. */
export interface CurrencyForm {
  /** In upper case. */
  code: string;
  symbol: string | null;
  /** Number of decimal places. */
  decimals: number | null;
  /** On which side of the number the symbol goes. */
  placement: 'left' | 'right' | null;
}
