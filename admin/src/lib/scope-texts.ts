import type { TranslationKey } from '../hooks/use-translate';

export interface ScopeTexts {
  name: TranslationKey;
  purpose: TranslationKey;
}

const known: Record<string, ScopeTexts> = {
  store_v2_products_read_only: {
    name: 'commerce-bridge.scope.products',
    purpose: 'commerce-bridge.scope.products.purpose',
  },
  store_v2_information_read_only: {
    name: 'commerce-bridge.scope.information',
    purpose: 'commerce-bridge.scope.information.purpose',
  },
  store_storefront_api: {
    name: 'commerce-bridge.scope.storefront',
    purpose: 'commerce-bridge.scope.storefront.purpose',
  },
  store_channel_settings_read_only: {
    name: 'commerce-bridge.scope.channels',
    purpose: 'commerce-bridge.scope.channels.purpose',
  },
  store_v2_customers_read_only: {
    name: 'commerce-bridge.scope.customers',
    purpose: 'commerce-bridge.scope.customers.purpose',
  },
  store_cart: { name: 'commerce-bridge.scope.carts', purpose: 'commerce-bridge.scope.carts.purpose' },
};

/**
 * The name of an OAuth scope in the platform's control panel (upstream 7.1), and what we need it for. Undefined for an
 * unknown scope, for which the server's English text is shown.
 */
export function scopeTexts(scope: string): ScopeTexts | undefined {
  return known[scope];
}
