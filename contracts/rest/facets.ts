import { z } from 'zod';
import { productListQuery } from './products';

const { category, search, brand, min_price, max_price, in_stock, on_sale, sku, ids } = productListQuery.shape;

/** The filters of `/products`. */
export const facetQuery = z.object({ category, search, brand, min_price, max_price, in_stock, on_sale, sku, ids });

/** A brand or collection, and how many products would be left if it were chosen. */
export const facetValue = z.strictObject({ id: z.int(), name: z.string(), slug: z.string(), count: z.int() });

/** How a product list can be narrowed further. */
export const facets = z.strictObject({
  total: z.int().describe('Products that pass all filters.'),
  price: z
    .strictObject({ min: z.number(), max: z.number() })
    .nullable()
    .describe('Of the current prices, without `min_price` and `max_price`; null where nothing is left.'),
  brands: z.array(facetValue).describe('The 100 most frequent, without `brand`; the most frequent first.'),
  collections: z.array(facetValue).describe('The 100 most frequent visible ones, without `category`.'),
  stock: z.strictObject({ in_stock: z.int(), out_of_stock: z.int() }).describe('Without `in_stock`.'),
  on_sale: z.int().describe('With a sale price, without `on_sale`.'),
});
export type FacetsView = z.infer<typeof facets>;
