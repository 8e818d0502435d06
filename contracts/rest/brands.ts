import { z } from 'zod';
import { pagingOfTaxonomy } from './parameters';

export const brandListItem = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  product_count: z.int().min(0).describe('Published products of this brand.'),
});
export type BrandListItemView = z.infer<typeof brandListItem>;

export const brandProduct = z.strictObject({ id: z.int(), name: z.string(), slug: z.string(), price: z.number() });

export const brand = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  products: z.array(brandProduct).describe('All published products of this brand, by name.'),
});
export type BrandView = z.infer<typeof brand>;

export const brandListQuery = z.object(pagingOfTaxonomy);

/** `total` and `pages` are there when `page` or `per_page` was given. */
export const brandList = z.strictObject({
  brands: z.array(brandListItem).describe('By name.'),
  total: z.int().min(0).optional(),
  pages: z.int().min(0).optional(),
});
export type BrandListView = z.infer<typeof brandList>;

export const brandParams = z.object({ id: z.int().min(0).describe('The upstream brand id.') });
