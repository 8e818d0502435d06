import { z } from 'zod';
import { brand, brandList, brandListQuery, brandParams } from './brands';
import { collection, collectionList, collectionListQuery, collectionParams, collectionQuery } from './collections';
import type { RestErrorCode } from './errors';
import { marketList } from './markets';
import { facetQuery, facets } from './facets';
import { index } from './site-index';
import {
  product,
  productList,
  productListQuery,
  productParams,
  productQuery,
  relatedProducts,
  relatedProductsQuery,
} from './products';
import { sitemap, sitemapQuery } from './sitemap';
import { store } from './store';
import { suggestionQuery, suggestions } from './suggestions';

/** One endpoint of the public API, described for routes, validation, and documentation. */
export interface RestEndpoint {
  method: 'GET';
  /** Below `{base_url}`, with parameters as `:name`. */
  path: string;
  /** Its section of the documentation. */
  tag: 'Products' | 'Brands' | 'Collections' | 'Store' | 'Contract';
  summary: string;
  params: z.ZodObject;
  query: z.ZodObject;
  /** Body of a 200. */
  response: z.ZodObject;
  /** Error codes of its own; any endpoint can also fail with `internal_error`, or because of its market. */
  failures: readonly RestErrorCode[];
  /** `redirect`: an old slug in the address is redirected with a 301. */
  oldSlugs: 'none' | 'redirect';
}

const nothing = z.object({});

/** The OpenAPI document, as far as clients may rely on it here; OpenAPI specifies the rest. */
export const contractDocument = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ title: z.string(), version: z.string().describe("The plugin's version.") }),
  paths: z.looseObject({}),
});

/** The public, read-only endpoints (behavior 3.1). */
export const restEndpoints = {
  listProducts: {
    method: 'GET',
    path: '/products',
    tag: 'Products',
    summary: 'Lists published products',
    params: nothing,
    query: productListQuery,
    response: productList,
    failures: ['invalid_parameter'],
    oldSlugs: 'none',
  },
  readProduct: {
    method: 'GET',
    path: '/products/:slug',
    tag: 'Products',
    summary: 'Returns one published product; an old slug redirects with 301',
    params: productParams,
    query: productQuery,
    response: product,
    failures: ['invalid_parameter', 'product_not_found'],
    oldSlugs: 'redirect',
  },
  listRelatedProducts: {
    method: 'GET',
    path: '/products/:slug/related',
    tag: 'Products',
    summary: "Lists related products: first the store's own choice, then by shared categories, then by brand",
    params: productParams,
    query: relatedProductsQuery,
    response: relatedProducts,
    failures: ['invalid_parameter', 'product_not_found'],
    oldSlugs: 'redirect',
  },
  listSuggestions: {
    method: 'GET',
    path: '/suggestions',
    tag: 'Products',
    summary: 'Suggests products, collections and brands by name while somebody types',
    params: nothing,
    query: suggestionQuery,
    response: suggestions,
    failures: ['invalid_parameter'],
    oldSlugs: 'none',
  },
  readFacets: {
    method: 'GET',
    path: '/facets',
    tag: 'Products',
    summary: 'Counts by which brands, collections, prices and stock a list of products can be narrowed further',
    params: nothing,
    query: facetQuery,
    response: facets,
    failures: ['invalid_parameter'],
    oldSlugs: 'none',
  },
  listSitemap: {
    method: 'GET',
    path: '/sitemap',
    tag: 'Products',
    summary: 'Lists the addresses of all published products, the one that changed last first',
    params: nothing,
    query: sitemapQuery,
    response: sitemap,
    failures: ['invalid_parameter'],
    oldSlugs: 'none',
  },
  listBrands: {
    method: 'GET',
    path: '/brands',
    tag: 'Brands',
    summary: 'Lists brands',
    params: nothing,
    query: brandListQuery,
    response: brandList,
    failures: ['invalid_parameter'],
    oldSlugs: 'none',
  },
  readBrand: {
    method: 'GET',
    path: '/brands/:id',
    tag: 'Brands',
    summary: 'Returns one brand with the first of its published products; an old slug redirects with 301',
    params: brandParams,
    query: nothing,
    response: brand,
    failures: ['brand_not_found'],
    oldSlugs: 'redirect',
  },
  listCollections: {
    method: 'GET',
    path: '/collections',
    tag: 'Collections',
    summary: 'Lists visible categories',
    params: nothing,
    query: collectionListQuery,
    response: collectionList,
    failures: ['invalid_parameter'],
    oldSlugs: 'none',
  },
  readCollection: {
    method: 'GET',
    path: '/collections/:slug',
    tag: 'Collections',
    summary: 'Returns one visible category with its parent and children; an old slug redirects with 301',
    params: collectionParams,
    query: collectionQuery,
    response: collection,
    failures: ['invalid_parameter', 'collection_not_found'],
    oldSlugs: 'redirect',
  },
  readStore: {
    method: 'GET',
    path: '/store',
    tag: 'Store',
    summary: "Returns the store's name, currency, weight unit and locale",
    params: nothing,
    query: nothing,
    response: store,
    failures: [],
    oldSlugs: 'none',
  },
  listMarkets: {
    method: 'GET',
    path: '/markets',
    tag: 'Store',
    summary: 'Lists the markets that everybody can read',
    params: nothing,
    query: nothing,
    response: marketList,
    failures: [],
    oldSlugs: 'none',
  },
  readIndex: {
    method: 'GET',
    path: '/',
    tag: 'Contract',
    summary: 'Lists the endpoints',
    params: nothing,
    query: nothing,
    response: index,
    failures: [],
    oldSlugs: 'none',
  },
  readContract: {
    method: 'GET',
    path: '/openapi.json',
    tag: 'Contract',
    summary: 'Returns the OpenAPI document of this API',
    params: nothing,
    query: nothing,
    response: contractDocument,
    failures: [],
    oldSlugs: 'none',
  },
} as const satisfies Record<string, RestEndpoint>;
