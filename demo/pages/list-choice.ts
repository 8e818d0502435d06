import { z } from 'zod';

/** Sort orders of a list, as named in the URL. */
export const listOrders = ['date-desc', 'price-asc', 'price-desc', 'title-asc'] as const;
export type ListOrder = (typeof listOrders)[number];

// A form sends all of its fields, even empty ones, and anybody can edit a URL: invalid values are ignored.
const text = z.string().trim().min(1).max(200).optional().catch(undefined);
const amount = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,4})?$/)
  .transform(Number)
  .optional()
  .catch(undefined);
const box = z
  .literal('true')
  .transform(() => true as const)
  .optional()
  .catch(undefined);

const choiceSchema = z.object({
  search: text,
  brand: text,
  min_price: amount,
  max_price: amount,
  in_stock: box,
  on_sale: box,
  order: z.enum(listOrders).catch('date-desc'),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});

/** Filters, order and page that a shopper chose. */
export type ListChoice = z.output<typeof choiceSchema>;

export const readListChoice = (query: unknown): ListChoice => choiceSchema.parse(query ?? {});

/** The URL query for a choice. */
export function searchOf(choice: ListChoice): string {
  const given = Object.entries(choice).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  );
  return new URLSearchParams(given).toString();
}
