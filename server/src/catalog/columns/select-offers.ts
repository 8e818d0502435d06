import { noPrice, type ProductColumns } from './product-columns';
import { type ColumnFilter, type ColumnRequest, type SelectedPage, selectPage } from './select-page';

/** Like `selectPage`, but products without a price match no price range, and come last by price in both directions. */
export function selectOffers(columns: ProductColumns, request: ColumnRequest): SelectedPage {
  const filter = pricedIfAsked(request.filter);
  const { orderBy, direction, offset, limit } = request;
  if (orderBy !== 'price' || direction === 'asc' || hasRange(filter))
    return selectPage(columns, { ...request, filter });
  const priced = selectPage(columns, { ...request, filter: { ...filter, maxPrice: Number.MAX_VALUE } });
  const unpriced = selectPage(columns, {
    ...request,
    filter: { ...filter, minPrice: noPrice },
    offset: Math.max(0, offset - priced.total),
    limit: limit - priced.ids.length,
  });
  return { total: priced.total + unpriced.total, ids: [...priced.ids, ...unpriced.ids] };
}

const hasRange = ({ minPrice, maxPrice }: ColumnFilter): boolean => minPrice !== undefined || maxPrice !== undefined;

const pricedIfAsked = (filter: ColumnFilter): ColumnFilter =>
  filter.minPrice === undefined || filter.maxPrice !== undefined ? filter : { ...filter, maxPrice: Number.MAX_VALUE };
