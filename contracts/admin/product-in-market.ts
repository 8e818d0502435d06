import { z } from 'zod';
import { marketKey } from './markets';
import { upstreamProblem } from './products';

/** Path of `GET /commerce-bridge/products/:id/markets/:key`. */
export const productInMarketPath = z.object({ id: z.coerce.number().int().min(1), key: marketKey });

const amount = z.number().nullable();

/** What a product costs in a market, in its currency. */
export const marketOffer = z.object({
  /** Null: the product has no price there, and so is not sold. */
  price: amount,
  /** The price that is charged instead, because of a sale, a price list, or a discount. */
  salePrice: amount,
  /** The price that is charged. */
  calculatedPrice: amount,
  /** Variants with options; a null price: not sold. */
  variants: z.array(z.object({ id: z.int(), name: z.string(), price: amount })),
});
export type MarketOffer = z.infer<typeof marketOffer>;

/** Set if upstream converts the price from the store's own currency; the rate is null if it is unknown. */
const conversion = z.object({ from: z.string(), to: z.string(), rate: z.number().nullable() }).nullable();

/** Where a price comes from. */
export const priceSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('price_list'), id: z.int(), name: z.string() }),
  z.object({ kind: z.literal('group_discount'), id: z.int(), name: z.string(), conversion }),
  /** `listWithout`: the price list that applies in this market but has no price for the product; null: none applies. */
  z.object({ kind: z.literal('catalog'), conversion, listWithout: z.string().nullable() }),
  z.object({
    kind: z.literal('unknown'),
    /** Upstream denies access to price lists (as on some plans) or to customer groups; or the request failed. */
    cause: z.enum(['price_lists', 'customer_groups', 'failed']),
    message: z.string(),
  }),
]);
export type PriceSourceView = z.infer<typeof priceSource>;

/** Response of `GET /commerce-bridge/products/:id/markets/:key`: what the site shows, and upstream's current data. */
export const productInMarket = z.object({
  key: marketKey,
  name: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  /** `not_ready`: the market was never read completely. */
  site: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sold'), offer: marketOffer }),
    z.object({ kind: z.literal('not_sold') }),
    z.object({ kind: z.literal('not_ready') }),
  ]),
  store: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sold'), checkedAt: z.iso.datetime(), offer: marketOffer, source: priceSource }),
    z.object({ kind: z.literal('not_sold'), checkedAt: z.iso.datetime() }),
    z.object({
      kind: z.literal('failed'),
      checkedAt: z.iso.datetime(),
      problem: upstreamProblem,
      message: z.string(),
      /** Seconds after which upstream wants the request to be retried; null if it does not say. */
      retryAfter: z.int().nullable(),
    }),
  ]),
  /** What differs between `site` and `store`; empty if they are the same, or one of them is unknown. */
  differences: z.array(z.enum(['sold', 'price', 'salePrice', 'calculatedPrice', 'variants'])),
});
export type ProductInMarket = z.infer<typeof productInMarket>;
