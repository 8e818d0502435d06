import { z } from 'zod';
import { include } from './parameters';

/** The most products that one response of the site's own API can contain in place of their ids. */
export const largestExpansion = 1000;

/** Parameters for the site's own content types that have fields of chosen products. */
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
