import { z } from 'zod';
import { defaultMarketKey, marketSetting } from '../../../contracts/admin/markets';
import type { Definitions } from './setting-definition';
import { asJson } from './setting-kinds';

const mostMarkets = 50;

/** Further markets beside the default one (behavior 14.1). */
export const marketDefinitions = {
  markets: {
    variable: 'COMMERCE_BRIDGE_MARKETS',
    schema: z
      .array(marketSetting)
      .max(mostMarkets)
      .refine((markets) => new Set(markets.map(({ key }) => key)).size === markets.length),
    fromText: asJson,
    fallback: [],
    expects: { code: 'markets', values: { most: mostMarkets, taken: defaultMarketKey } },
    allowed: `a list of up to ${mostMarkets} markets, each with a key of its own (a to z, 0 to 9, hyphens; not ${defaultMarketKey}), name, channelId, currency such as EUR, locale such as en, and, if wanted, customerGroupId and isPublic (without it, a market with a customer group is private)`,
  },
} satisfies Partial<Definitions>;
