import type { Knex } from 'knex';
import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { MarketSide } from '../model/market-reader';
import type { ProductFilter, ProductListRequest } from '../model/product-reader';
import { fold } from '../model/text';
import { type CatalogSource, whereFilter } from '../tables/product-conditions';
import { productOrder } from './page';
import type { ProductStatements } from './product-statements';
import { includesSorted, type SearchMatches } from './search-matches';

/** Conditions that a market decides, and whatever else its list is narrowed by. */
type OfferFilter = Pick<ProductFilter, 'search' | 'minPrice' | 'maxPrice' | 'inStock' | 'onSale'>;

interface Request<Filter> extends Omit<ProductListRequest, 'depth' | 'filter' | 'orderBy'> {
  filter: Filter;
  orderBy: keyof typeof productOrder;
}

// Up to this many matches of a search are part of the statement; of more, those that the market sells are picked here.
const fewMatches = 1000;

/**
 * Finds the ids on a page of a market's list, and how many products it has: two statements that join the market's members and prices
 * with the catalog, whose cost grows with the market (docs/decisions/0030-markets.md).
 */
export function createMarketPages<Filter extends OfferFilter>({
  statements,
  findMatches,
  whereCatalog,
}: {
  statements: ProductStatements;
  /** Published products that match a search, ascending; null: it is no condition. */
  findMatches: (search: string) => Promise<Float64Array | null>;
  /** The conditions that are the same in every market. */
  whereCatalog: (query: Knex.QueryBuilder, filter: Filter) => Knex.QueryBuilder;
}) {
  const listed = ({ membershipId, pricesId }: MarketSide, filter: Filter): Knex.QueryBuilder => {
    const query = statements
      .published('many')
      .join({ member: ownTables.marketMembers }, (join) => {
        join.on('member.product_id', 'product.upstream_id').andOnVal('member.part_id', membershipId);
      })
      .leftJoin({ priced: ownTables.marketPrices }, (join) => {
        join.on('priced.product_id', 'product.upstream_id').andOnVal('priced.part_id', pricesId);
      });
    return whereOffered(whereCatalog(query, filter), filter);
  };

  return async function findMarketPage(
    side: MarketSide,
    { filter, page, pageSize, ...order }: Request<Filter>,
  ): Promise<{ ids: number[]; total: number }> {
    const found = await findMatches(filter.search ?? '');
    const query = () => {
      const all = listed(side, filter);
      return found && found.length <= fewMatches ? all.whereIn('product.upstream_id', [...found]) : all;
    };
    const ordered = () => inOrder(query(), order).select({ id: 'product.upstream_id' });
    const from = (page - 1) * pageSize;
    if (found && found.length > fewMatches) {
      const ids = idsOf(await ordered()).filter((id) => includesSorted(found, id));
      return { ids: ids.slice(from, from + pageSize), total: ids.length };
    }
    const [row] = await query().count({ count: '*' });
    const total = toNumber(row?.count);
    if (from >= total) return { ids: [], total };
    return { ids: idsOf(await ordered().limit(pageSize).offset(from)), total };
  };
}

export type FindMarketPage<Filter extends OfferFilter = ProductFilter> = ReturnType<typeof createMarketPages<Filter>>;

/** As the public REST API narrows and searches. */
export function publicConditions({ source, matches }: { source: CatalogSource; matches: SearchMatches }) {
  return {
    findMatches: async (search: string) => {
      const term = fold(search);
      return term === '' ? null : matches.find(term);
    },
    whereCatalog: (query: Knex.QueryBuilder, { categorySlug, brand, sku, ids }: ProductFilter) =>
      whereFilter(query, { categorySlug, brand, sku, ids }, source),
  };
}

const idsOf = (rows: readonly { id: unknown }[]): number[] => rows.map(({ id }) => toNumber(id));

/** What is the market's: a product without a price there is not in stock, and not on sale. */
function whereOffered(
  query: Knex.QueryBuilder,
  { minPrice, maxPrice, inStock, onSale }: OfferFilter,
): Knex.QueryBuilder {
  const charged = 'priced.calculated_price';
  if (minPrice !== undefined) query.where(charged, '>=', minPrice);
  if (maxPrice !== undefined) query.where(charged, '<=', maxPrice);
  if (inStock === true) query.where('product.in_stock', true).whereNotNull(charged);
  if (inStock === false) query.where((either) => void either.where('product.in_stock', false).orWhereNull(charged));
  if (onSale === true) query.whereRaw('?? <> ??', [charged, 'priced.price']);
  if (onSale === false)
    query.where((either) => {
      either.whereRaw('?? = ??', [charged, 'priced.price']).orWhereNull(charged).orWhereNull('priced.price');
    });
  return query;
}

function inOrder(
  query: Knex.QueryBuilder,
  { orderBy, direction }: Pick<Request<unknown>, 'orderBy' | 'direction'>,
): Knex.QueryBuilder {
  const column = orderBy === 'price' ? 'priced.calculated_price' : productOrder[orderBy];
  // Databases differ in where they put null.
  if (orderBy === 'price') query.orderByRaw('case when ?? is null then 1 else 0 end', [column]);
  return query.orderBy([
    { column, order: direction },
    { column: 'product.upstream_id', order: direction },
  ]);
}
