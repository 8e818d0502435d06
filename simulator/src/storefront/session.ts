import type { Product } from '../catalog/product-model';
import type { SimulatedStore } from '../catalog/store';
import type { Clock } from '../clock';
import type { Presentation } from '../http/present';
import type { Carts } from './carts';
import type { Checkouts } from './checkouts';
import type { Customers } from './customers';
import type { ShopperMarket } from './shopper-market';
import type { Customer } from './model';
import type { TokenScope } from './tokens';

/** The context of one request's resolvers: the store, and the caller. */
export interface Session {
  readonly store: SimulatedStore;
  readonly clock: Clock;
  readonly carts: Carts;
  readonly checkouts: Checkouts;
  readonly customers: Customers;
  readonly channelId: number;
  /** Language, currency and prices of the caller. */
  readonly market: ShopperMarket;
  readonly scopes: readonly TokenScope[];
  /** Where images and the hosted checkout are. */
  readonly presentation: Presentation;
  readonly customer: Customer | undefined;
  /** Set if an invalid customer token was sent and the caller wants an error. */
  readonly customerTokenInvalid: boolean;
  /** For categories and brands, which reference products, and vice versa. */
  readonly productView: (session: Session, product: Product) => View;
}

/** An object that graphql-js resolves field by field: values, or functions of a field's arguments. */
export type View = Record<string, unknown>;

/** An amount in the store's or a cart's currency. */
export function money(value: number, currencyCode: string): View {
  return { value, currencyCode, formatted: null, formattedV2: `${currencyCode} ${value.toFixed(2)}` };
}

/** A time in the format of upstream's storefront: `2026-08-07T17:18:27Z`. */
export function utc(unixSeconds: number): View {
  return { utc: `${new Date(unixSeconds * 1000).toISOString().slice(0, 19)}Z` };
}

/** A global id: type and number in base64. */
export function globalId(type: string, id: string | number): string {
  return Buffer.from(`${type}:${id}`).toString('base64');
}
