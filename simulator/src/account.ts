/** The API account whose token gives access to the store (upstream 1.3, 7.1). */
export interface Account {
  readonly storeHash: string;
  readonly accessToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Its scopes; tests remove some to get a 403. */
  readonly scopes: Set<string>;
}

export const DEFAULT_STORE_HASH = 'demostore1';
export const DEFAULT_ACCESS_TOKEN = 'simulator-access-token';
/** 64 characters, as upstream issues them. */
export const DEFAULT_CLIENT_SECRET = '0123456789abcdef'.repeat(4);
export const DEFAULT_CLIENT_ID = 'simulatorclientid0000000000000';

/** Scopes of a store account created for the whole product (upstream 7.1). */
export const DEFAULT_SCOPES = [
  'store_v2_products_read_only',
  'store_v2_information_read_only',
  'store_channel_settings_read_only',
  'store_sites_read_only',
  'store_storefront_api',
  'store_cart',
  'store_checkout',
] as const;

/** The default scopes and those for reading channel listings and customer groups, for a store with markets. */
export const MARKET_SCOPES = [
  ...DEFAULT_SCOPES,
  'store_channel_listings_read_only',
  'store_v2_customers_read_only',
] as const;

/** A scope that allows modifying also allows reading. */
export function mayUse(account: Account, scope: string): boolean {
  return account.scopes.has(scope) || account.scopes.has(scope.replace(/_read_only$/, ''));
}
