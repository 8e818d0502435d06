import type { ProductList } from '../../../contracts/admin/products';
import { bridgeApi } from './bridge-api';
import { inAddress } from './in-address';

/** A search term, and a page of its results. */
export interface ProductSearch {
  search: string;
  page: number;
}

const pageSize = 20;

const productChoiceApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    /** All pages of a search that were requested so far, as one list. */
    searchProductsToChoose: build.query<ProductList, ProductSearch>({
      query: ({ search, page }) => ({
        url: '/commerce-bridge/products',
        config: { params: inAddress({ page, pageSize, ...(search === '' ? {} : { search }) }) },
      }),
      serializeQueryArgs: ({ endpointName, queryArgs }) => `${endpointName}(${queryArgs.search})`,
      merge: (known, response, { arg }) => {
        const kept =
          arg.page === 1
            ? []
            : known.products.filter(({ id }) => response.products.every((product) => product.id !== id));
        return { ...response, products: [...kept, ...response.products] };
      },
      forceRefetch: ({ currentArg, previousArg }) => currentArg?.page !== previousArg?.page,
      keepUnusedDataFor: 0,
    }),
    getChosenProducts: build.query<ProductList, readonly number[]>({
      query: (ids) => ({ url: '/commerce-bridge/products', config: { params: { ids: ids.join(','), pageSize: 100 } } }),
      keepUnusedDataFor: 5,
    }),
    /** ISO 4217; null while unknown. */
    getStoreCurrency: build.query<string | null, undefined>({
      query: () => ({ url: '/commerce-bridge/products', config: { params: { pageSize: 1 } } }),
      transformResponse: ({ currency }: ProductList) => currency,
    }),
  }),
});

export const { useSearchProductsToChooseQuery, useGetChosenProductsQuery, useGetStoreCurrencyQuery } = productChoiceApi;
