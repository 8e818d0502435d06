import { z } from 'zod';
import { pageNumber } from './parameters';

/** The data of each product that a sitemap, or a synchronized copy of the catalog, needs. */
export const sitemapProduct = z.strictObject({
  id: z.int(),
  slug: z.string(),
  permalink: z.string().meta({ format: 'uri' }).describe("The product's page, as in lists."),
  changed: z.iso.datetime().describe("When this site's copy of it last changed, in UTC."),
});
export type SitemapProductView = z.infer<typeof sitemapProduct>;

export const sitemapQuery = z.object({
  per_page: z.int().min(1).max(1000).default(1000).describe('Products per page.'),
  page: pageNumber.default(1),
});

export const sitemap = z.strictObject({
  products: z.array(sitemapProduct).describe('All published products, the one that changed last first.'),
  total: z.int().min(0).describe('Published products.'),
  pages: z.int().min(0),
});
