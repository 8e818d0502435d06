export { type CommerceBridgeClient, createCommerceBridgeClient } from './client';
export type { CollectionGroup, components, ErrorCode, IncludeGroup, operations, paths } from './contract';
export { CommerceBridgeApiError, orNull } from './errors';
export type { ClientOptions } from './transport';
export type * from './types';
