import type { Knex } from 'knex';
import type { ProductListRequest } from '../model/product-reader';

/** One page of a list: the ids of its products in order, or a query for them (column `id`), which may be joined. */
export type ProductListPage = { kind: 'ids'; ids: readonly number[] } | { kind: 'query'; query: Knex.QueryBuilder };

export type Order = Pick<ProductListRequest, 'orderBy' | 'direction'>;

/** What products can be ordered by; administrators' lists support all of them. */
export const productOrder = {
  title: 'product.title_key',
  date: 'product.upstream_created_at',
  price: 'product.calculated_price',
  synced: 'product.synced_at',
} as const;

/** The indexes that provide these orders; each starts with the publication status. */
export const productIndexes = {
  title: 'cb_products_by_title',
  date: 'cb_products_by_date',
  price: 'cb_products_by_price',
  synced: 'cb_products_by_change',
} as const;

/** Columns of a query that aliases products as `product`, for the same order as the scope's. */
export function orderOfProducts({
  orderBy,
  direction,
}: Pick<Order, 'direction'> & { orderBy: keyof typeof productOrder }) {
  return [
    { column: productOrder[orderBy], order: direction },
    { column: 'product.upstream_id', order: direction },
  ];
}
