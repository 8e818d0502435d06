import type { Knex } from 'knex';
import { toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { ListedParts } from '../columns/kept-market-columns';
import type { MarketSide } from '../model/market-reader';
import { elsewhereIn } from '../model/product-index-entry';
import type { ProductFilter, ProductListRequest } from '../model/product-reader';
import { fold } from '../model/text';
import { type CatalogSource, whereFilter } from '../tables/product-conditions';
import { productOrder } from './page';
import type { ProductStatements } from './product-statements';
import type { FindElsewhere } from './elsewhere-matches';
import { includesSorted, mergeSorted, type SearchMatches } from './search-matches';

/** The conditions that depend on the market. */
type OfferFilter = Pick<ProductFilter, 'search' | 'minPrice' | 'maxPrice' | 'inStock' | 'onSale'>;

/** All other conditions; complete, so that a new condition is either here or above. */
type CatalogConditions = Record<Exclude<keyof ProductFilter, keyof OfferFilter>, unknown> & ProductFilter;

interface Request<Filter> extends Omit<ProductListRequest, 'depth' | 'filter' | 'orderBy'> {
  filter: Filter;
  orderBy: keyof typeof productOrder;
}

/** What a search found; ids ascending. */
export interface MarketMatches {
  /** Matches in the catalog's texts. */
  byCatalog: Float64Array;
  /** Matches in the market's language, for products with texts in it; null: only the catalog's texts count. */
  byTexts: Float64Array | null;
}

// Up to this many matches of a search are part of the statement; with more, the market's products are filtered here.
const fewMatches = 1000;

/**
 * Finds the ids on a page of a market's list, and its total, by two statements that join the market's members and
 * prices with the catalog; their cost grows with the market (docs/decisions/0030-markets.md). Public lists are read
 * this way while the market's product columns are not loaded (`market-column-pages.ts`).
 */
export function createMarketPages<Filter extends OfferFilter>({
  statements,
  findMatches,
  whereCatalog,
}: {
  statements: ProductStatements;
  /** Finds the products that match a search; null if the search is no condition. */
  findMatches: (search: string, side: MarketSide) => Promise<MarketMatches | null>;
  /** The conditions that are the same in every market. */
  whereCatalog: (query: Knex.QueryBuilder, filter: Filter) => Knex.QueryBuilder;
}) {
  const listed = (side: MarketSide, filter: Filter): Knex.QueryBuilder =>
    whereOffered(whereCatalog(joinMarket(statements.published('many'), side), filter), filter);

  return async function findMarketPage(
    side: MarketSide,
    { filter, page, pageSize, ...order }: Request<Filter>,
  ): Promise<{ ids: number[]; total: number }> {
    const found = await findMatches(filter.search ?? '', side);
    const isMany = found !== null && found.byCatalog.length + (found.byTexts?.length ?? 0) > fewMatches;
    const query = () => {
      const all = listed(side, filter);
      return found && !isMany ? whereFound(all, found) : all;
    };
    const ordered = () => inOrder(query(), { ...order, texts: side.texts }).select({ id: 'product.upstream_id' });
    const from = (page - 1) * pageSize;
    if (found && isMany) {
      const rows: Row[] = await (found.byTexts ? ordered().select({ named: 'named.product_id' }) : ordered());
      const ids = rows.filter((row) => isFound(row, found)).map(({ id }) => toNumber(id));
      return { ids: ids.slice(from, from + pageSize), total: ids.length };
    }
    const [row] = await query().count({ count: '*' });
    const total = toNumber(row?.count);
    if (from >= total) return { ids: [], total };
    const rows: Row[] = await ordered().limit(pageSize).offset(from);
    return { ids: rows.map(({ id }) => toNumber(id)), total };
  };
}

interface Row {
  id: unknown;
  /** Null where the market's language has no texts. */
  named?: unknown;
}

/** Like the catalog's filter, or by a category of the channel's own tree. */
export type MarketFilter = ProductFilter & { categoryId?: number | undefined };

/** Finds a page of a public list. */
export type FindMarketPage = (
  side: MarketSide,
  request: Omit<ProductListRequest, 'depth' | 'filter'> & { filter: MarketFilter },
) => Promise<{ ids: number[]; total: number }>;

/** Determines which of a market's products are in a list. */
export type MarketConditions = ReturnType<typeof publicConditions>;

/** The conditions of the public REST API. */
export function publicConditions({
  source,
  matches,
  findElsewhere,
}: {
  source: CatalogSource;
  matches: SearchMatches;
  findElsewhere: FindElsewhere;
}) {
  return {
    findMatches: async (search: string, side: MarketSide): Promise<MarketMatches | null> => {
      const term = fold(search);
      const { texts } = side;
      if (term === '') return null;
      const byCatalog = mergeSorted(await matches.find(term), await findElsewhere(side, term));
      return { byCatalog, byTexts: texts && (await matches.findInPart(texts.productsId, term)) };
    },
    whereCatalog: (query: Knex.QueryBuilder, { categorySlug, categoryId, brand, sku, ids }: MarketFilter) => {
      if (categoryId !== undefined)
        query.whereIn(
          'product.upstream_id',
          source
            .database(ownTables.categoryListings)
            .whereIn('category_id', [categoryId, elsewhereIn(categoryId)])
            .select('product_id'),
        );
      // A category slug is from the catalog's own tree, so the market's channel is the default one.
      const ofCatalog: CatalogConditions = { categorySlug, brand, sku, ids };
      return whereFilter(query, ofCatalog, source);
    },
  };
}

/** Joins products with the market's members as `member`, its prices as `priced`, and its texts, if any, as `named`. */
export function joinMarket(
  products: Knex.QueryBuilder,
  { texts, ...parts }: Pick<MarketSide, 'membershipId' | 'pricesId' | 'texts'>,
): Knex.QueryBuilder {
  return joinListed(products, { ...parts, textsId: texts?.productsId ?? null });
}

/** The same, by the ids of the parts. */
export function joinListed(
  products: Knex.QueryBuilder,
  { membershipId, pricesId, textsId }: ListedParts,
): Knex.QueryBuilder {
  const query = products
    .join({ member: ownTables.marketMembers }, (join) => {
      join.on('member.product_id', 'product.upstream_id').andOnVal('member.part_id', membershipId);
    })
    .leftJoin({ priced: ownTables.marketPrices }, (join) => {
      join.on('priced.product_id', 'product.upstream_id').andOnVal('priced.part_id', pricesId);
    });
  if (textsId === null) return query;
  return query.leftJoin({ named: ownTables.marketSearchTexts }, (join) => {
    join.on('named.product_id', 'product.upstream_id').andOnVal('named.part_id', textsId);
  });
}

function whereFound(query: Knex.QueryBuilder, { byCatalog, byTexts }: MarketMatches): Knex.QueryBuilder {
  if (!byTexts) return query.whereIn('product.upstream_id', [...byCatalog]);
  return query.where((either) => {
    either
      .whereIn('named.product_id', [...byTexts])
      .orWhere((unnamed) => void unnamed.whereNull('named.product_id').whereIn('product.upstream_id', [...byCatalog]));
  });
}

/** Whether a search found the product of this row. */
export function isFound({ id, named = null }: Row, { byCatalog, byTexts }: MarketMatches): boolean {
  return includesSorted(byTexts && named !== null ? byTexts : byCatalog, toNumber(id));
}

/** Applies the market's conditions: a product without a price there is neither in stock nor on sale. */
function whereOffered(
  query: Knex.QueryBuilder,
  { minPrice, maxPrice, inStock, onSale, ...others }: Omit<OfferFilter, 'search'>,
): Knex.QueryBuilder {
  // A condition that is not handled here fails to compile.
  void (others satisfies Record<string, never>);
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
  { orderBy, direction, texts }: Pick<Request<unknown>, 'orderBy' | 'direction'> & Pick<MarketSide, 'texts'>,
): Knex.QueryBuilder {
  const column = orderBy === 'price' ? 'priced.calculated_price' : productOrder[orderBy];
  // Databases differ in where they sort null.
  if (orderBy === 'price') query.orderByRaw('case when ?? is null then 1 else 0 end', [column]);
  const isByTexts = orderBy === 'title' && texts !== null;
  if (isByTexts) query.orderByRaw(`coalesce(??, ??) ${direction}`, ['named.title_key', column]);
  else query.orderBy(column, direction);
  return query.orderBy('product.upstream_id', direction);
}
