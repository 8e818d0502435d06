import type { MarketSide } from './market-reader';
import type { RecordReference } from './product-reader';

/**
 * Finds the longest way from the top level down to one of these categories, which is its last; of several, the way to
 * the one that comes first. It begins below a hidden category. Empty when none of them is visible.
 * @param side of a further market; by default the catalog's own categories
 */
export type FindBreadcrumbs = (
  categoryIds: readonly number[],
  side?: Pick<MarketSide, 'tree' | 'texts'>,
) => Promise<RecordReference[]>;
