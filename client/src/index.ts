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
export { CommerceBridgeApiError, orNull } from './errors';
export type { ClientOptions } from './transport';
export type * from './types';
