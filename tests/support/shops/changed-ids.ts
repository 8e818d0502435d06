import type { ChangedIds } from '../../../server/src/catalog/changes/change-log';

/** An empty change, except for what is given. */
export function aChange(given: Partial<ChangedIds> = {}): ChangedIds {
  return {
    products: [],
    dependencies: [],
    categories: [],
    brands: [],
    isStoreChanged: false,
    isEverything: false,
    ...given,
  };
}
