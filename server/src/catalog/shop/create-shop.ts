import type { Foundation } from '../../database/create-foundation';
import type { CatalogChanges } from '../changes/catalog-changes';
import type { CatalogStore } from '../writing/catalog-store';
import { forgetEntities } from '../writing/entity-memories';
import { createCachedShop } from './cached-shop';
import { createStoreFacts } from './store-facts';

/** Wires up what is known about the store whose catalog is cached. */
export function createShop({
  state,
  changes,
  store,
}: Pick<Foundation, 'state'> & { changes: CatalogChanges; store: CatalogStore }) {
  return {
    storeFacts: createStoreFacts({ state, changes }),
    cachedShop: createCachedShop({ state, store, forgetEntities }),
  };
}
