import type { TranslationKey } from '../../../hooks/use-translate';

/** What the platform's control panel calls each OAuth scope that we ask for (facts 7). */
const scopeNames: Record<string, TranslationKey> = {
  store_v2_products_read_only: 'commerce-bridge.scope.products',
  store_v2_products: 'commerce-bridge.scope.products',
  store_v2_information_read_only: 'commerce-bridge.scope.information',
  store_v2_information: 'commerce-bridge.scope.information',
  store_storefront_api: 'commerce-bridge.scope.storefrontTokens',
  store_channel_settings_read_only: 'commerce-bridge.scope.channelSettings',
  store_channel_settings: 'commerce-bridge.scope.channelSettings',
  store_channel_listings_read_only: 'commerce-bridge.scope.channelListings',
  store_sites_read_only: 'commerce-bridge.scope.sites',
  store_cart: 'commerce-bridge.scope.carts',
  store_checkout: 'commerce-bridge.scope.checkouts',
  store_inventory_read_only: 'commerce-bridge.scope.inventory',
};

/** The text key for a scope's name in words; undefined for one that we do not know. */
export function scopeName(scope: string): TranslationKey | undefined {
  return scopeNames[scope];
}
