import { z } from 'zod';
import { image, productListItem } from './products';
import { searchTerm } from './parameters';

const { id, name, slug, price, sale_price } = productListItem.shape;

/** The data of a product that a line below a search field shows. */
export const suggestedProduct = z.strictObject({
  ...{ id, name, slug, price, sale_price },
  image: image.nullable().describe('The first one, in the size `thumbnail`.'),
});
export type SuggestedProductView = z.infer<typeof suggestedProduct>;

export const suggestedName = z.strictObject({ id, name, slug });

export const suggestionQuery = z.object({
  search: searchTerm
    .optional()
    .describe('What was typed so far, not case-sensitive; without it, nothing is suggested.'),
  per_page: z.int().min(1).max(20).default(5).describe('Maximum number of products, of collections, and of brands.'),
});

/** Ordered: names that begin with the term, then names with a word that begins with it, then names that contain it. */
export const suggestions = z.strictObject({
  products: z.array(suggestedProduct),
  collections: z.array(suggestedName),
  brands: z.array(suggestedName),
});
export type SuggestionsView = z.infer<typeof suggestions>;
