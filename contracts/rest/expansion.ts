import { z } from 'zod';
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
    .string()
    .optional()
    .describe(
      'The key of the market whose products these are, as `GET /markets` lists them; `default` when left out. One with its own prices takes an API token.',
    ),
});
export type ExpansionQuery = z.infer<typeof expansionQuery>;
