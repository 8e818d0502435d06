import type { Knex } from 'knex';
import { dialectOf, toBoolean, toNumber } from '../../database/database';
import { chunksOf } from '../../lib/chunks';
import type { KeptRows } from '../columns/column-rows';
import { findTitlePlaces } from '../columns/find-title-places';
import type { ListedParts } from '../columns/kept-market-columns';
import { eachPiece, loadTitles, type Loading } from '../columns/load-columns';
import { type ListedFacts, noPrice, ProductColumns } from '../columns/product-columns';
import { RowOrder } from '../columns/row-order';
import { compareCodePoints } from '../columns/text-order';
import type { CatalogSource } from '../tables/product-conditions';
import { type DatabaseRow, dateOf, textOf } from '../tables/product-rows';
import { listedCategories } from './facet-values';
import { amountOf } from './market-offers';
import { joinListed } from './market-pages';
import type { ProductStatements } from './product-statements';

// On SQLite, this takes some milliseconds, during which all other reads wait.
const readAtOnce = 500;
const readById = 200;
// On other databases, which sort all products for each piece.
const sortedAtOnce = 50_000;

/** Reads the contents of a further market's product columns. */
export interface MarketColumnRows extends KeptRows {
  /** All products that the market sells, by id. */
  facts(): AsyncIterable<readonly ListedFacts[]>;
}

/** @param options.statements for all products that the store shows */
export function createMarketColumnRows(
  parts: ListedParts,
  { source: { database }, statements }: { source: CatalogSource; statements: Pick<ProductStatements, 'published'> },
): MarketColumnRows {
  const isNamed = parts.textsId !== null;

  const listed = () => joinListed(statements.published('many'), parts);

  function factsIn(query: Knex.QueryBuilder): Knex.QueryBuilder {
    const selected = query.orderBy('member.product_id').select({
      id: 'member.product_id',
      created: 'product.upstream_created_at',
      brand: 'product.brand_id',
      inStock: 'product.in_stock',
      price: 'priced.price',
      charged: 'priced.calculated_price',
    });
    return isNamed ? selected.select({ named: 'named.product_id' }) : selected;
  }

  async function readFacts(query: Knex.QueryBuilder): Promise<ListedFacts[]> {
    const rows: DatabaseRow[] = await factsIn(query);
    const ids = rows.map(({ id }) => toNumber(id));
    const categories = await listedCategories(database, ids, 'elsewhere');
    return rows.map((row) => factsOfRow(row, categories.get(toNumber(row.id)) ?? []));
  }

  const titles = () =>
    listed().select({
      id: 'member.product_id',
      title: isNamed ? database.raw('coalesce(??, ??)', ['named.title_key', 'product.title_key']) : 'product.title_key',
    });

  async function sorted(ids: readonly number[]): Promise<number[]> {
    const named = titles()
      .whereRaw(`member.product_id in (${ids.join(',')})`)
      .as('named');
    const found: unknown[] = await database.from(named).orderBy(['title', 'id']).pluck('id');
    return found.map(toNumber);
  }

  /** On SQLite, a statement that sorts all titles would block all requests, so they are sorted here, piece by piece. */
  async function* sortedHere(): AsyncGenerator<readonly number[]> {
    const [ids, keys]: [number[], string[]] = [[], []];
    const order = new RowOrder(
      (one, other) => compareCodePoints(keys[one] ?? '', keys[other] ?? '') || (ids[one] ?? 0) - (ids[other] ?? 0),
    );
    for (let rows: DatabaseRow[] = []; ids.length === 0 || rows.length === readAtOnce; ) {
      rows = await titles()
        .where('member.product_id', '>', ids.at(-1) ?? 0)
        .orderBy('member.product_id')
        .limit(readAtOnce);
      if (rows.length === 0) break;
      const from = ids.length;
      for (const { id, title } of rows) {
        ids.push(toNumber(id));
        keys.push(textOf(title));
      }
      order.put(rows.map((_, index) => from + index));
      yield [];
    }
    for (const some of chunksOf(Array.from(order.rows), readAtOnce)) yield some.map((at) => ids[at] ?? 0);
  }

  async function* sortedThere(): AsyncGenerator<readonly number[]> {
    let last: DatabaseRow | undefined;
    do {
      const next = database
        .from(titles().as('named'))
        .orderBy(['title', 'id'])
        .limit(sortedAtOnce)
        .select('id', 'title');
      const [title, id] = [textOf(last?.title ?? ''), toNumber(last?.id ?? 0)];
      if (last)
        next.where((behind) => {
          behind.where('title', '>', title).orWhere((tied) => void tied.where('title', title).where('id', '>', id));
        });
      const rows: DatabaseRow[] = await next;
      yield rows.map((row) => toNumber(row.id));
      last = rows.length < sortedAtOnce ? undefined : rows.at(-1);
    } while (last);
  }

  return {
    async *facts() {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const found: ListedFacts[] = await readFacts(listed().where('member.product_id', '>', after).limit(readAtOnce));
        yield found;
        after = found.length < readAtOnce ? undefined : found.at(-1)?.id;
      }
    },
    titled: dialectOf(database) === 'sqlite' ? sortedHere : sortedThere,
    async factsOf(ids) {
      const found: ListedFacts[] = [];
      for (const some of chunksOf(ids, readById))
        found.push(...(await readFacts(listed().whereIn('member.product_id', some))));
      return found;
    },
    titlePlacesOf: (ids, columns) => findTitlePlaces(ids, { columns, sorted }),
  };
}

/**
 * Reads all columns of a market. Each piece is merged into the orders, so that no order is sorted as a whole.
 * @throws the signal's reason when aborted
 */
export async function loadMarketColumns(rows: MarketColumnRows, loading: Loading): Promise<ProductColumns> {
  const columns = new ProductColumns();
  await eachPiece(rows.facts(), loading, (products) => columns.put(products));
  await loadTitles(columns, { rows, ...loading });
  columns.hasTitles = true;
  return columns;
}

/** A product without a price is neither in stock nor on sale. */
function factsOfRow(row: DatabaseRow, categoryIds: readonly number[]): ListedFacts {
  const [price, charged] = [amountOf(row.price), amountOf(row.charged)];
  return {
    id: toNumber(row.id),
    created: dateOf(row.created).getTime(),
    price: charged ?? noPrice,
    brandId: row.brand === null ? null : toNumber(row.brand),
    isInStock: charged !== null && toBoolean(row.inStock),
    isOnSale: charged !== null && price !== null && charged !== price,
    categoryIds,
    isNamed: row.named !== null && row.named !== undefined,
  };
}
