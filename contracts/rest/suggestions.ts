import { z } from 'zod';
import { image, productListItem } from './products';
import { searchTerm } from './parameters';

const { id, name, slug, price, sale_price } = productListItem.shape;

/** A product, as far as a line below a search field shows it. */
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

/** Those whose name begins with the term come first, then those with a word that does, then those that contain it. */
export const suggestions = z.strictObject({
  products: z.array(suggestedProduct),
  collections: z.array(suggestedName),
  brands: z.array(suggestedName),
});
export type SuggestionsView = z.infer<typeof suggestions>;
