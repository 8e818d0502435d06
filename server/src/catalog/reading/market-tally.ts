import type { Knex } from 'knex';
import { toBoolean, toNumber } from '../../database/database';
import type { EventLoop } from '../../lib/clock';
import type { MarketSide } from '../model/market-reader';
import type { ProductFilter } from '../model/product-reader';
import { type CatalogSource, whereFilter } from '../tables/product-conditions';
import type { DatabaseRow } from '../tables/product-rows';
import type { FacetTally } from './facet-tally';
import { listedCategories } from './facet-values';
import { amountOf } from './market-offers';
import { isFound, joinMarket, type MarketMatches } from './market-pages';
import type { ProductStatements } from './product-statements';

// On SQLite, this takes some milliseconds, during which all other reads wait.
const productsPerStatement = 2000;

/** Which products of a market are passed to a tally. */
export interface MarketCounting {
  tally: FacetTally;
  /** What a search found; null if the search is no condition. */
  found: MarketMatches | null;
  side: MarketSide;
}

/** Passes products of a market to a tally, read from the tables. */
export type TableTally = (filter: Pick<ProductFilter, 'ids' | 'sku'>, counting: MarketCounting) => Promise<void>;

/** @param options.statements for all products that the store shows */
export function createTableTally({
  source,
  statements,
  loop,
}: {
  source: CatalogSource;
  statements: ProductStatements;
  loop: Pick<EventLoop, 'turn'>;
}): TableTally {
  const sold = ({ ids, sku }: Pick<ProductFilter, 'ids' | 'sku'>, { side }: MarketCounting) => {
    const query = joinMarket(whereFilter(statements.published('many'), { ids, sku }, source), side)
      .orderBy('member.product_id')
      .select({
        id: 'member.product_id',
        brand: 'product.brand_id',
        inStock: 'product.in_stock',
        price: 'priced.price',
        charged: 'priced.calculated_price',
      });
    return side.texts ? query.select({ named: 'named.product_id' }) : query;
  };

  async function add(query: Knex.QueryBuilder, counting: MarketCounting): Promise<number[]> {
    const rows: DatabaseRow[] = await query;
    const ids = rows.map(({ id }) => toNumber(id));
    const categories = await listedCategories(source.database, ids, 'elsewhere');
    for (const row of rows)
      addOffer(counting, row, {
        brandId: toNumber(row.brand),
        isInStock: toBoolean(row.inStock),
        categoryIds: categories.get(toNumber(row.id)) ?? [],
      });
    return ids;
  }

  return async (filter, counting) => {
    for (let after = 0; ; ) {
      const next = sold(filter, counting).where('member.product_id', '>', after).limit(productsPerStatement);
      const ids = await add(next, counting);
      if (ids.length < productsPerStatement) return;
      after = ids.at(-1) ?? after;
      await loop.turn();
    }
  };
}

interface Shown {
  brandId: number;
  isInStock: boolean;
  categoryIds: readonly number[];
}

/** A product without a price is neither in stock nor on sale. */
function addOffer({ tally, found }: MarketCounting, row: DatabaseRow, { isInStock, ...shown }: Shown): void {
  if (found && !isFound({ id: row.id, named: row.named }, found)) return;
  const [price, charged] = [amountOf(row.price), amountOf(row.charged)];
  tally.add({
    ...shown,
    price: charged,
    isInStock: charged !== null && isInStock,
    isOnSale: charged !== null && price !== null && charged !== price,
  });
}
