/** The data of a store's markets. Field names are upstream's own where the fields are sent unchanged. */

/** A storefront's addresses (upstream 20.1). Times in this file are Unix seconds. */
export interface Site {
  readonly id: number;
  readonly channelId: number;
  url: string;
  routes: SiteRoute[];
  readonly created: number;
  modified: number;
}

/** Where links to a kind of page lead, with `{id}`, `{slug}` and `{language}`. */
export interface SiteRoute {
  id: number;
  type: string;
  matching: string;
  route: string;
}

/** Currency codes in upper case. */
export interface ChannelCurrencies {
  enabled_currencies: string[];
  default_currency: string;
}

export interface ListingVariant {
  variant_id: number;
  state: string;
  name: string;
  description: string;
  external_id: string;
}

/** A product as another sales channel lists it: only names and descriptions differ (upstream 20.1). */
export interface Listing {
  readonly listing_id: number;
  readonly channel_id: number;
  product_id: number;
  external_id: string;
  state: string;
  name: string;
  description: string;
  variants: ListingVariant[];
  readonly created: number;
  modified: number;
}

/** A currency other than the default one. */
export interface Currency {
  readonly id: number;
  /** Upper case. */
  currency_code: string;
  name: string;
  /** Units of this currency for one of the default currency. */
  rate: number;
  auto_update: boolean;
  token: string;
  token_location: 'left' | 'right';
  decimal_token: string;
  thousands_token: string;
  decimal_places: number;
  enabled: boolean;
  /** false: prices are shown in it, and charged in the default currency. */
  is_transactional: boolean;
  modified: number;
}

export type DiscountMethod = 'percent' | 'fixed' | 'price';

/** Amounts are in the default currency, as text with four decimals on the wire. */
export type DiscountRule =
  | { type: 'price_list'; price_list_id: number }
  | { type: 'all'; method: DiscountMethod; amount: number }
  | { type: 'category'; method: DiscountMethod; amount: number; category_id: number }
  | { type: 'product'; method: DiscountMethod; amount: number; product_id: number };

export interface CategoryAccess {
  type: 'all' | 'specific' | 'none';
  categories?: number[];
}

export interface CustomerGroup {
  readonly id: number;
  name: string;
  is_default: boolean;
  is_group_for_guests: boolean;
  category_access: CategoryAccess;
  discount_rules: DiscountRule[];
  readonly created: number;
  modified: number;
}

/** Groups of new customers and of guests. null on a channel: the store's setting; null on the store: no group. */
export interface GroupSettings {
  default_customer_group_id: number | null;
  guest_customer_group_id: number | null;
}

export interface PriceList {
  readonly id: number;
  name: string;
  active: boolean;
  /** If set, it overrides the store's setting, and a variant without a record has no price at all. */
  prices_entered_with_tax: boolean | null;
  readonly created: number;
  modified: number;
}

/** `quantity_max` null: no upper bound. */
export interface BulkTier {
  quantity_min: number;
  quantity_max: number | null;
  type: 'fixed' | 'price' | 'percent';
  amount: number;
}

/** Prices of one variant in one currency; null: not set. */
export interface PriceRecord {
  readonly price_list_id: number;
  readonly variant_id: number;
  readonly product_id: number;
  /** Upper case here, lower case on the wire. */
  readonly currency: string;
  price: number | null;
  sale_price: number | null;
  retail_price: number | null;
  map_price: number | null;
  bulk_pricing_tiers: BulkTier[];
  readonly created: number;
  modified: number;
}

/** Whom a list applies to; a null field does not restrict it. */
export interface PriceListAssignment {
  readonly id: number;
  price_list_id: number;
  customer_group_id: number | null;
  channel_id: number | null;
}

export interface ChannelLocale {
  code: string;
  status: 'ACTIVE' | 'INACTIVE';
  isDefault: boolean;
  /** Subfolder of its addresses; empty: the locale's own code, or none for the default locale. */
  path: string;
}

export const METAFIELD_RESOURCES = ['product', 'variant', 'category', 'brand', 'channel'] as const;
export type MetafieldResource = (typeof METAFIELD_RESOURCES)[number];

export const PERMISSION_SETS = ['app_only', 'read', 'write', 'read_and_sf_access', 'write_and_sf_access'] as const;
export type PermissionSet = (typeof PERMISSION_SETS)[number];

/** Data that an app keeps with a resource (upstream 20.11). */
export interface Metafield {
  readonly id: number;
  readonly resource_type: MetafieldResource;
  readonly resource_id: number;
  namespace: string;
  key: string;
  value: string;
  description: string;
  permission_set: PermissionSet;
  /** The API account that created it. */
  readonly owner_client_id: string;
  readonly created: number;
  modified: number;
}
