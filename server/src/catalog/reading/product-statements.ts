import type { Knex } from 'knex';
import { dialectOf, toNumber } from '../../database/database';
import { alongIndex } from '../../database/index-order';
import { type Order, orderOfProducts, type ProductListPage } from './page';
import type { CatalogSource } from '../tables/product-conditions';
import { elsewhereIn } from '../model/product-index-entry';
import type { ProductDepth, ProductRecord } from '../model/product-reader';
import type { DatabaseRow } from '../tables/product-rows';
import { productColumns, productRecordOf, textOf } from '../tables/product-rows';

/** Newest first by upstream's date; ties are broken by id. */
export const newestFirst = [
  { column: 'product.upstream_created_at', order: 'desc' },
  { column: 'product.upstream_id', order: 'desc' },
];

/**
 * How published products are found. `many`: by the indexes that start with the status. `few`: another condition leaves
 * few rows, and each is read. SQLite needs this hint since it keeps no statistics: it prefers the status index to the
 * slug index and reads every published product to find one.
 */
export type Access = 'many' | 'few';

/** Which products a market may show. `store`, for further markets: also those shown only in other channels. */
export type Shown = 'published' | 'store';

/** The statements from which all product reads are composed. */
export function createProductStatements({ database, tables }: CatalogSource, shown: Shown = 'published') {
  const { productCategories } = tables;

  /** Published products, aliased as `product`; for `store`, all products that the store shows. */
  function published(access: Access): Knex.QueryBuilder {
    const query = database({ product: tables.tables.product });
    if (shown === 'store') return query.where(whereStoreShows);
    return access === 'many' ? query.where('product.publication_status', 'publish') : publishedFew(query);
  }

  /** Keeps only published products, in a form that leaves the choice of index to other conditions. */
  function publishedFew(query: Knex.QueryBuilder): Knex.QueryBuilder {
    return query.whereRaw('case when ?? = ? then 1 else 0 end = 1', ['product.publication_status', 'publish']);
  }

  /** All published products, for a scan in the order of an index that starts with the status. */
  function publishedAlong(index: string): Knex.QueryBuilder {
    return alongIndex(database, { table: tables.tables.product, alias: 'product', index }).where(
      'product.publication_status',
      'publish',
    );
  }

  /** The products of a page, aliased as `product`; in the page's order if it is a query. */
  function onPage(page: ProductListPage, order: Order): Knex.QueryBuilder {
    if (page.kind === 'ids') return published('few').whereIn('product.upstream_id', [...page.ids]);
    // A cross join fixes the order in which SQLite reads tables; otherwise it may start with, and read, all products.
    const joining = dialectOf(database) === 'sqlite' ? 'cross join' : 'inner join';
    return database
      .from(page.query.as('page'))
      .joinRaw(`${joining} ?? as ?? on ?? = ??`, [tables.tables.product, 'product', 'product.upstream_id', 'page.id'])
      .orderBy(orderOfProducts(order));
  }

  /** A query's products with the columns of a record, their brand aliased as `brand`. */
  function asRecords(query: Knex.QueryBuilder, depth: ProductDepth): Knex.QueryBuilder {
    return query
      .leftJoin({ brand: tables.tables.brand }, (join) => {
        join.on('brand.upstream_id', 'product.brand_id').andOnNull('brand.withdrawn_at');
      })
      .select(productColumns(depth));
  }

  /** Turns rows into records with their categories, which takes one more statement in total. */
  async function recordsOf(rows: readonly DatabaseRow[]): Promise<ProductRecord[]> {
    const slugs = await categorySlugsOf(rows.map((row) => toNumber(row.row_id)));
    return rows.map((row) => productRecordOf(row, slugs.get(toNumber(row.row_id)) ?? []));
  }

  async function categorySlugsOf(productRowIds: readonly number[]): Promise<Map<number, string[]>> {
    const slugs = new Map<number, string[]>(productRowIds.map((rowId) => [rowId, []]));
    if (productRowIds.length === 0) return slugs;

    const productColumn = `link.${productCategories.joinColumn.name}`;
    const position = productCategories.orderColumnName;
    const links: DatabaseRow[] = await database({ link: productCategories.name })
      .join({ category: tables.tables.category }, 'category.id', `link.${productCategories.inverseJoinColumn.name}`)
      .whereIn(productColumn, [...productRowIds])
      .where('category.is_visible', true)
      .select({ product_row_id: productColumn, slug: 'category.slug' })
      .orderBy([...(position ? [`link.${position}`] : []), 'category.upstream_id']);
    for (const link of links) slugs.get(toNumber(link.product_row_id))?.push(textOf(link.slug));
    return slugs;
  }

  /** The keys of a category's products in the table of lists. */
  const listKeysOf = (categoryId: number): number[] =>
    shown === 'store' ? [categoryId, elsewhereIn(categoryId)] : [categoryId];

  return { published, publishedFew, publishedAlong, onPage, asRecords, recordsOf, listKeysOf };
}

/**
 * Keeps products that the store shows in any channel, in a query that aliases products as `product`. The form prevents
 * the use of an index, since joins or given ids already leave few rows.
 */
function whereStoreShows(query: Knex.QueryBuilder): void {
  query.whereRaw('case ?? when ? then 1 when ? then case when ?? = ? then 1 else 0 end else 0 end = 1', [
    'product.publication_status',
    'publish',
    'draft',
    'product.is_visible_elsewhere',
    true,
  ]);
}

export type ProductStatements = ReturnType<typeof createProductStatements>;
