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

type Request = Omit<ProductListRequest, 'depth'>;

// Up to this many matches of a search are part of the statement; of more, those that the market sells are picked here.
const fewMatches = 1000;

/**
 * Finds the ids on a page of a market's list, and how many products it has: two statements that join the market's members and prices
 * with the catalog, whose cost grows with the market (docs/decisions/0030-markets.md).
 */
export function createMarketPages({
  source,
  statements,
  matches,
}: {
  source: CatalogSource;
  statements: ProductStatements;
  matches: SearchMatches;
}) {
  const listed = ({ membershipId, pricesId }: MarketSide, filter: ProductFilter): Knex.QueryBuilder => {
    const query = statements
      .published('many')
      .join({ member: ownTables.marketMembers }, (join) => {
        join.on('member.product_id', 'product.upstream_id').andOnVal('member.part_id', membershipId);
      })
      .leftJoin({ priced: ownTables.marketPrices }, (join) => {
        join.on('priced.product_id', 'product.upstream_id').andOnVal('priced.part_id', pricesId);
      });
    return whereOffered(whereFilter(query, withoutPrices(filter), source), filter);
  };

  return async function findMarketPage(
    side: MarketSide,
    { filter, page, pageSize, ...order }: Request,
  ): Promise<{ ids: number[]; total: number }> {
    const term = fold(filter.search ?? '');
    const found = term === '' ? null : await matches.find(term);
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

export type FindMarketPage = ReturnType<typeof createMarketPages>;

const idsOf = (rows: readonly { id: unknown }[]): number[] => rows.map(({ id }) => toNumber(id));

/** What is the same in every market. */
function withoutPrices({ categorySlug, brand, sku, ids }: ProductFilter): ProductFilter {
  return { categorySlug, brand, sku, ids };
}

/** What is the market's: a product without a price there is not in stock, and not on sale. */
function whereOffered(
  query: Knex.QueryBuilder,
  { minPrice, maxPrice, inStock, onSale }: ProductFilter,
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
  { orderBy, direction }: Pick<Request, 'orderBy' | 'direction'>,
): Knex.QueryBuilder {
  const column = orderBy === 'price' ? 'priced.calculated_price' : productOrder[orderBy];
  // Databases differ in where they put null.
  if (orderBy === 'price') query.orderByRaw('case when ?? is null then 1 else 0 end', [column]);
  return query.orderBy([
    { column, order: direction },
    { column: 'product.upstream_id', order: direction },
  ]);
}
