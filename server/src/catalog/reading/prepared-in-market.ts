import { toBoolean } from '../../database/database';
import type { MarketSide } from '../model/market-reader';
import type { CategorySlugs } from '../product-index/category-slugs';
import type { CatalogSource } from '../tables/product-conditions';
import type { DatabaseRow } from '../tables/product-rows';
import { type PreparedItem, presentPreparedItem } from '../views/prepared-view';
import type { MarketCollections } from './market-collections';
import { pricesAt, readOffers } from './market-offers';
import type { Presentation } from './prepared-reader';
import type { ProductStatements } from './product-statements';
import { inOrder, preparedColumns, preparedRecordOf } from './strapi-prepared-reader';

/**
 * List items in a further market, as JSON text: the precomputed text of each product, with the market's values. Null if
 * they must be built from records: in another language, or if a product was not prepared.
 */
export type ReadPreparedInMarket = (
  side: MarketSide,
  ids: readonly number[],
  presentation: Presentation,
) => Promise<PreparedItem[] | null>;

export function createPreparedInMarket({
  source: { database },
  statements,
  categorySlugs,
  collections,
}: {
  source: CatalogSource;
  /** For all products that the store shows. */
  statements: Pick<ProductStatements, 'published'>;
  categorySlugs: CategorySlugs;
  collections: Pick<MarketCollections, 'treeOf'>;
}): ReadPreparedInMarket {
  async function slugsIn({ tree: parts }: MarketSide, version: unknown): Promise<ReadonlyMap<number, string>> {
    if (!parts) return categorySlugs.at(version);
    const { categories } = await collections.treeOf(parts);
    return new Map(categories.map(({ id, slug }) => [id, JSON.stringify(slug)]));
  }

  return async (side, ids, { productPageAddress }) => {
    if (side.texts) return null;
    if (ids.length === 0) return [];
    const rows: DatabaseRow[] = await statements
      .published('few')
      .whereIn('product.upstream_id', [...ids])
      .select([...preparedColumns, 'product.in_stock', categorySlugs.version()]);
    const offers = await readOffers(database, side, ids);
    const context = { categorySlugs: await slugsIn(side, rows[0]?.categories_version ?? 0), productPageAddress };
    const items: PreparedItem[] = [];
    for (const row of rows) {
      const record = preparedRecordOf(row);
      if (!record) return null;
      const offer = offers.get(record.id);
      if (!offer) continue;
      const inStock = offer.calculatedPrice !== null && toBoolean(row.in_stock);
      items.push(presentPreparedItem(record, { ...context, offer: { ...pricesAt(offer), inStock } }));
    }
    return inOrder(items, ids);
  };
}
