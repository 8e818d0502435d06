import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { EventLoop } from '../../lib/clock';
import type { KeptMarketColumns } from '../columns/kept-market-columns';
import type { ProductColumns } from '../columns/product-columns';
import type { MarketSide } from '../model/market-reader';
import type { CatalogSource } from '../tables/product-conditions';
import { listedPartsOf } from './market-column-pages';
import type { ProductStatements } from './product-statements';

// Takes some milliseconds.
const productsAtOnce = 10_000;

type Counted = 'brand' | 'category';

/**
 * Counts the products that a market sells, by upstream id of their brand or categories: in its product columns or,
 * while these are not loaded, in the tables.
 */
export function createMarketCounts({
  source,
  statements,
  columns,
  loop,
}: {
  source: CatalogSource;
  statements: ProductStatements;
  columns: Pick<KeptMarketColumns, 'current'>;
  loop: Pick<EventLoop, 'turn'>;
}) {
  async function countTables(
    kind: Counted,
    { membershipId }: Pick<MarketSide, 'membershipId'>,
  ): Promise<Map<number, number>> {
    const counted =
      kind === 'brand'
        ? { query: statements.published('many'), productId: 'product.upstream_id', key: 'product.brand_id' }
        : {
            query: source.database({ listing: ownTables.categoryListings }),
            productId: 'listing.product_id',
            key: 'listing.category_id',
          };
    const rows = await counted.query
      .join({ member: ownTables.marketMembers }, (join) => {
        join.on('member.product_id', counted.productId).andOnVal('member.part_id', membershipId);
      })
      .whereNotNull(counted.key)
      .select({ key: counted.key })
      .count({ count: '*' })
      .groupBy(counted.key);
    const counts = new Map<number, number>();
    for (const row of rows) {
      // Products that only further markets show are listed under negative keys.
      const key = Math.abs(toNumber(row.key));
      counts.set(key, (counts.get(key) ?? 0) + toNumber(row.count));
    }
    return counts;
  }

  async function countColumns(kind: Counted, known: ProductColumns): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    const count = (id: number) => counts.set(id, (counts.get(id) ?? 0) + 1);
    for (let row = 0; row < known.size; row += 1) {
      if (row > 0 && row % productsAtOnce === 0) await loop.turn();
      const brandId = known.brand[row] ?? 0;
      if (kind === 'category') for (const id of known.categoriesOf(row)) count(id);
      else if (brandId !== 0) count(brandId);
    }
    return counts;
  }

  return async function countBy(
    kind: Counted,
    side: Pick<MarketSide, 'membershipId' | 'pricesId' | 'texts'>,
  ): Promise<Map<number, number>> {
    const known = await columns.current(listedPartsOf(side));
    return known ? countColumns(kind, known) : countTables(kind, side);
  };
}
