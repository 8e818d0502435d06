import { z } from 'zod';
import { defaultMarketKey } from '../admin/markets';

/** The header that selects the market of a GraphQL request, like the parameter `market` (behavior 14.7). */
export const marketHeader = 'X-Commerce-Market';

/** The parameter that every endpoint accepts (behavior 14.2). */
export const marketQuery = z.object({
  market: z
    .string()
    .default(defaultMarketKey)
    .describe('The key of a market, as `GET /markets` lists them. One with its own prices takes an API token.'),
});

/** The market in which a product is shown. */
export const productMarket = z.strictObject({
  key: z.string().describe('What the parameter `market` takes.'),
  currency: z.string().describe('ISO 4217, for example `USD`.'),
  locale: z.string().nullable().describe('For example `en`; null if the store has not said it yet.'),
  channel_id: z.int().describe("The channel's BigCommerce ID."),
});
export type ProductMarketView = z.infer<typeof productMarket>;

export const marketListItem = z.strictObject({ name: z.string(), ...productMarket.shape });
export type MarketListItemView = z.infer<typeof marketListItem>;

export const marketList = z.strictObject({
  markets: z
    .array(marketListItem)
    .describe('Those that everybody can read; `default` is among them after the first sync.'),
});
