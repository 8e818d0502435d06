import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { defaultMarketKey } from '../../../contracts/admin/markets';
import { marketQuery } from '../../../contracts/rest/markets';
import type { FurtherMarket, SiteMarkets } from '../markets/site-markets';
import { requireMarketToken } from './market-token';
import { invalidParameter, type RestError } from './rest-errors';
import { createParameterReader } from './rest-parameters';
import { markPrivate } from './rest-responses';

const readQuery = createParameterReader(marketQuery);

/**
 * The further market that a request names, if its caller may read it; null for the default one, without a promise. Once
 * a private market is found, no cache may store the response, whatever it is (behavior 14.3).
 * @throws RestError `invalid_parameter`, `unauthorized`, `forbidden`
 */
export function marketOfRequest(
  strapi: Core.Strapi,
  { ctx, search, markets }: { ctx: Context; search: URLSearchParams; markets: Pick<SiteMarkets, 'find' | 'further'> },
): Promise<FurtherMarket> | null {
  const { market: key } = readQuery(search);
  return key === defaultMarketKey ? null : enterMarket(strapi, { ctx, key, markets });
}

/**
 * The further market with this key, by the same rules.
 * @param parameter the parameter that named it, for errors
 * @throws RestError `invalid_parameter`, `unauthorized`, `forbidden`
 */
export async function enterMarket(
  strapi: Core.Strapi,
  {
    ctx,
    key,
    markets,
    parameter = 'market',
  }: { ctx: Context; key: string; markets: Pick<SiteMarkets, 'find' | 'further'>; parameter?: string },
): Promise<FurtherMarket> {
  const market = markets.find(key);
  if (!market) throw unknownMarket(markets, parameter);
  if (market.isPublic) return market;
  markPrivate(ctx);
  await requireMarketToken(strapi, { ctx, key });
  return market;
}

/** Names public markets only: guessing reveals nothing about the others. */
function unknownMarket({ further }: Pick<SiteMarkets, 'further'>, parameter: string): RestError {
  const keys = further().flatMap(({ key, isPublic }) => (isPublic ? [key] : []));
  const rule = `must be one of: ${[defaultMarketKey, ...keys].join(', ')}`;
  return invalidParameter({ [parameter]: rule });
}
