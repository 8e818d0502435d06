import { flagOf, type ProductColumns } from '../columns/product-columns';
import type { KeptMarketColumns, ListedParts } from '../columns/kept-market-columns';
import { selectOffers } from '../columns/select-offers';
import type { MarketSide } from '../model/market-reader';
import type { CatalogSource } from '../tables/product-conditions';
import { canServe, createColumnFilters, inAll } from './column-pages';
import type { ListMemory } from './list-memory';
import type { FindMarketPage, MarketConditions, MarketMatches } from './market-pages';
import type { ProductStatements } from './product-statements';

/** The parts of a market by which its lists are filtered and sorted. */
export const listedPartsOf = ({
  membershipId,
  pricesId,
  texts,
}: Pick<MarketSide, 'membershipId' | 'pricesId' | 'texts'>): ListedParts => ({
  membershipId,
  pricesId,
  textsId: texts?.productsId ?? null,
});

/**
 * Finds pages in the product columns of a further market, or by statements while those are not loaded. Search matches
 * in the catalog's texts count only for products that have no texts in the market's language.
 */
export function createMarketColumnPages({
  columns: kept,
  findMatches,
  findByStatements,
  ...options
}: {
  source: CatalogSource;
  /** For all products that the store shows. */
  statements: Pick<ProductStatements, 'published'>;
  memory: ListMemory;
  columns: Pick<KeptMarketColumns, 'current'>;
  findMatches: MarketConditions['findMatches'];
  findByStatements: FindMarketPage;
}): FindMarketPage {
  const columnFilterOf = createColumnFilters(options);

  return async (side, { filter: asked, ...request }) => {
    const { orderBy, direction, page, pageSize } = request;
    const { categoryId = undefined, ...others } = asked;
    const filter = await columnFilterOf(others);
    if (filter === null) return { total: 0, ids: [] };
    const wanted = { ...filter, categoryId: categoryId ?? filter.categoryId };
    const findInTables = () =>
      findByStatements(side, {
        ...request,
        filter: { ...others, categorySlug: undefined, categoryId: wanted.categoryId },
      });
    const columns = await kept.current(listedPartsOf(side));
    if (!canServe(columns, { orderBy })) return findInTables();
    const found = await findMatches(asked.search ?? '', side);
    // A change may have moved too many titles meanwhile.
    if (!canServe(columns, { orderBy })) return findInTables();
    const ids = inAll([...(filter.ids ? [filter.ids] : []), ...(found ? [foundIn(columns, found)] : [])]);
    const offset = (page - 1) * pageSize;
    return selectOffers(columns, { filter: { ...wanted, ids }, orderBy, direction, offset, limit: pageSize });
  };
}

/** The ids that a search found, ascending; checks each product of the market once: a term may match nearly all. */
export function foundIn(columns: ProductColumns, { byCatalog, byTexts }: MarketMatches): Float64Array {
  if (byTexts === null) return byCatalog;
  const found = new Float64Array(columns.count);
  const at = { count: 0, catalog: 0, texts: 0 };
  for (const row of columns.byId.rows) {
    const id = columns.ids[row] ?? 0;
    while (at.catalog < byCatalog.length && (byCatalog[at.catalog] ?? 0) < id) at.catalog += 1;
    while (at.texts < byTexts.length && (byTexts[at.texts] ?? 0) < id) at.texts += 1;
    const isNamed = ((columns.flags[row] ?? 0) & flagOf.named) !== 0;
    if ((isNamed ? byTexts[at.texts] : byCatalog[at.catalog]) !== id) continue;
    found[at.count] = id;
    at.count += 1;
  }
  return found.subarray(0, at.count);
}
