import { z } from 'zod';
import { defaultMarketKey } from '../admin/markets';
import { include } from './parameters';

/** How many products one response of the site's own API can be given in place of their ids. */
export const largestExpansion = 1000;

/** Parameters that the site's own content types take when they hold chosen products. */
export const expansionQuery = z.object({
  commerceProducts: z
    .enum(['list', 'single'])
    .optional()
    .describe(
      'Returns selected products in place of their ids: as `GET /products` lists them, or as `GET /products/{slug}` returns them.',
    ),
  commerceInclude: include,
  commerceMarket: z
    .enum([defaultMarketKey])
    .optional()
    .describe('The market whose products these are; other markets are not offered here yet.'),
});
export type ExpansionQuery = z.infer<typeof expansionQuery>;
