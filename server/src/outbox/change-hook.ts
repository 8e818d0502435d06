import type { Clock } from '../lib/clock';
import { minutes, seconds } from '../lib/durations';
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

// A call that runs for longer is assumed never to return.
const longestCall = minutes(10);

interface Call {
  rows: ReadonlySet<number>;
  startedAt: number;
  isRunning: boolean;
  /** Whether it succeeded. */
  ended: Promise<boolean>;
}

/**
 * Calls the site's own function with the changes; they count as delivered unless it throws. A call that takes longer
 * than an attempt to deliver may last for ten minutes: later attempts wait for it instead of calling the function again.
 */
export function createChangeHook(
  hook: CatalogHook,
  {
    clock,
    untilShown,
  }: {
    clock: Pick<Clock, 'monotonic'>;
    /** Waits until every instance shows what is committed by now: the function may purge a CDN. */
    untilShown: (signal: AbortSignal) => Promise<void>;
  },
): OutboxTarget {
  let last: Call | null = null;

  async function call(rows: readonly number[], news: CatalogNews): Promise<void> {
    const calling = Promise.resolve(news).then(hook);
    const ended = calling.then(
      () => true,
      () => false,
    );
    const made = { rows: new Set(rows), startedAt: clock.monotonic(), isRunning: true, ended };
    last = made;
    await calling.finally(() => {
      made.isRunning = false;
    });
  }

  /** Waits for the last call, unless it hangs. @returns those of the rows that it delivered */
  async function deliveredOf(rows: readonly number[]): Promise<number[]> {
    const before = last;
    if (before === null || (before.isRunning && clock.monotonic() - before.startedAt >= longestCall)) return [];
    return (await before.ended) ? rows.filter((row) => before.rows.has(row)) : [];
  }

  return {
    name: hookName,
    pause: seconds(0),
    async deliver({ rows, change: { products, categories, brands, isEverything, isStoreChanged } }, signal) {
      // The hook has no parameter for changes that concern only further markets.
      if (products.length + categories.length + brands.length === 0 && !isEverything && !isStoreChanged)
        return undefined;
      const delivered = await deliveredOf(rows);
      if (delivered.length > 0) return delivered;
      await untilShown(signal);
      // A later attempt calls the function if this one has ended meanwhile.
      signal.throwIfAborted();
      await call(rows, {
        products: [...products],
        categories: [...categories],
        brands: [...brands],
        everything: isEverything || isStoreChanged,
      });
      return undefined;
    },
  };
}
