import { type Market, type MarketPart, partName } from './market-parts';
import { distinctParts, type TextNeeds } from './pass-market';

/** How much there is to read. */
export interface CatalogSize {
  /** Cached ones. */
  products: number;
  /** What has its own price: the products, and their variants where there are several. */
  priced: number;
  categories: number;
  brands: number;
  /** How many products a channel sells; null for one that was never read completely. */
  soldOn(channelId: number): number | null;
}

/** The cost of reading a market, in requests to the store. */
export interface PassCost {
  requests: number;
  /** Of these, the requests for parts that no market before it has. */
  added: number;
}

// The page sizes of the readers of parts (upstream 3.1, 5.3, 20.1, 20.6).
const perListing = 250;
const perPriceRequest = 50;
const perTextRequest = 50;

/**
 * The cost of passes over these markets, in their order (behavior 14.9). An estimate: how many products a channel sells
 * is unknown before its first complete pass, so all products count.
 * @param texts null: without the parts of texts
 */
export function passCosts(
  markets: readonly Market[],
  { size, texts }: { size: CatalogSize; texts: TextNeeds | null },
): PassCost[] {
  const counted = new Set<string>();
  return markets.map((market) => {
    const cost: PassCost = { requests: 0, added: 0 };
    const read = distinctParts([market], texts).map((part) => ({
      name: partName(part),
      requests: requestsOf(part, size),
    }));
    // The currencies tell how amounts are written.
    for (const { name, requests } of [{ name: 'currencies', requests: 1 }, ...read]) {
      cost.requests += requests;
      if (!counted.has(name)) cost.added += requests;
      counted.add(name);
    }
    return cost;
  });
}

function requestsOf({ kind, channelId }: MarketPart, { products, priced, categories, brands, soldOn }: CatalogSize) {
  const sold = soldOn(channelId) ?? products;
  const pages = (items: number, perPage: number) => Math.max(1, Math.ceil(items / perPage));
  switch (kind) {
    case 'membership':
      return pages(sold, perListing);
    case 'categories':
      // One more to learn which tree is the channel's.
      return 1 + pages(categories, perListing);
    case 'prices':
      return pages(products === 0 ? 0 : (sold * priced) / products, perPriceRequest);
    case 'texts':
      return pages(sold, perTextRequest);
    case 'category texts':
      return pages(categories, perTextRequest);
    case 'brand texts':
      return pages(brands, perTextRequest);
  }
}

/** The window of the store's quota, and how much of it runs leave to others. */
export interface PassPace {
  /** Requests. */
  quota: number;
  reserve: number;
  /** Seconds. */
  window: number;
}

/** How long this many requests take at the store's quota, in seconds. */
export function secondsFor(requests: number, { quota, reserve, window }: PassPace): number {
  const usable = Math.max(1, quota - Math.min(reserve, Math.floor(quota / 2)));
  return Math.ceil((requests / usable) * window);
}
