import type { EventLoop } from '../../lib/clock';
import type { KeptColumns } from '../columns/kept-columns';
import type { FindMarketFacets } from '../model/find-facets';
import type { ProductFilter } from '../model/product-reader';
import { upstreamIdIn } from '../model/upstream-ids';
import type { CatalogSource } from '../tables/product-conditions';
import { type FacetFilter, FacetTally } from './facet-tally';
import { facetValues } from './facet-values';
import type { MarketConditions } from './market-pages';
import { createTableTally, tallyInColumns } from './market-tally';
import type { ProductStatements } from './product-statements';

// No product has an id below zero: what does not exist leaves nothing, and other facets still have their counts.
const nobody = -1;

/**
 * Counts facets with one look at each product that the market sells, some thousand at a time (behavior 14.4). Only what the market says of
 * it is read from the tables, where the product columns have the rest.
 */
export function createMarketFacets({
  findMatches,
  columns,
  ...options
}: {
  source: CatalogSource;
  /** Of all that the store shows. */
  statements: ProductStatements;
  findMatches: MarketConditions['findMatches'];
  columns: Pick<KeptColumns, 'current'>;
  loop: Pick<EventLoop, 'turn'>;
}): FindMarketFacets {
  const tables = createTableTally(options);
  const { loop, source } = options;

  return async (filter, market) => {
    const [brands, collections] = [await market.brands(), await market.collections()];
    const tally = new FacetTally(facetFilterOf(filter, { brands, collections }));
    const counting = { tally, found: await findMatches(filter.search ?? '', market.side), side: market.side };
    const known = filter.ids === undefined && filter.sku === undefined ? await columns.current() : null;
    if (known) await tallyInColumns({ known, tables, loop, database: source.database }, counting);
    else await tables.all(filter, counting);
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
