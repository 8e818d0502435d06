import type { z } from 'zod';
import type { facetQuery } from '../../../contracts/rest/facets';
import type { ProductListQuery } from '../../../contracts/rest/products';
import type { ProductFilter, ProductListRequest } from '../catalog/model';
import { depthFor } from '../catalog/views';

/** The reader's request for a query of `/products`. */
export function listRequestOf(query: ProductListQuery): ProductListRequest {
  return {
    filter: filterOf(query),
    orderBy: query.orderby,
    direction: query.order,
    page: query.page,
    pageSize: query.per_page,
    depth: depthFor(new Set(query.include)),
  };
}

/** The filters of a query. */
export function filterOf(query: z.infer<typeof facetQuery>): ProductFilter {
  return {
    categorySlug: query.category,
    search: query.search,
    brand: query.brand,
    minPrice: query.min_price,
    maxPrice: query.max_price,
    inStock: query.in_stock,
    onSale: query.on_sale,
    sku: query.sku,
    ids: query.ids,
  } satisfies Record<keyof ProductFilter, unknown>;
}
