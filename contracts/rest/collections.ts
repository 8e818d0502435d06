import { z } from 'zod';
import { breadcrumb } from './breadcrumbs';
import { image } from './products';
import { pagingOfTaxonomy } from './parameters';

/** A visible upstream category (behavior 2.13). */
const common = {
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  product_count: z.int().min(0).describe('Published products assigned to it directly.'),
};

/** Groups of fields beyond the default ones (behavior 3.5). */
export const collectionGroups = ['tree'] as const;

/** Groups of fields for a single collection. */
export const collectionDetailGroups = ['breadcrumbs', 'image'] as const;

/** A visible upstream category in a list; with `include=tree`, its place in the tree. */
export const collectionListItem = z.strictObject({
  ...common,
  parent: z
    .string()
    .nullable()
    .optional()
    .describe('With `include=tree`: slug of the visible parent collection; null at the top level.'),
  position: z
    .int()
    .min(1)
    .optional()
    .describe("With `include=tree`: place among the collections with the same parent, in the store's order, from 1."),
});
export type CollectionListItemView = z.infer<typeof collectionListItem>;

export const collection = z.strictObject({
  ...common,
  description: z.string().describe('The HTML from BigCommerce, unchanged.'),
  parent: z.string().nullable().describe('Slug of the visible parent collection; null at the top level.'),
  children: z.array(collectionListItem).describe("Visible child collections, in the store's order."),
  breadcrumbs: z
    .array(breadcrumb)
    .optional()
    .describe('With `include=breadcrumbs`: the path from the top level to this collection, which is the last.'),
  image: image.nullable().optional().describe('With `include=image`; null if it has none. `alt` is its name.'),
});
export type CollectionView = z.infer<typeof collection>;

export const collectionQuery = z.object({
  include: z
    .array(z.enum(collectionDetailGroups))
    .optional()
    .describe('Comma-separated groups of fields to add: `breadcrumbs`, `image`.'),
});

export type CollectionDetailInclude = z.infer<typeof collectionQuery>['include'];

export const collectionListQuery = z.object({
  ...pagingOfTaxonomy,
  include: z
    .array(z.enum(collectionGroups))
    .optional()
    .describe('Comma-separated groups of fields to add: `tree` adds `parent` and `position`.'),
});

/** `total` and `pages` are present if `page` or `per_page` was given. */
export const collectionList = z.strictObject({
  collections: z.array(collectionListItem).describe("In the store's order, then by name."),
  total: z.int().min(0).optional(),
  pages: z.int().min(0).optional(),
});

export const collectionParams = z.object({ slug: z.string().describe("The collection's slug, percent-encoded.") });
