import type { EventLoop } from '../../lib/clock';
import type { KeptMarketColumns } from '../columns/kept-market-columns';
import type { FindMarketFacets } from '../model/find-facets';
import type { ProductFilter } from '../model/product-reader';
import { upstreamIdIn } from '../model/upstream-ids';
import type { CatalogSource } from '../tables/product-conditions';
import { type FacetFilter, FacetTally } from './facet-tally';
import { facetValues } from './facet-values';
import { tallyColumns } from './facets-in-columns';
import { foundIn, listedPartsOf } from './market-column-pages';
import type { MarketConditions } from './market-pages';
import { createTableTally } from './market-tally';
import type { ProductStatements } from './product-statements';
import type { FindShownNames } from './shown-names';

// No id is negative: an unknown brand or category matches no product, and other facets still have their counts.
const unknownId = -1;

/**
 * Counts facets with one look at each product that the market sells, some thousand at a time (behavior 14.4): in its
 * product columns or, while these are not loaded and for few products, in the tables.
 */
export function createMarketFacets({
  findMatches,
  columns,
  findNames,
  ...options
}: {
  source: CatalogSource;
  /** For all products that the store shows. */
  statements: ProductStatements;
  findMatches: MarketConditions['findMatches'];
  columns: Pick<KeptMarketColumns, 'current'>;
  findNames: FindShownNames;
  loop: Pick<EventLoop, 'turn'>;
}): FindMarketFacets {
  const tables = createTableTally(options);
  const { loop } = options;

  return async (filter, side) => {
    const [brands, collections] = await Promise.all([findNames('brand', side), findNames('category', side)]);
    const tally = new FacetTally(facetFilterOf(filter, { brands, collections }));
    const found = await findMatches(filter.search ?? '', side);
    const isOfFew = filter.ids !== undefined || filter.sku !== undefined;
    const known = isOfFew ? null : await columns.current(listedPartsOf(side));
    if (known) await tallyColumns(known, { tally, ids: found && foundIn(known, found), loop });
    else await tables(filter, { tally, found, side });
    const { brands: byBrand, categories: byCategory, ...counts } = tally.counts();
    return { ...counts, brands: facetValues(brands, byBrand), categories: facetValues(collections, byCategory) };
  };
}

type Named = { id: number; slug: string };

/** Translates the names of brand and category in the market into ids. */
function facetFilterOf(
  {
    brand,
    categorySlug,
    minPrice,
    maxPrice,
    inStock,
    onSale,
    ...others
  }: Omit<ProductFilter, 'search' | 'ids' | 'sku'>,
  { brands, collections }: { brands: readonly Named[]; collections: readonly Named[] },
): FacetFilter {
  // A condition that is not handled here fails to compile.
  void (others satisfies Record<string, never>);
  const idWith = (records: readonly Named[], slug: string) => records.find((record) => record.slug === slug)?.id;
  const brandId = (name: string) => {
    // A number is tried as an id first, since a brand may be called `1883`.
    const asId = upstreamIdIn(name);
    return brands.find(({ id }) => id === asId)?.id ?? idWith(brands, name) ?? unknownId;
  };
  return {
    brandId: brand === undefined ? undefined : brandId(brand),
    categoryId: categorySlug === undefined ? undefined : (idWith(collections, categorySlug) ?? unknownId),
    minPrice,
    maxPrice,
    inStock,
    onSale,
  };
}
