import type { Knex } from 'knex';
import { type Database, toBoolean, toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';
import type { EventLoop } from '../../lib/clock';
import { flagOf, type ProductColumns } from '../columns/product-columns';
import type { NamedMarket } from '../model/find-suggestions';
import type { ProductFilter } from '../model/product-reader';
import { type CatalogSource, whereFilter } from '../tables/product-conditions';
import type { DatabaseRow } from '../tables/product-rows';
import type { FacetTally } from './facet-tally';
import { listedCategories } from './facet-values';
import { amountOf } from './market-offers';
import { isFound, joinMarket, type MarketMatches } from './market-pages';
import type { ProductStatements } from './product-statements';

// On SQLite some milliseconds, in which nobody else reads.
const productsPerStatement = 2000;
// The same of rows that have only prices.
const offersPerStatement = 5000;
// SQLite takes at most 500 in one list.
const idsPerStatement = 200;

/** Which products of a market are shown to a tally. */
export interface MarketCounting {
  tally: FacetTally;
  /** What a search found; null: it is no condition. */
  found: MarketMatches | null;
  side: NamedMarket['side'];
}

/** Shows products of a market to a tally, read from the tables. */
export interface TableTally {
  all(filter: Pick<ProductFilter, 'ids' | 'sku'>, counting: MarketCounting): Promise<void>;
  /** Those of these ids. */
  among(ids: readonly number[], counting: MarketCounting): Promise<void>;
}

/** @param options.statements of all that the store shows */
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

  return {
    async all(filter, counting) {
      for (let after = 0; ; ) {
        const next = sold(filter, counting).where('member.product_id', '>', after).limit(productsPerStatement);
        const ids = await add(next, counting);
        if (ids.length < productsPerStatement) return;
        after = ids.at(-1) ?? after;
        await loop.turn();
      }
    },
    async among(ids, counting) {
      for (const some of chunksOf(ids, idsPerStatement))
        await add(sold({}, counting).whereIn('member.product_id', some), counting);
    },
  };
}

/** Shows all products of a market to a tally: the columns have what the default market shows, the few others are read from the tables. */
export async function tallyInColumns(
  {
    known,
    database,
    tables,
    loop,
  }: {
    known: ProductColumns;
    database: Database;
    tables: TableTally;
    loop: Pick<EventLoop, 'turn'>;
  },
  counting: MarketCounting,
): Promise<void> {
  const others: number[] = [];
  for (let after = 0; ; ) {
    const rows: DatabaseRow[] = await offersAfter(database, after, counting.side);
    for (const row of rows) {
      const at = known.rowOf(toNumber(row.id));
      if (at === null) others.push(toNumber(row.id));
      else
        addOffer(counting, row, {
          brandId: known.brand[at] ?? 0,
          isInStock: ((known.flags[at] ?? 0) & flagOf.inStock) !== 0,
          categoryIds: known.categoriesOf(at),
        });
    }
    if (rows.length < offersPerStatement) break;
    after = toNumber(rows.at(-1)?.id);
    await loop.turn();
  }
  await tables.among(others, counting);
}

/** What the market says of what it sells, by id. */
function offersAfter(
  database: Database,
  after: number,
  { membershipId, pricesId, texts }: MarketCounting['side'],
): Knex.QueryBuilder {
  const query = database({ member: ownTables.marketMembers })
    .leftJoin({ priced: ownTables.marketPrices }, (join) => {
      join.on('priced.product_id', 'member.product_id').andOnVal('priced.part_id', pricesId);
    })
    .where('member.part_id', membershipId)
    .where('member.product_id', '>', after)
    .orderBy('member.product_id')
    .limit(offersPerStatement)
    .select({ id: 'member.product_id', price: 'priced.price', charged: 'priced.calculated_price' });
  if (!texts) return query;
  return query
    .leftJoin({ named: ownTables.marketSearchTexts }, (join) => {
      join.on('named.product_id', 'member.product_id').andOnVal('named.part_id', texts.productsId);
    })
    .select({ named: 'named.product_id' });
}

interface Shown {
  brandId: number;
  isInStock: boolean;
  categoryIds: readonly number[];
}

/** A product without a price is not in stock, and not on sale. */
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
