/** The public interface of this room. */
export { type CachedShop, type StoreClaim, StoreSwitchedError, StoreSwitchError } from './cached-shop';
export type { StoreFactsKeeper } from './store-facts';
export type { StoreFactsReader } from './store-facts-reader';
