/** What the rest of the server uses of this room. */
export type { CachedProducts } from './cached-products';
export type { DueProduct, KeptModifiers } from './knex-modifiers';
