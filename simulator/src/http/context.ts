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
  /** Picture addresses start with the configured public address, or with the host that was asked. */
  presentationFor(request: { host: string; protocol: string }): Presentation;
}

/** OAuth scopes that open the routes (upstream 7.1). */
export type Scope =
  | 'store_v2_products_read_only'
  | 'store_v2_information_read_only'
  | 'store_channel_settings_read_only'
  | 'store_storefront_api'
  | 'store_cart';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the account must be allowed; nothing: any account. */
    scope?: Scope;
    /** How many requests of this route may run at the same time (upstream 1.1). */
    concurrency?: number;
  }
}
