export type { Money } from './cart-wire';
export { type CommerceBridgeClient, createCommerceBridgeClient } from './client';
export type {
  CollectionDetailGroup,
  CollectionGroup,
  components,
  ErrorCode,
  IncludeGroup,
  operations,
  paths,
  ProductGroup,
} from './contract';
export {
  type Credentials,
  type Customer,
  readCustomer,
  signIn,
  type SignedInCustomer,
  signOut,
} from './customer-session';
export { CommerceBridgeApiError, ifModified, orNull } from './errors';
export { type SelectedOptions, selectOptions } from './selected-options';
export {
  type Cart,
  type CartArticle,
  type CartLine,
  type CartLineOption,
  type CartOptions,
  openCart,
  type ShopperCart,
} from './shopper-cart';
export { shopperDocuments, type ShopperOperation } from './shopper-documents';
export { type StoreClient, StoreRefusal } from './store-refusal';
export type { ClientOptions } from './transport';
export type * from './types';
