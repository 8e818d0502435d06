import { useCallback } from 'react';
import { useQueryParams } from '@strapi/strapi/admin';
import { withEncodedSearch } from '../../../lib/encoded-search';
import { readId, readProductsQuery, type ProductsQuery } from './products-query';

/** Reads from the URL which list and drawer to show, and changes them. */
export function useProductsQuery() {
  const [{ query }, setQuery] = useQueryParams<ProductsQuery>();
  const change = useCallback(
    (next: ProductsQuery) => setQuery(withEncodedSearch(query ?? {}, next)),
    [query, setQuery],
  );
  return {
    request: readProductsQuery(query ?? {}),
    openProduct: readId(query?.product),
    /** Also returns to the first page. */
    narrow: useCallback((next: ProductsQuery) => change({ page: '1', ...next }), [change]),
    clear: useCallback(() => change({ page: '1', _q: '', category: '', brand: '', status: '', stock: '' }), [change]),
    open: useCallback((id: number) => change({ product: String(id) }), [change]),
    close: useCallback(() => change({ product: '' }), [change]),
  };
}
