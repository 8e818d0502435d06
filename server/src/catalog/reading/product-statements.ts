import type { Knex } from 'knex';
import { dialectOf, toNumber } from '../../database/database';
import { alongIndex } from '../../database/index-order';
import { type Order, orderOfProducts, type ProductListPage } from './page';
import type { CatalogSource } from '../tables/product-conditions';
import type { ProductDepth, ProductRecord } from '../model/product-reader';
import type { DatabaseRow } from '../tables/product-rows';
import { productColumns, productRecordOf, textOf } from '../tables/product-rows';

/** The newest by upstream's date; total with the id. */
export const newestFirst = [
  { column: 'product.upstream_created_at', order: 'desc' },
  { column: 'product.upstream_id', order: 'desc' },
];

/**
 * How published products are found. `many`: by the indexes that begin with the status. `few`: another condition leaves
 * few rows, and each is looked at. The difference must be written down for SQLite, which keeps no statistics: it
 * takes the status's index before the slug's and reads every published product for one.
 */
export type Access = 'many' | 'few';

/** The statements that every way of reading products is put together from. */
export function createProductStatements({ database, tables }: CatalogSource) {
  const { productCategories } = tables;

  /** Published products, called `product`. */
  function published(access: Access): Knex.QueryBuilder {
    const query = database({ product: tables.tables.product });
    return access === 'many' ? query.where('product.publication_status', 'publish') : publishedFew(query);
  }

  /** Leaves the published of few products, whichever index finds these. */
  function publishedFew(query: Knex.QueryBuilder): Knex.QueryBuilder {
    return query.whereRaw('case when ?? = ? then 1 else 0 end = 1', ['product.publication_status', 'publish']);
  }

  /** All of them, for a walk in the order of an index that begins with the status. */
  function publishedAlong(index: string): Knex.QueryBuilder {
    return alongIndex(database, { table: tables.tables.product, alias: 'product', index }).where(
      'product.publication_status',
      'publish',
    );
  }

  /** The products of a page, called `product`; in the page's order when it is a query. */
  function onPage(page: ProductListPage, order: Order): Knex.QueryBuilder {
    if (page.kind === 'ids') return published('few').whereIn('product.upstream_id', [...page.ids]);
    // SQLite reads tables in the order of a cross join; left to itself it may begin with the products, and read them all.
    const joining = dialectOf(database) === 'sqlite' ? 'cross join' : 'inner join';
    return database
      .from(page.query.as('page'))
      .joinRaw(`${joining} ?? as ?? on ?? = ??`, [tables.tables.product, 'product', 'product.upstream_id', 'page.id'])
      .orderBy(orderOfProducts(order));
  }

  /** A query's products with the columns of a record, their brand called `brand`. */
  function asRecords(query: Knex.QueryBuilder, depth: ProductDepth): Knex.QueryBuilder {
    return query
      .leftJoin({ brand: tables.tables.brand }, (join) => {
        join.on('brand.upstream_id', 'product.brand_id').andOnNull('brand.withdrawn_at');
      })
      .select(productColumns(depth));
  }

  /** The records of rows, with their categories: one more statement for all of them. */
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

  return { published, publishedFew, publishedAlong, onPage, asRecords, recordsOf };
}

export type ProductStatements = ReturnType<typeof createProductStatements>;
