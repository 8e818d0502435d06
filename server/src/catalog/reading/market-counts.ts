import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { MarketSide } from '../model/market-reader';
import type { CatalogSource } from '../tables/product-conditions';
import type { ProductStatements } from './product-statements';

/** Counts the products that a market sells, by upstream id of their brand or of each visible category. */
export function createMarketCounts({ source, statements }: { source: CatalogSource; statements: ProductStatements }) {
  return async function countBy(
    kind: 'brand' | 'category',
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
      // What further markets alone show is listed below zero.
      const key = Math.abs(toNumber(row.key));
      counts.set(key, (counts.get(key) ?? 0) + toNumber(row.count));
    }
    return counts;
  };
}
