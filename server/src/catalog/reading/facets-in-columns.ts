import type { EventLoop } from '../../lib/clock';
import { flagOf, noPrice, type ProductColumns } from '../columns/product-columns';
import type { FacetTally } from './facet-tally';

// Takes some milliseconds.
const productsAtOnce = 10_000;

/**
 * Passes the products of a market to a tally, from memory.
 * @param request.ids only these products; null: all
 */
export async function tallyColumns(
  columns: ProductColumns,
  { tally, ids, loop }: { tally: FacetTally; ids: Float64Array | null; loop: Pick<EventLoop, 'turn'> },
): Promise<void> {
  const count = () => ids?.length ?? columns.size;
  for (let from = 0; from < count(); from += productsAtOnce) {
    if (from > 0) await loop.turn();
    const end = Math.min(count(), from + productsAtOnce);
    for (let at = from; at < end; at += 1) {
      const row = ids ? columns.rowOf(ids[at] ?? 0) : at;
      if (row !== null) addRow(tally, columns, row);
    }
  }
}

function addRow(tally: FacetTally, columns: ProductColumns, row: number): void {
  const flags = columns.flags[row] ?? 0;
  // A free row has no flags.
  if ((flags & flagOf.published) === 0) return;
  const charged = columns.price[row] ?? 0;
  tally.add({
    price: charged === noPrice ? null : charged,
    brandId: columns.brand[row] ?? 0,
    isInStock: (flags & flagOf.inStock) !== 0,
    isOnSale: (flags & flagOf.onSale) !== 0,
    categoryIds: columns.categoriesOf(row),
  });
}
