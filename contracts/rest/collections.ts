import { z } from 'zod';
import { pagingOfTaxonomy } from './parameters';

/** A visible upstream category (behavior 2.13). */
export const collectionListItem = z.strictObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  product_count: z.int().min(0).describe('Published products assigned to it directly.'),
});
export type CollectionListItemView = z.infer<typeof collectionListItem>;

export const collection = z.strictObject({
  ...collectionListItem.shape,
  description: z.string().describe('The HTML from BigCommerce, unchanged.'),
  parent: z.string().nullable().describe('Slug of the visible parent collection; null at the top level.'),
  children: z.array(collectionListItem).describe("Visible child collections, in the store's order."),
});
export type CollectionView = z.infer<typeof collection>;

export const collectionListQuery = z.object(pagingOfTaxonomy);

/** `total` and `pages` are there when `page` or `per_page` was given. */
export const collectionList = z.strictObject({
  collections: z.array(collectionListItem).describe("In the store's order, then by name."),
  total: z.int().min(0).optional(),
  pages: z.int().min(0).optional(),
});
export type CollectionListView = z.infer<typeof collectionList>;

export const collectionParams = z.object({ slug: z.string().describe("The collection's slug, percent-encoded.") });
