import type { ProductSummary } from '../catalog/product-model';
import { productPrice } from '../http/present';
import { noItems, type PageArguments } from './connection';
import { isListed, productConnection } from './taxonomy-views';
import type { Session, View } from './session';

export interface SearchFilters {
  readonly searchTerm?: string | null;
  readonly price?: { minPrice?: number | null; maxPrice?: number | null } | null;
  readonly categoryEntityId?: number | null;
  readonly categoryEntityIds?: number[] | null;
  readonly brandEntityIds?: number[] | null;
  readonly isFeatured?: boolean | null;
  readonly hideOutOfStock?: boolean | null;
}

type Order = (left: ProductSummary, right: ProductSummary) => number;

const ORDERS: Readonly<Record<string, Order>> = {
  A_TO_Z: (left, right) => left.fields.name.localeCompare(right.fields.name),
  Z_TO_A: (left, right) => right.fields.name.localeCompare(left.fields.name),
  LOWEST_PRICE: (left, right) => productPrice(left.fields) - productPrice(right.fields),
  HIGHEST_PRICE: (left, right) => productPrice(right.fields) - productPrice(left.fields),
  NEWEST: (left, right) => right.id - left.id,
  BEST_SELLING: (left, right) => right.fields.total_sold - left.fields.total_sold,
};

/** Matching products, and no facets: those require a plan with product filtering (upstream 5.5). */
export function searchProducts(session: Session, filters: SearchFilters, sort: string | null): View {
  const order = ORDERS[sort ?? ''];
  return {
    products: (page: PageArguments) => {
      const found = matching(session, filters);
      if (order) found.sort(order);
      return productConnection(
        session,
        found.map((summary) => summary.id),
        page,
      );
    },
    filters: noItems,
    suggestions: filters.searchTerm
      ? ['product_name', 'product_desc'].map((sourceField) => ({ sourceField, results: [] }))
      : [],
  };
}

function matching(session: Session, filters: SearchFilters): ProductSummary[] {
  const { state } = session.store;
  const categories = [
    ...(filters.categoryEntityIds ?? []),
    ...(filters.categoryEntityId ? [filters.categoryEntityId] : []),
  ];
  const brands = filters.brandEntityIds ?? [];
  const term = filters.searchTerm?.toLowerCase();
  return state.productIds.flatMap((id) => {
    const summary = state.summary(id);
    if (!summary || !isListed(session, summary)) return [];
    const { fields } = summary;
    const price = productPrice(fields);
    const passes =
      (categories.length === 0 || categories.some((category) => fields.categories.includes(category))) &&
      (brands.length === 0 || brands.includes(fields.brand_id)) &&
      price >= (filters.price?.minPrice ?? 0) &&
      price <= (filters.price?.maxPrice ?? Number.POSITIVE_INFINITY) &&
      (!filters.isFeatured || fields.is_featured) &&
      (!filters.hideOutOfStock || fields.inventory_tracking === 'none' || fields.inventory_level > 0) &&
      (!term || textOf(session, summary).includes(term));
    return passes ? [summary] : [];
  });
}

function textOf(session: Session, summary: ProductSummary): string {
  const description = session.store.state.product(summary.id)?.fields.description ?? '';
  return `${summary.fields.name}\n${summary.fields.sku}\n${description}`.toLowerCase();
}
