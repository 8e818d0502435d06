import type { CatalogProduct } from './catalog-types';

/** Lists that upstream may have cut off in a listing. */
export type EmbeddedList = 'variants' | 'images' | 'customFields';

/** A product as a sweep sees it: everything but its description, and perhaps not all of its lists. */
export interface SweptProduct {
  /** `content` is empty; lists named in `cutOff` hold what was embedded. */
  item: CatalogProduct;
  cutOff: readonly EmbeddedList[];
  /** The product's own stock level, as reported by upstream. */
  ownInventoryLevel: number | null;
}

/** Lists of a stored product. */
export type StoredLists = Pick<CatalogProduct, EmbeddedList>;

/**
 * What the swept product must look like if nothing changed: where a list was cut off, the stored list supplies the
 * rest, as long as it contains what was embedded. Stock by variant is then compared with the product's own stock level,
 * which upstream maintains as the sum.
 * @returns null if the embedded part differs from the stored one
 */
export function completedFromStored(
  { item, cutOff, ownInventoryLevel }: SweptProduct,
  stored: StoredLists,
): CatalogProduct | null {
  if (cutOff.length === 0) return item;
  if (!cutOff.every((list) => holds(stored[list], item[list]))) return null;
  const completed = { ...item, ...Object.fromEntries(cutOff.map((list) => [list, stored[list]])) };
  if (!cutOff.includes('variants') || item.inventoryTracking !== 'variant') return completed;
  return {
    ...completed,
    inventoryLevel: ownInventoryLevel ?? item.inventoryLevel,
    inStock: item.availability !== 'disabled' && stored.variants.some((variant) => variant.inStock),
  };
}

/** Whether the whole contains all of the parts, in the same order. */
function holds(whole: readonly object[], parts: readonly object[]): boolean {
  const wanted = parts.map((part) => JSON.stringify(part));
  let place = 0;
  for (const element of whole) if (JSON.stringify(element) === wanted[place]) place += 1;
  return place === wanted.length;
}
