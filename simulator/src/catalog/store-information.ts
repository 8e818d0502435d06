import { hashText } from './dice';

/** `GET /v2/store` (upstream 2.6). */
export interface StoreInformation {
  id: string;
  account_uuid: string;
  domain: string;
  secure_url: string;
  control_panel_base_url: string;
  status: string;
  name: string;
  first_name: string;
  last_name: string;
  address: string;
  country: string;
  country_code: string;
  infrastructure_region: string;
  phone: string;
  admin_email: string;
  order_email: string;
  favicon_url: string;
  timezone: {
    name: string;
    raw_offset: number;
    dst_offset: number;
    dst_correction: boolean;
    date_format: { display: string; export: string; extended_display: string };
  };
  language: string;
  currency: string;
  currency_symbol: string;
  decimal_separator: string;
  thousands_separator: string;
  decimal_places: number;
  currency_symbol_location: string;
  weight_units: string;
  dimension_units: string;
  dimension_decimal_places: number;
  dimension_decimal_token: string;
  dimension_thousands_token: string;
  plan_name: string;
  plan_level: string;
  plan_is_trial: boolean;
  industry: string;
  /** An object, or an empty list if the store has no logo. */
  logo: { url: string } | [];
  is_price_entered_with_tax: boolean;
  store_id: number;
  default_channel_id: number;
  default_site_id: number;
  active_comparison_modules: string[];
  features: {
    stencil_enabled: boolean;
    sitewidehttps_enabled: boolean;
    facebook_catalog_id: string;
    checkout_type: string;
    wishlists_enabled: boolean;
    graphql_storefront_api_enabled: boolean;
    shopper_consent_tracking_enabled: boolean;
    multi_storefront_enabled: boolean;
    storefront_limits: { active: number; total_including_inactive: number };
  };
}

/** A live store with dollars and kilograms. Its numeric id is unrelated to its hash. */
export function defaultInformation(storeHash: string): StoreInformation {
  const host = `store-${storeHash}.mybigcommerce.com`;
  return {
    id: storeHash,
    account_uuid: '8d4d492f-17a1-4d95-b396-e1c5720815a5',
    domain: host,
    secure_url: `https://${host}`,
    control_panel_base_url: `https://${host}`,
    status: 'live',
    name: 'Demo Store',
    first_name: 'Robin',
    last_name: 'Example',
    address: '1 Market Street',
    country: 'United States',
    country_code: 'US',
    infrastructure_region: 'us-central1',
    phone: '',
    admin_email: 'admin@example.com',
    order_email: 'orders@example.com',
    favicon_url: '',
    timezone: {
      name: 'Etc/UTC',
      raw_offset: 0,
      dst_offset: 0,
      dst_correction: false,
      date_format: { display: 'M jS Y', export: 'M jS Y', extended_display: 'M jS Y @ g:i A' },
    },
    language: 'en',
    currency: 'USD',
    currency_symbol: '$',
    decimal_separator: '.',
    thousands_separator: ',',
    decimal_places: 2,
    currency_symbol_location: 'left',
    weight_units: 'KGS',
    dimension_units: 'Centimeters',
    dimension_decimal_places: 2,
    dimension_decimal_token: '.',
    dimension_thousands_token: ',',
    plan_name: 'Standard',
    plan_level: 'Standard',
    plan_is_trial: false,
    industry: '',
    logo: [],
    is_price_entered_with_tax: false,
    store_id: 1_000_000_000 + (hashText(storeHash) % 9_000_000),
    default_channel_id: 1,
    default_site_id: 1000,
    active_comparison_modules: [],
    features: {
      stencil_enabled: true,
      sitewidehttps_enabled: true,
      facebook_catalog_id: '',
      checkout_type: 'optimized',
      wishlists_enabled: true,
      graphql_storefront_api_enabled: true,
      shopper_consent_tracking_enabled: true,
      multi_storefront_enabled: true,
      storefront_limits: { active: 3, total_including_inactive: 4 },
    },
  };
}
