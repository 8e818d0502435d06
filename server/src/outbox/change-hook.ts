import { seconds } from '../lib/durations';
import type { OutboxTarget } from './outbox-target';

/** What is passed to the site's own function, by upstream id. */
export interface CatalogNews {
  products: number[];
  categories: number[];
  brands: number[];
  /** Whether more changed than is listed: a manual purge, imported content, or the store's units or currency. */
  everything: boolean;
}

/** `onCatalogChange` of the plugin's configuration (behavior 7.2): for example, to purge a CDN. */
export type CatalogHook = (news: CatalogNews) => unknown;

/** Its name in the outbox; no purge target can have it, since theirs are in lower case. */
export const hookName = 'onCatalogChange';

/** Calls the site's own function with what changed; that counts as delivered unless the function throws. */
export function createChangeHook(hook: CatalogHook): OutboxTarget {
  return {
    name: hookName,
    pause: seconds(0),
    async deliver({ change: { products, categories, brands, isEverything, isStoreChanged } }) {
      // It has no place for what changed in a further market alone.
      if (products.length + categories.length + brands.length === 0 && !isEverything && !isStoreChanged) return;
      await hook({
        products: [...products],
        categories: [...categories],
        brands: [...brands],
        everything: isEverything || isStoreChanged,
      });
    },
  };
}
