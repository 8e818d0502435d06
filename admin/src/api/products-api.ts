import type { ProductResync } from '../../../contracts/admin/catalog';
import type { ProductInMarket } from '../../../contracts/admin/product-in-market';
import type {
  NamedMarket,
  ProductDetail,
  ProductList,
  ProductOrder,
  ProductUpstream,
  TaxonomyList,
} from '../../../contracts/admin/products';
import { cachedAs, bridgeApi, makesStale } from './bridge-api';
import { inAddress } from './in-address';

/** Query of `GET /commerce-bridge/products`. */
export interface ProductsRequest {
  page: number;
  pageSize: number;
  search?: string;
  category?: number;
  brand?: number;
  status?: 'publish' | 'draft' | 'withdrawn';
  stock?: 'in' | 'out';
  /** A further market. */
  market?: string;
  sort: ProductOrder;
  direction: 'asc' | 'desc';
}

export interface TaxonomyRequest {
  kind: 'categories' | 'brands';
  search?: string;
  id?: number;
  pageSize: number;
}

const productsApi = bridgeApi.injectEndpoints({
  endpoints: (build) => ({
    getProducts: build.query<ProductList, ProductsRequest>({
      query: (params) => ({ url: '/commerce-bridge/products', config: { params: inAddress(params) } }),
      ...cachedAs(['CommerceBridgeProducts']),
    }),
    /** The site's further markets; none on most sites. */
    getNamedMarkets: build.query<NamedMarket[], undefined>({
      query: () => ({ url: '/commerce-bridge/products', config: { params: { pageSize: 1 } } }),
      transformResponse: ({ markets }: ProductList) => markets ?? [],
      ...cachedAs(['CommerceBridgeProducts', 'CommerceBridgeSettings']),
    }),
    getTaxonomy: build.query<TaxonomyList, TaxonomyRequest>({
      query: ({ kind, ...params }) => ({ url: `/commerce-bridge/${kind}`, config: { params: inAddress(params) } }),
      ...cachedAs(['CommerceBridgeProducts']),
    }),
    getProduct: build.query<ProductDetail, number>({
      query: (id) => ({ url: `/commerce-bridge/products/${id}` }),
      ...cachedAs(['CommerceBridgeProducts']),
    }),
    getProductUpstream: build.query<ProductUpstream, number>({
      query: (id) => ({ url: `/commerce-bridge/products/${id}/upstream` }),
      ...cachedAs(['CommerceBridgeProducts']),
    }),
    getProductInMarket: build.query<ProductInMarket, { id: number; key: string }>({
      query: ({ id, key }) => ({ url: `/commerce-bridge/products/${id}/markets/${key}` }),
      ...cachedAs(['CommerceBridgeProducts']),
    }),
    resyncProduct: build.mutation<ProductResync, number>({
      query: (id) => ({ url: `/commerce-bridge/products/${id}/resync`, method: 'POST' }),
      // Also after a failure: the product may have changed all the same.
      ...makesStale(['CommerceBridgeProducts']),
    }),
  }),
});

export const {
  useGetNamedMarketsQuery,
  useGetProductsQuery,
  useGetTaxonomyQuery,
  useGetProductInMarketQuery,
  useGetProductQuery,
  useGetProductUpstreamQuery,
  useResyncProductMutation,
} = productsApi;
