import { z } from 'zod';

const adjuster = z
  .strictObject({
    type: z.enum(['relative', 'percentage']).describe('By an amount, or by a percentage.'),
    value: z.number().describe('Negative if it lowers the price or the weight.'),
  })
  .nullable();

/** One of a modifier's values. */
export const modifierValue = z.strictObject({
  id: z.int().describe("The value's BigCommerce ID; `optionValueEntityId` in GraphQL."),
  label: z.string(),
  is_default: z.boolean(),
  price_adjuster: adjuster.describe('How it changes the price, in the currency of the store; null: not at all.'),
  weight_adjuster: adjuster.describe("How it changes the weight, in the store's unit; null: not at all."),
  availability: z.enum(['available', 'disabled']).describe('`disabled`: with it, the product cannot be bought.'),
  message: z.string().describe('Why it cannot be bought; empty if the store says nothing.'),
  colors: z.array(z.string()).describe('Of a swatch.'),
  image: z.string().nullable().describe('The address of its picture; null if there is none.'),
  product_id: z.int().nullable().describe('In a list of products: the product that the value stands for.'),
  is_checked: z.boolean().nullable().describe('Of a checkbox: whether it stands for the checked one.'),
});
export type ModifierValueView = z.infer<typeof modifierValue>;

const limits = z.strictObject({
  min_length: z.int().optional(),
  max_length: z.int().optional(),
  max_lines: z.int().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  integers_only: z.literal(true).optional(),
  earliest: z.string().optional().describe('The first day, as in `2026-11-25`.'),
  latest: z.string().optional().describe('The last day.'),
  file_types: z.array(z.string()).optional().describe('Kinds such as `images`, and endings such as `pdf`.'),
  max_file_size: z.number().optional().describe('In kilobytes.'),
});

/** What a shopper chooses or enters in addition to the variant. */
export const modifier = z.strictObject({
  id: z.int().describe("The modifier's BigCommerce ID; `optionEntityId` in GraphQL."),
  name: z.string(),
  type: z
    .string()
    .describe(
      "BigCommerce's word. Chosen by a value: `dropdown`, `radio_buttons`, `rectangles`, `swatch`, `product_list`, `product_list_with_images`, `checkbox`; entered: `text`, `multi_line_text`, `numbers_only_text`, `date`, `file`.",
    ),
  required: z.boolean(),
  default_value: z.string().nullable().describe('What is entered unless the shopper enters something else.'),
  checkbox_label: z.string().nullable().describe('The label next to a checkbox; null for others.'),
  limits: limits.describe('What may be entered; each is absent where there is no such limit.'),
  values: z.array(modifierValue).describe("In the store's order; empty where something is entered."),
});
export type ModifierView = z.infer<typeof modifier>;
