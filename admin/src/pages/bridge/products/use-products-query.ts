import { useCallback } from 'react';
import { useQueryParams } from '@strapi/strapi/admin';
import { readId, readProductsQuery, type ProductsQuery } from './products-query';

/** The list and the drawer that the address asks for, and a way to ask for others. */
export function useProductsQuery() {
  const [{ query }, setQuery] = useQueryParams<ProductsQuery>();
  const change = useCallback(
    (next: ProductsQuery) => {
      const wanted = { ...query, ...next };
      // Strapi writes into the address what it is given, as it is.
      setQuery({ ...next, ...(wanted._q ? { _q: encodeURIComponent(wanted._q) } : { _q: '' }) });
    },
    [query, setQuery],
  );
  return {
    request: readProductsQuery(query ?? {}),
    openProduct: readId(query?.product),
    /** Begins at the first page again. */
    narrow: useCallback((next: ProductsQuery) => change({ page: '1', ...next }), [change]),
    clear: useCallback(() => change({ page: '1', _q: '', category: '', brand: '', status: '', stock: '' }), [change]),
    open: useCallback((id: number) => change({ product: String(id) }), [change]),
    close: useCallback(() => change({ product: '' }), [change]),
  };
}
