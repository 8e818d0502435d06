import { z } from 'zod';
import { productMarket } from './markets';
import { metafield } from './metafields';
import { modifier } from './modifiers';
import { currency } from './store';
import { breadcrumb } from './breadcrumbs';
import { include, pageNumber, productInclude, searchTerm, upstreamId } from './parameters';

const link = z.string().meta({ format: 'uri' });
const money = z.number().describe("In the currency of the market, by default the store's.");
/** Null for a product or variant that a further market does not sell, although its channel lists it. */
const marketMoney = money.nullable();

export const image = z.strictObject({
  url: link.describe('The standard size.'),
  alt: z.string().describe("Never empty: the image's description, or the product's name."),
});
export type ImageView = z.infer<typeof image>;

const variantOption = z.strictObject({
  id: z.int().describe("The option's BigCommerce ID."),
  name: z.string(),
  value_id: z.int(),
  label: z.string(),
});

const optionSelection = z.strictObject({
  option_id: z.int().describe("The option's BigCommerce ID; `optionEntityId` in GraphQL."),
  option_value: z.int().describe("The value's BigCommerce ID; `optionValueEntityId` in GraphQL."),
});

const availability = z
  .enum(['available', 'disabled', 'preorder'])
  .describe('`disabled`: cannot be bought at all, so `in_stock` is false regardless of the stock.');

/**
 * A variant. `include=inventory` adds `inventory_level`; `include=options` adds `sku` and `options`; `availability` and
 * `option_selections` are added by the groups of the same names.
 */
export const variant = z.strictObject({
  id: z.int(),
  name: z.string().describe("Option labels joined with ` / `; the product's name when it has no options."),
  price: marketMoney.describe(
    'The current price of this variant; null only in a further market, where it is not sold.',
  ),
  in_stock: z.boolean(),
  inventory_level: z.int().nullable().optional().describe('Null when stock is not tracked.'),
  sku: z.string().optional(),
  options: z.array(variantOption).optional(),
  availability: availability.optional(),
  option_selections: z
    .array(optionSelection)
    .optional()
    .describe('What a cart takes to choose this variant; empty when the product has no options.'),
});
export type VariantView = z.infer<typeof variant>;

/** Fields that `?include=` can add to a product: each group adds the field of the same name. */
const includedFields = {
  calculated_price: marketMoney
    .optional()
    .describe('The current price: the sale price if there is one; null like `price`.'),
  inventory: z
    .strictObject({
      in_stock: z.boolean(),
      tracking: z.enum(['none', 'product', 'variant']),
      level: z.int().nullable().describe('Null when stock is not tracked.'),
      availability,
    })
    .optional(),
  availability: availability.optional(),
  currency: currency.nullable().optional().describe('Of all prices; null before the first sync.'),
  market: productMarket
    .nullable()
    .optional()
    .describe('The market that all of this applies to; null before the first sync.'),
  brand: z.strictObject({ id: z.int(), name: z.string(), slug: z.string() }).nullable().optional(),
  custom_fields: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
  options: z
    .array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        values: z.array(z.strictObject({ id: z.int(), label: z.string() })),
      }),
    )
    .optional()
    .describe('The options of the variants, with their values.'),
  seo: z
    .strictObject({ page_title: z.string(), meta_description: z.string(), meta_keywords: z.array(z.string()) })
    .optional(),
  dates: z
    .strictObject({ created: z.iso.datetime(), modified: z.iso.datetime() })
    .optional()
    .describe('As in BigCommerce, in UTC.'),
  images_all_sizes: z
    .array(
      z.strictObject({
        alt: z.string(),
        zoom: link,
        standard: link,
        thumbnail: link,
        tiny: link,
        srcset: z
          .string()
          .describe("All of them for HTML's `srcset`, narrowest first; empty if the URLs don't say their widths."),
      }),
    )
    .optional()
    .describe('In the order of `images`.'),
  price_range: z
    .strictObject({ min: money, max: money })
    .nullable()
    .optional()
    .describe(
      'The current prices of the variants that can be bought; of all, if none can. Null where a further market sells none.',
    ),
};

const common = {
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  price: marketMoney.describe('The regular price; null only in a further market, where it has none and is not sold.'),
  description: z.string().describe('The HTML from BigCommerce, unchanged.'),
  images: z.array(image),
  categories: z.array(z.string()).describe('Slugs of the visible categories it is assigned to.'),
};

export const productListItem = z.strictObject({
  ...common,
  sale_price: money.nullable().describe('The price to pay instead of `price`; null when there is none.'),
  in_stock: z.boolean(),
  permalink: link.describe(
    "The product's page: the setting `productPageAddress` in this market, or `/products/{slug}` of the site.",
  ),
  ...includedFields,
});
export type ProductListItemView = z.infer<typeof productListItem>;

export const product = z.strictObject({
  ...common,
  variants: z.array(variant),
  tags: z.array(z.string()),
  meta: z.strictObject({
    sku: z.string().describe('Empty if there is none.'),
    weight: z.string().describe("The number and the store's unit, for example `1.5 kg`."),
  }),
  sale_price: money
    .nullable()
    .optional()
    .describe('With `include=sale_price`: the price to pay instead of `price`; null when there is none.'),
  in_stock: z.boolean().optional().describe('With `include=in_stock`.'),
  permalink: link.optional().describe("With `include=permalink`: the product's page, as in lists."),
  ...includedFields,
  breadcrumbs: z
    .array(breadcrumb)
    .optional()
    .describe('The longest path from the top level to one of its collections; empty if it is in none.'),
  modifiers: z
    .array(modifier)
    .nullable()
    .optional()
    .describe(
      "What shoppers choose or enter in addition to the variant, in the store's order. Null until they were read for the first time, soon after the product was, or if the site reads none.",
    ),
  metafields: z
    .array(metafield)
    .nullable()
    .optional()
    .describe(
      'What the store shows to storefronts in the namespaces of the setting `metafieldNamespaces`, by namespace and key. Null until it was read for the first time, soon after the product was, or if the site reads none.',
    ),
  related: z.array(productListItem).optional().describe('The first four related products.'),
});
export type ProductView = z.infer<typeof product>;

/** The parameters of a list, and their defaults (behavior 3.3, 3.6). */
export const productListQuery = z.object({
  per_page: z.int().min(1).max(100).default(10).describe('Products per page.'),
  page: pageNumber.default(1),
  category: z.string().optional().describe('A category slug.'),
  search: searchTerm.optional(),
  orderby: z.enum(['title', 'date', 'price']).default('date').describe('`price` is the current price.'),
  order: z.enum(['asc', 'desc']).default('desc').describe('Ties are ordered by id, in the same direction.'),
  include,
  brand: z.string().optional().describe('A brand id or slug; a number is treated as an id first.'),
  min_price: z.number().min(0).optional().describe('The lowest current price.'),
  max_price: z.number().min(0).optional().describe('The highest current price.'),
  in_stock: z.boolean().optional().describe('Whether it is in stock.'),
  on_sale: z.boolean().optional().describe('Whether it has a sale price.'),
  sku: z.string().optional().describe("The product's own SKU, exact match; variant SKUs are not searched."),
  ids: z.array(upstreamId).max(100).optional().describe('Comma list of product ids; unknown ids are ignored.'),
});
export type ProductListQuery = z.infer<typeof productListQuery>;

export const productList = z.strictObject({
  products: z.array(productListItem),
  total: z.int().min(0).describe('Matching products.'),
  pages: z.int().min(0).describe('Pages of `per_page` products; 0 when nothing matches.'),
});
export type ProductListView = z.infer<typeof productList>;

export const productParams = z.object({ slug: z.string().describe("The product's slug, percent-encoded.") });
export const productQuery = z.object({ include: productInclude });

export const relatedProductsQuery = z.object({
  per_page: z.int().min(1).max(20).default(4).describe('Maximum number of products.'),
  include,
});
export const relatedProducts = z.strictObject({ products: z.array(productListItem) });
