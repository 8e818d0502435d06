import type { MarketSide } from './market-reader';
import type { RecordReference } from './product-reader';

/**
 * Finds the longest path from the top level down to one of these categories, inclusive; ties go to the category that
 * comes first. If a category on the path is hidden, the path starts below it. Empty when none of them is visible.
 * @param side of a further market; by default the catalog's own categories
 */
export type FindBreadcrumbs = (
  categoryIds: readonly number[],
  side?: Pick<MarketSide, 'tree' | 'texts'>,
) => Promise<RecordReference[]>;
