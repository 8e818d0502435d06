import type { SimulatedStore } from '../catalog/store';
import type { Clock } from '../clock';
import type { Presentation } from './present';

/** What every route needs. */
export interface ApiContext {
  readonly store: SimulatedStore;
  readonly clock: Clock;
  readonly storeHash: string;
  /** Longest accepted list of an `:in` filter. */
  readonly longestList: number;
  /** Image URLs start with the configured public URL, or with the host of the request. */
  presentationFor(request: { host: string; protocol: string }): Presentation;
}

/** OAuth scopes required by the routes (upstream 7.1). */
export type Scope =
  | 'store_v2_products_read_only'
  | 'store_v2_information_read_only'
  | 'store_channel_settings_read_only'
  | 'store_channel_listings_read_only'
  | 'store_sites_read_only'
  | 'store_v2_customers_read_only'
  | 'store_v2_products'
  | 'store_storefront_api'
  | 'store_cart';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The required scope of the account; absent: any account. */
    scope?: Scope;
    /** How many requests to this route can run at the same time (upstream 1.1). */
    concurrency?: number;
  }
}
