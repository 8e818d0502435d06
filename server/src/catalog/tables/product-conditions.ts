import type { Knex } from 'knex';
import type { Database } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { ProductFilter } from '../model/product-reader';
import type { CatalogTables } from './strapi-tables';
import { whereTextIs } from './text-conditions';
import { isUpstreamId, upstreamIdIn } from '../model/upstream-ids';

/** Where the catalog is read. */
export interface CatalogSource {
  database: Database;
  tables: CatalogTables;
}

/** Applies the filter to a query that aliases products as `product`. Does not include search. */
export function whereFilter(
  query: Knex.QueryBuilder,
  filter: Omit<ProductFilter, 'search'>,
  source: CatalogSource,
): Knex.QueryBuilder {
  const { ids, sku, minPrice, maxPrice, inStock, onSale, brand, categorySlug, ...others } = filter;
  // A condition that is not handled here fails to compile.
  void (others satisfies Record<string, never>);
  if (ids) query.whereIn('product.upstream_id', storableIds(ids));
  if (sku !== undefined) whereTextIs(query, { column: 'product.sku', text: sku });
  if (minPrice !== undefined) query.where('product.calculated_price', '>=', minPrice);
  if (maxPrice !== undefined) query.where('product.calculated_price', '<=', maxPrice);
  if (inStock !== undefined) query.where('product.in_stock', inStock);
  if (onSale === true) query.whereNotNull('product.sale_price');
  if (onSale === false) query.whereNull('product.sale_price');
  if (brand !== undefined) query.where('product.brand_id', '=', selectBrandId(source, brand));
  if (categorySlug !== undefined) query.whereIn('product.upstream_id', selectAssigned(source, categorySlug));
  return query;
}

/** Drops ids that no record can have. */
export function storableIds(ids: readonly number[]): number[] {
  return ids.filter(isUpstreamId);
}

/** The upstream id of the brand; a number is tried as an id first, since a brand may be called `1883`. */
export function selectBrandId({ database, tables }: CatalogSource, brand: string): Knex.QueryBuilder {
  const id = upstreamIdIn(brand);
  const query = database({ brand: tables.tables.brand }).whereNull('brand.withdrawn_at').select('brand.upstream_id');
  query.where((either) => {
    either.where((slug) => whereTextIs(slug, { column: 'brand.slug', text: brand }));
    if (id !== null) either.orWhere('brand.upstream_id', id);
  });
  if (id !== null) query.orderByRaw('case when ?? = ? then 0 else 1 end', ['brand.upstream_id', id]);
  return query.limit(1);
}

/** The upstream id of the visible category with this slug. */
export function selectCategoryId({ database, tables }: CatalogSource, categorySlug: string): Knex.QueryBuilder {
  const query = database({ category: tables.tables.category })
    .where('category.is_visible', true)
    .select('category.upstream_id')
    .limit(1);
  whereTextIs(query, { column: 'category.slug', text: categorySlug });
  return query;
}

/** Upstream ids of the published products assigned directly to a visible category. */
function selectAssigned(source: CatalogSource, categorySlug: string): Knex.QueryBuilder {
  return source
    .database({ assigned: ownTables.categoryListings })
    .where('assigned.category_id', '=', selectCategoryId(source, categorySlug))
    .select('assigned.product_id');
}
