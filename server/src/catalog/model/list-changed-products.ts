import type { MarketSide } from './market-reader';

export interface ChangedProduct {
  id: number;
  slug: string;
  /** When its record last changed; ISO 8601 in UTC, whole seconds. */
  changedAt: string;
}

/**
 * Published products, most recently changed first (behavior 3.14). `page` starts at 1; `total` counts all of them.
 * @param side of a further market; by default all published products
 */
export type ListChangedProducts = (
  request: { page: number; pageSize: number },
  side?: MarketSide,
) => Promise<{ products: ChangedProduct[]; total: number }>;
