import { z } from 'zod';

/** The currency of all prices. Fields that are not known yet are null. */
export const currency = z.strictObject({
  code: z.string().describe('ISO 4217, for example `USD`.'),
  symbol: z.string().nullable().describe('For example `$`.'),
  decimals: z.int().min(0).nullable().describe('How many digits follow the point.'),
  placement: z.enum(['left', 'right']).nullable().describe('On which side of the number the symbol is.'),
});
export type CurrencyView = z.infer<typeof currency>;

/** What a frontend needs to know about the store. Unknown fields are null, as all are before the first sync. */
export const store = z.strictObject({
  name: z.string().nullable(),
  currency: currency.nullable().describe('The default currency, which all prices are in.'),
  weight_unit: z.string().nullable().describe('As in `meta.weight` of a product, for example `kg`.'),
  locale: z.string().nullable().describe("The store's language, for example `en`."),
});
export type StoreView = z.infer<typeof store>;
