import { toBoolean, toNumber } from '../../database/database';
import type { EventLoop } from '../../lib/clock';
import type { FindMarketFacets } from '../model/find-facets';
import type { NamedMarket } from '../model/find-suggestions';
import type { ProductFilter } from '../model/product-reader';
import { upstreamIdIn } from '../model/upstream-ids';
import { type CatalogSource, whereFilter } from '../tables/product-conditions';
import type { DatabaseRow } from '../tables/product-rows';
import { type FacetFilter, FacetTally } from './facet-tally';
import { facetValues, listedCategories } from './facet-values';
import { amountOf } from './market-offers';
import { isFound, joinMarket, type MarketConditions } from './market-pages';
import type { ProductStatements } from './product-statements';

// On SQLite some milliseconds, in which nobody else reads.
const productsPerStatement = 2000;
// No product has an id below zero: what does not exist leaves nothing, and other facets still have their counts.
const nobody = -1;

/** Counts facets with one look at each product that the market sells, some thousand at a time (behavior 14.4). */
export function createMarketFacets({
  source,
  statements,
  findMatches,
  loop,
}: {
  source: CatalogSource;
  /** Of all that the store shows. */
  statements: ProductStatements;
  findMatches: MarketConditions['findMatches'];
  loop: Pick<EventLoop, 'turn'>;
}): FindMarketFacets {
  const productsAfter = (after: number, { ids, sku }: ProductFilter, { side }: Pick<NamedMarket, 'side'>) => {
    const query = joinMarket(whereFilter(statements.published('many'), { ids, sku }, source), side)
      .where('member.product_id', '>', after)
      .orderBy('member.product_id')
      .limit(productsPerStatement)
      .select({
        id: 'member.product_id',
        brand: 'product.brand_id',
        inStock: 'product.in_stock',
        price: 'priced.price',
        charged: 'priced.calculated_price',
      });
    return side.texts ? query.select({ named: 'named.product_id' }) : query;
  };

  return async (filter, market) => {
    const [brands, collections] = [await market.brands(), await market.collections()];
    const tally = new FacetTally(facetFilterOf(filter, { brands, collections }));
    const found = await findMatches(filter.search ?? '', market.side);
    for (let after = 0; ; ) {
      const rows: DatabaseRow[] = await productsAfter(after, filter, market);
      const ids = rows.map((row) => toNumber(row.id));
      const categories = await listedCategories(source.database, ids, 'elsewhere');
      for (const row of rows) {
        const [id, price, charged] = [toNumber(row.id), amountOf(row.price), amountOf(row.charged)];
        if (found && !isFound({ id, named: row.named }, found)) continue;
        tally.add({
          price: charged,
          brandId: toNumber(row.brand),
          isInStock: charged !== null && toBoolean(row.inStock),
          isOnSale: charged !== null && price !== null && charged !== price,
          categoryIds: categories.get(id) ?? [],
        });
      }
      if (rows.length < productsPerStatement) break;
      after = ids.at(-1) ?? after;
      await loop.turn();
    }
    const { brands: byBrand, categories: byCategory, ...counts } = tally.counts();
    return { ...counts, brands: facetValues(brands, byBrand), categories: facetValues(collections, byCategory) };
  };
}

type Named = { id: number; slug: string };

/** By ids, of what is called so in the market. */
function facetFilterOf(
  { brand, categorySlug, minPrice, maxPrice, inStock, onSale }: ProductFilter,
  { brands, collections }: { brands: readonly Named[]; collections: readonly Named[] },
): FacetFilter {
  const idWith = (records: readonly Named[], slug: string) => records.find((record) => record.slug === slug)?.id;
  const brandId = (name: string) => {
    // A number is an id first: a brand may be called `1883`.
    const asId = upstreamIdIn(name);
    return brands.find(({ id }) => id === asId)?.id ?? idWith(brands, name) ?? nobody;
  };
  return {
    brandId: brand === undefined ? undefined : brandId(brand),
    categoryId: categorySlug === undefined ? undefined : (idWith(collections, categorySlug) ?? nobody),
    minPrice,
    maxPrice,
    inStock,
    onSale,
  };
}
