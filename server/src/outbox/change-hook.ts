import { seconds } from '../lib/durations';
import type { OutboxTarget } from './outbox-target';

/** What the site's own function receives: upstream ids of what changed. */
export interface CatalogNews {
  products: number[];
  categories: number[];
  brands: number[];
  /** Whether more changed than is listed: a manual purge, imported content, or the store's units or currency. */
  everything: boolean;
}

/** `onCatalogChange` of the plugin's configuration (behavior 7.2): for example, to purge a CDN. */
export type CatalogHook = (news: CatalogNews) => unknown;

/** The hook's name in the outbox; no purge target can have it, since their names are lowercase. */
export const hookName = 'onCatalogChange';

/** Calls the site's own function with the changes; they count as delivered unless it throws. */
export function createChangeHook(hook: CatalogHook): OutboxTarget {
  return {
    name: hookName,
    pause: seconds(0),
    async deliver({ change: { products, categories, brands, isEverything, isStoreChanged } }) {
      // The hook has no parameter for changes that concern only further markets.
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
