import type { Clock } from '../../lib/clock';
import { describeError } from '../../lib/errors';
import { seconds } from '../../lib/durations';
import { createCoalescingQueue } from '../../lib/coalescing-queue';
import type { Logger } from '../../lib/logger';
import { withTimeLimit } from '../../lib/time-limit';
import type { CatalogListener } from './catalog-changes';
import type { ChangedIds } from './change-log';

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

interface GatheredNews {
  products: Set<number>;
  categories: Set<number>;
  brands: Set<number>;
  everything: boolean;
}

// A CDN takes a second or two; a slower call must not hold up later changes forever.
const timeLimit = seconds(30);
const patience = seconds(5);

export interface ChangeHook {
  listener: CatalogListener;
  /** Resolves when all changes have been passed on. */
  idle(): Promise<void>;
  /** Waits briefly for the call in progress. */
  stop(): Promise<void>;
}

/**
 * Calls the site's own function with what changed: one call at a time; changes during a call go into the next. An error
 * or a timeout is logged, and the next call is made anyway.
 */
export function createChangeHook({
  hook,
  clock,
  logger,
}: {
  hook: CatalogHook;
  clock: Clock;
  logger: Logger;
}): ChangeHook {
  const coalescingQueue = createCoalescingQueue<GatheredNews>({
    merge(waiting, added) {
      for (const kind of ['products', 'categories', 'brands'] as const)
        for (const id of added[kind]) waiting[kind].add(id);
      return { ...waiting, everything: waiting.everything || added.everything };
    },
    async handOver({ products, categories, brands, everything }) {
      const news = { products: [...products], categories: [...categories], brands: [...brands], everything };
      await withTimeLimit({ clock, limit: timeLimit }, async () => hook(news));
    },
    onError: (error) => logger.error('onCatalogChange failed', { error: describeError(error) }),
  });

  return {
    listener: (change) => coalescingQueue.add(newsOf(change)),
    idle: () => coalescingQueue.idle(),
    stop: () => withTimeLimit({ clock, limit: patience }, () => coalescingQueue.idle()).catch(() => undefined),
  };
}

function newsOf({ products, categories, brands, isStoreChanged, isEverything }: ChangedIds): GatheredNews {
  return {
    products: new Set(products),
    categories: new Set(categories),
    brands: new Set(brands),
    everything: isEverything || isStoreChanged,
  };
}
