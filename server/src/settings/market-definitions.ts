import { z } from 'zod';
import { defaultMarketKey, marketKey, marketSetting } from '../../../contracts/admin/markets';
import type { Definitions } from './setting-definition';
import { asJson } from './setting-kinds';

const mostMarkets = 50;
const mostLocales = 100;

/** As Strapi names locales, for example `de` or `pt-BR`. */
const siteLocale = z
  .string()
  .max(40)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);

/** Markets other than the default one (behavior 14.1), and which of them entries in a locale show (behavior 14.8). */
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
    allowed: `a list of up to ${mostMarkets} markets, each with its own key (a to z, 0 to 9, hyphens; not ${defaultMarketKey}), name, channelId, currency such as EUR, locale such as en, and, if wanted, customerGroupId, isPublic (without it, a market with a customer group is private), and hasOwnTexts (whether the channel has its own names and descriptions in the store's language)`,
  },
  marketOfLocale: {
    variable: 'COMMERCE_BRIDGE_MARKET_OF_LOCALE',
    schema: z.record(siteLocale, marketKey).refine((mapped) => Object.keys(mapped).length <= mostLocales),
    fromText: asJson,
    fallback: {},
    expects: { code: 'market_of_locale', values: { most: mostLocales } },
    allowed: `an object of up to ${mostLocales} of Strapi's locales, each with the key of a market, such as {"de": "eu"}`,
  },
} satisfies Partial<Definitions>;
