import type { Knex } from 'knex';
import { toBoolean, toNumber } from '../../database/database';
import { alongIndex } from '../../database/index-order';
import { tables as ownTables } from '../../database/tables';
import { chunksOf } from '../../lib/chunks';
import type { CatalogSource } from '../tables/product-conditions';
import { type DatabaseRow, dateOf } from '../tables/product-rows';
import type { ListedFacts, ProductColumns } from './product-columns';
import { readTitlePlaces } from './read-title-places';
import type { TitlePlace } from './title-places';

/** Rereads what changed. */
export interface KeptRows {
  /** All ids by title, ties by id. */
  titled(): AsyncIterable<readonly number[]>;
  /** The facts of these products, without those that are not shown. */
  factsOf(ids: readonly number[]): Promise<ListedFacts[]>;
  /**
   * The positions of these products in the order by title, sorted by it.
   * @param columns the current columns, with these products still at their old positions
   * @returns null if the order must be reloaded
   */
  titlePlacesOf(ids: readonly number[], columns: ProductColumns): Promise<TitlePlace[] | null>;
}

/** Reads the contents of the product columns: everything, from covering indexes, or some products by id. */
export interface ColumnRows extends KeptRows {
  /** Published products, by id. */
  facts(): AsyncIterable<readonly FactsRow[]>;
  /** Their values, ascending, ties by id. */
  ordered(by: 'price' | 'date'): AsyncIterable<readonly { id: number; value: number }[]>;
  /** Their categories, by product. */
  categories(): AsyncIterable<readonly { productId: number; categoryId: number }[]>;
}

export type FactsRow = Omit<ListedFacts, 'created' | 'price' | 'categoryIds'>;

// On SQLite, reading this many rows of an index blocks the process for two or three milliseconds.
const readAtOnce = 2000;
const readById = 200;

interface IndexedRows {
  /** Without order and limit. */
  query: () => Knex.QueryBuilder;
  /** The column that the index is ordered by, and the one that breaks ties. */
  value: string;
  id: string;
  also?: readonly string[];
}

export function createColumnRows({ database, tables }: CatalogSource): ColumnRows {
  const product = tables.tables.product;

  const publishedAlong = (index: string) => () =>
    alongIndex(database, { table: product, alias: 'product', index }).where('product.publication_status', 'publish');

  async function* pieces({ query, value, id, also = [] }: IndexedRows): AsyncGenerator<DatabaseRow[]> {
    let last: DatabaseRow | undefined;
    do {
      const next = query()
        .select([{ value, id }, ...also])
        .orderBy([value, id])
        .limit(readAtOnce);
      if (last) next.where(value, '>=', bound(last.value)).where(isBehind({ value, id }, last));
      const rows: DatabaseRow[] = await next;
      yield rows;
      last = rows.length < readAtOnce ? undefined : rows.at(-1);
    } while (last);
  }

  async function categoriesOf(ids: readonly number[]): Promise<Map<number, number[]>> {
    const rows = await database({ listing: ownTables.categoryListings })
      .whereIn('listing.product_id', [...ids])
      .where('listing.category_id', '>', 0)
      .select('listing.product_id', 'listing.category_id');
    const found = new Map<number, number[]>(ids.map((id) => [id, []]));
    for (const row of rows) found.get(toNumber(row.product_id))?.push(toNumber(row.category_id));
    return found;
  }

  async function someFactsOf(ids: readonly number[]): Promise<ListedFacts[]> {
    const rows: DatabaseRow[] = await database({ listed: ownTables.listedProducts })
      .join({ product }, 'product.upstream_id', 'listed.product_id')
      .whereIn('listed.product_id', [...ids])
      .select([
        'product.upstream_id',
        'product.publication_status',
        'product.calculated_price',
        'product.brand_id',
        'product.in_stock',
        'product.sale_price',
        'listed.created',
      ]);
    const categories = await categoriesOf(ids);
    return rows
      .filter((row) => row.publication_status === 'publish')
      .map((row) => ({
        ...factsOfRow(row),
        created: toNumber(row.created),
        price: toNumber(row.calculated_price),
        categoryIds: categories.get(toNumber(row.upstream_id)) ?? [],
      }));
  }

  return {
    async *facts() {
      const also = ['product.upstream_id', 'product.brand_id', 'product.in_stock', 'product.sale_price'];
      const query = publishedAlong('cb_products_facts');
      for await (const rows of pieces({ query, value: 'product.upstream_id', id: 'product.upstream_id', also }))
        yield rows.map(factsOfRow);
    },

    async *ordered(by) {
      const [index, value, valueOf] =
        by === 'price'
          ? (['cb_products_by_price', 'product.calculated_price', toNumber] as const)
          : (['cb_products_by_date', 'product.upstream_created_at', timeOf] as const);
      for await (const rows of pieces({ query: publishedAlong(index), value, id: 'product.upstream_id' }))
        yield rows.map((row) => ({ id: toNumber(row.id), value: valueOf(row.value) }));
    },

    async *titled() {
      const query = publishedAlong('cb_products_by_title');
      for await (const rows of pieces({ query, value: 'product.title_key', id: 'product.upstream_id' }))
        yield rows.map(({ id }) => toNumber(id));
    },

    async *categories() {
      const query = () => database({ listing: ownTables.categoryListings }).where('listing.category_id', '>', 0);
      for await (const rows of pieces({ query, value: 'listing.product_id', id: 'listing.category_id' }))
        yield rows.map((row) => ({ productId: toNumber(row.value), categoryId: toNumber(row.id) }));
    },

    async factsOf(ids) {
      const found: ListedFacts[] = [];
      for (const some of chunksOf(ids, readById)) found.push(...(await someFactsOf(some)));
      return found;
    },

    titlePlacesOf: (ids) => readTitlePlaces(database, { table: product, ids }),
  };
}

/** Rows after this one; used with the condition `value >= …`, from which every database can start an index scan. */
const isBehind =
  ({ value, id }: Pick<IndexedRows, 'value' | 'id'>, last: DatabaseRow) =>
  (either: Knex.QueryBuilder): void => {
    either.where(value, '>', bound(last.value)).orWhere(id, '>', bound(last.id));
  };

// All sort keys are dates, numbers, or text.
const bound = (value: unknown): Knex.Value =>
  value instanceof Date || typeof value === 'number' ? value : String(value);

const timeOf = (value: unknown): number => dateOf(value).getTime();

function factsOfRow(row: DatabaseRow): FactsRow {
  return {
    id: toNumber(row.upstream_id),
    brandId: row.brand_id === null ? null : toNumber(row.brand_id),
    isInStock: toBoolean(row.in_stock),
    isOnSale: row.sale_price !== null,
  };
}
