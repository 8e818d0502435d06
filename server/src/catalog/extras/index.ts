/** The public interface of this room. */
export type { CachedProducts } from './cached-products';
export type { ExtrasVerification } from './damaged-extras';
export type { KeptMetafields } from './knex-metafields';
export type { KeptModifiers } from './knex-modifiers';
export type { ListedMetafields, UnlistedMetafield } from './listed-metafields';
export type { DueProduct, PendingProducts } from './pending-products';
