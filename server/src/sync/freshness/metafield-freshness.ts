import { type Milliseconds, milliseconds } from '../../lib/durations';
import { createUpstreamMetafields, type ReceivedMetafields } from '../../upstream/metafields-client';
import { createMetafieldListing, type MetafieldListingOptions } from './metafield-listing';
import { createOptionalFreshness, type OptionalFreshness } from './optional-freshness';
import { createPendingFreshness, type PendingFreshness, type ProductReading } from './pending-freshness';

/** Keeps the metafields of products fresh (behavior 2.16). */
export interface MetafieldFreshness extends OptionalFreshness, Pick<PendingFreshness, 'mark'> {
  /** Has all metafields listed, as after a run. */
  markAll(): Promise<void>;
}

/**
 * Reads products that events concerned first, then a listing of all metafields, page by page, then the other products
 * that wait, unless a new listing takes fewer requests.
 */
export function createMetafieldFreshness(options: MetafieldListingOptions): MetafieldFreshness {
  const listing = createMetafieldListing(options);
  const products = createPendingFreshness(readingOf(options), {
    ...options,
    isUrgentOnly: async () => (await options.isRunUnderWay()) || (await listing.isDue()),
  });
  const optional = createOptionalFreshness({
    freshness: {
      refreshSome: async (signal) => (await products.refreshSome(signal)) || listing.refreshSome(signal),
      nextDue: async () => earlier(await products.nextDue(), await listing.nextDue()),
    },
    isRead: async () => (await options.settings.read()).plain.metafieldNamespaces.length > 0,
    isKept: listing.isBegun,
    forget: listing.forget,
  });
  return { ...optional, mark: products.mark, markAll: listing.want };
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
