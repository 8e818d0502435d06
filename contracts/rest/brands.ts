import { z } from 'zod';
import { pagingOfTaxonomy } from './parameters';

export const brandListItem = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  product_count: z.int().min(0).describe('Published products of this brand.'),
});
export type BrandListItemView = z.infer<typeof brandListItem>;

export const brandProduct = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  price: z.number().nullable().describe('The regular price; null only in a further market, where it is not sold.'),
});

/** The most products that a brand's own response lists; `/products` pages through all of them. */
export const mostBrandProducts = 100;

export const brand = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  products: z
    .array(brandProduct)
    .max(mostBrandProducts)
    .describe(`The first ${mostBrandProducts} published products of this brand, by name.`),
  total: z.int().min(0).describe('All published products of this brand.'),
  links: z.strictObject({
    products: z.string().describe('All of them, page by page and in the same order; a path below `{base_url}`.'),
  }),
});
export type BrandView = z.infer<typeof brand>;

export const brandListQuery = z.object(pagingOfTaxonomy);

/** `total` and `pages` are present if `page` or `per_page` was given. */
export const brandList = z.strictObject({
  brands: z.array(brandListItem).describe('By name.'),
  total: z.int().min(0).optional(),
  pages: z.int().min(0).optional(),
});

export const brandParams = z.object({
  id: z
    .string()
    .describe("The BigCommerce brand ID or the brand's slug, percent-encoded; a number is treated as an ID first."),
});
