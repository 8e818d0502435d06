import { z } from 'zod';
import { brand, brandList, brandListQuery, brandParams } from './brands';
import { collection, collectionList, collectionListQuery, collectionParams } from './collections';
import { product, productList, productListQuery, productParams, productQuery, relatedProducts, relatedProductsQuery } from './products';

/** One endpoint of the public API, as routes, validation and documentation need it. */
export interface RestEndpoint {
  method: 'GET';
  /** Below `{base_url}`, with parameters as `:name`. */
  path: string;
  summary: string;
  params: z.ZodObject;
  query: z.ZodObject;
  /** Body of a 200. */
  response: z.ZodObject;
}

const nothing = z.object({});

/** The public, read-only endpoints (interface specification, "Endpoints"; `readCollection` is beyond it). */
export const restEndpoints = {
  listProducts: {
    method: 'GET',
    path: '/products',
    summary: 'Lists published products',
    params: nothing,
    query: productListQuery,
    response: productList,
  },
  readProduct: {
    method: 'GET',
    path: '/products/:slug',
    summary: 'Reads one published product; an old slug is answered with 301',
    params: productParams,
    query: productQuery,
    response: product,
  },
  listRelatedProducts: {
    method: 'GET',
    path: '/products/:slug/related',
    summary: "Lists products related to one: upstream's choice, then shared categories, then the brand",
    params: productParams,
    query: relatedProductsQuery,
    response: relatedProducts,
  },
  listBrands: {
    method: 'GET',
    path: '/brands',
    summary: 'Lists brands',
    params: nothing,
    query: brandListQuery,
    response: brandList,
  },
  readBrand: {
    method: 'GET',
    path: '/brands/:id',
    summary: 'Reads one brand with its published products',
    params: brandParams,
    query: nothing,
    response: brand,
  },
  listCollections: {
    method: 'GET',
    path: '/collections',
    summary: 'Lists visible categories',
    params: nothing,
    query: collectionListQuery,
    response: collectionList,
  },
  readCollection: {
    method: 'GET',
    path: '/collections/:slug',
    summary: 'Reads one visible category with its neighbours; an old slug is answered with 301',
    params: collectionParams,
    query: nothing,
    response: collection,
  },
} as const satisfies Record<string, RestEndpoint>;
