import { z } from 'zod';

/*
 * The schemas describe what query parameters mean (an integer from 1 to 100), not how they arrive (as text). The server
 * also uses them to convert text to values. An optional parameter without a value counts as absent, because HTML forms
 * send blank fields; a parameter with a default must have a value.
 */

/** The largest `page`: every database can handle the resulting offset. */
const largestPage = 2_147_483_647;

/**
 * Maximum length of the search term, in characters: a whole title fits (upstream 2.3). Descriptions are longer, but
 * nobody types more to find a product, and longer terms cost more.
 */
const longestSearch = 250;

export const pageNumber = z
  .int()
  .min(1)
  .max(largestPage)
  .describe('Page number, starting at 1. Past the end the list is empty.');

export const pagingOfTaxonomy = {
  page: pageNumber
    .optional()
    .describe('Page number, starting at 1. Without `page` and `per_page` everything is listed.'),
  per_page: z.int().min(1).max(250).optional().describe('Items per page; 50 if only `page` is given.'),
};

/** Brands or collections per page if only `page` is given. */
export const taxonomyPageSize = 50;

export const upstreamId = z.int().min(1).describe('A BigCommerce ID.');

export const searchTerm = z
  .string()
  .max(longestSearch)
  .describe("Part of the title or of the description's text, not case-sensitive. `%` and `_` have no special meaning.");

/**
 * Named groups of fields beyond the default ones (behavior 2.2); `contracts/rest/products.ts` defines what each adds.
 */
export const includeGroups = [
  'sale_price',
  'calculated_price',
  'inventory',
  'brand',
  'custom_fields',
  'options',
  'seo',
  'dates',
  'images_all_sizes',
  'in_stock',
  'permalink',
  'availability',
  'currency',
  'market',
  'price_range',
] as const;
export type IncludeGroup = (typeof includeGroups)[number];

/** Groups of fields for a single product, with what its page shows in addition. */
export const productGroups = [
  ...includeGroups,
  'breadcrumbs',
  'related',
  'option_selections',
  'modifiers',
  'metafields',
] as const;
export type ProductGroup = (typeof productGroups)[number];

export const include = z
  .array(z.enum(includeGroups))
  .optional()
  .describe('Comma-separated groups of fields to add to each product.');

export const productInclude = z
  .array(z.enum(productGroups))
  .optional()
  .describe(
    'Comma-separated groups of fields to add. `related` adds four products as in a list, each with the groups that lists have, too.',
  );
