import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { MarketSide } from '../model/market-reader';
import type { CatalogSource } from '../tables/product-conditions';
import { whereTextContains } from '../tables/text-conditions';

/**
 * Products that a further market sells but the default market does not show, and whose texts in the catalog contain the
 * term. The search index has only published products, so the texts of this channel's other products are read.
 */
export async function findElsewhere(
  { database, tables }: CatalogSource,
  { side: { membershipId }, term }: { side: Pick<MarketSide, 'membershipId'>; term: string },
): Promise<number[]> {
  const query = database({ product: tables.tables.product })
    .join({ member: ownTables.marketMembers }, (join) => {
      join.on('member.product_id', 'product.upstream_id').andOnVal('member.part_id', membershipId);
    })
    .join({ listed: ownTables.listedProducts }, 'listed.product_id', 'product.upstream_id')
    .where('product.publication_status', 'draft')
    .where('product.is_visible_elsewhere', true);
  whereTextContains(query, { column: 'listed.search_text', text: term });
  const found: unknown[] = await query.pluck('product.upstream_id');
  return found.map(toNumber);
}
