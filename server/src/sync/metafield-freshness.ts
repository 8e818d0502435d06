import { type Milliseconds, milliseconds } from '../lib/durations';
import { createUpstreamMetafields, type ReceivedMetafields } from '../upstream/metafields-client';
import type { Refresher } from './freshness-worker';
import { createMetafieldListing, type MetafieldListingOptions } from './metafield-listing';
import { createPendingFreshness, type PendingFreshness, type ProductReading } from './pending-freshness';

/** Keeps the metafields of products fresh (behavior 2.16). */
export interface MetafieldFreshness extends Refresher, Pick<PendingFreshness, 'mark'> {
  /** All are to be listed, as after a run. */
  markAll(): Promise<void>;
  /** Whether the site reads none, and nothing is left of those that it read. */
  isForgotten(): boolean;
}

/**
 * Single products, of which events were first; then a listing of all, page by page; then the products that no event was
 * about, unless a listing takes fewer requests.
 */
export function createMetafieldFreshness(options: MetafieldListingOptions): MetafieldFreshness {
  const listing = createMetafieldListing(options);
  const products = createPendingFreshness(readingOf(options), {
    ...options,
    isUrgentOnly: async () => (await options.isRunUnderWay()) || (await listing.isDue()),
  });
  let isForgotten = false;

  const isRead = async () => {
    const { plain } = await options.settings.read();
    if (plain.metafieldNamespaces.length > 0) isForgotten = false;
    return plain.metafieldNamespaces.length > 0;
  };

  return {
    mark: products.mark,
    markAll: listing.want,
    isForgotten: () => isForgotten,

    async refreshSome(signal) {
      if (await isRead()) return (await products.refreshSome(signal)) || listing.refreshSome(signal);
      // Whenever it reads some again, these would be out of date.
      if (await listing.isBegun()) await listing.forget();
      isForgotten = true;
      return false;
    },

    async nextDue() {
      if (await isRead()) return earlier(await products.nextDue(), await listing.nextDue());
      isForgotten = !(await listing.isBegun());
      return isForgotten ? null : milliseconds(0);
    },
  };
}

function readingOf({
  kept,
}: Pick<MetafieldListingOptions, 'kept'>): ProductReading<ReceivedMetafields['products'][number]> {
  return {
    what: 'metafields',
    pending: kept,
    productsPerRequest: 1,
    async read({ settings, ...parts }, { productIds: [productId = 0], ...request }) {
      const namespaces = settings.plain.metafieldNamespaces;
      return createUpstreamMetafields(parts).ofProduct({ productId, namespaces, ...request });
    },
    write: kept.write,
  };
}

function earlier(a: Milliseconds | null, b: Milliseconds | null): Milliseconds | null {
  if (a === null || b === null) return a ?? b;
  return milliseconds(Math.min(a, b));
}
