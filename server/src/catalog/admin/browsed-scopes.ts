import type { Knex } from 'knex';
import type { ProductOrder } from '../../../../contracts/admin/products';
import { alongIndex } from '../../database/index-order';
import type { PublicationStatus } from '../model/catalog-types';
import { productIndexes, productOrder } from '../reading/page';
import type { ProductScope } from '../reading/product-scope';
import { type CatalogSource, storableIds } from '../tables/product-conditions';
import type { BrowseFilter } from './product-browser';

const everyStatus: readonly PublicationStatus[] = ['publish', 'draft', 'withdrawn'];
const inTheStore: readonly PublicationStatus[] = ['publish', 'draft'];

/** Whether the filter has conditions apart from the status. */
export function isNarrowing(filter: BrowseFilter): boolean {
  return Object.values({ ...filter, status: undefined }).some((value) => value !== undefined);
}

/** The products that pass a filter, without columns or order; search is handled separately. */
export function browsedProducts(filter: BrowseFilter, source: CatalogSource): Knex.QueryBuilder {
  const { database, tables } = source;
  return whereBrowsed(database({ product: tables.tables.product }), filter, source);
}

/**
 * The same products as scopes that can be read in order. The indexes that provide the orders start with the status, so
 * there is one scope per status.
 */
export function browsedScopes(
  filter: BrowseFilter,
  { source, orderBy }: { source: CatalogSource; orderBy: ProductOrder },
): ProductScope[] {
  const { database, tables } = source;
  const { inStock, ...others } = filter;
  const isIndexed = !isNarrowing(others);
  const products = { table: tables.tables.product, alias: 'product' };
  return statusesOf(filter).map((status) => ({
    query: () => {
      const query = isIndexed
        ? alongIndex(database, { ...products, index: productIndexes[orderBy] })
        : database({ product: products.table });
      whereBrowsed(query, { ...others, status }, source);
      return inStock === undefined ? query : whereStock(query, { source, inStock, status });
    },
    idColumn: 'product.upstream_id',
    orderColumn: productOrder[orderBy],
    isIndexed,
  }));
}

/** Withdrawn products are found by status and by id. */
function statusesOf({ status, ids }: BrowseFilter): readonly PublicationStatus[] {
  if (status !== undefined) return [status];
  return ids ? everyStatus : inTheStore;
}

function whereBrowsed(query: Knex.QueryBuilder, filter: BrowseFilter, source: CatalogSource): Knex.QueryBuilder {
  query.whereIn('product.publication_status', [...statusesOf(filter)]);
  if (filter.inStock !== undefined) query.where('product.in_stock', filter.inStock);
  return whereNarrowed(query, filter, source);
}

/** Adds the conditions that are the same in every market. */
export function whereNarrowed(
  query: Knex.QueryBuilder,
  filter: Pick<BrowseFilter, 'ids' | 'brandId' | 'categoryId'>,
  { database, tables }: CatalogSource,
): Knex.QueryBuilder {
  const { name, joinColumn, inverseJoinColumn } = tables.productCategories;
  if (filter.ids) query.whereIn('product.upstream_id', storableIds(filter.ids));
  if (filter.brandId !== undefined) query.where('product.brand_id', filter.brandId);
  if (filter.categoryId !== undefined) {
    const assigned = database({ link: name })
      .select(`link.${joinColumn.name}`)
      .join({ category: tables.tables.category }, 'category.id', `link.${inverseJoinColumn.name}`)
      .where('category.upstream_id', filter.categoryId);
    query.whereIn('product.id', assigned);
  }
  return query;
}

// The indexes that provide these orders do not include stock, so every row on the way to a far page would be read, and
// rows are wide: 400 ms at 100,000 products. Another index covers products in stock, and both are index-only reads.
// The plus keeps the database from reading the in-stock index first and sorting the result.
function whereStock(
  query: Knex.QueryBuilder,
  { source, inStock, status }: { source: CatalogSource; inStock: boolean; status: PublicationStatus },
): Knex.QueryBuilder {
  const stocked = source
    .database({ stocked: source.tables.tables.product })
    .select('stocked.id')
    .where({ 'stocked.publication_status': status, 'stocked.in_stock': inStock });
  return query.whereRaw('+?? in (?)', ['product.id', stocked]);
}
