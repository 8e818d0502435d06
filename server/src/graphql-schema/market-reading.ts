import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { Container } from '../container';
import { marketOfRequest } from '../http/market-of-request';
import type { MarketReading } from '../http/rest-action';
import { asStrapiError } from '../http/strapi-errors';
import type { Arguments } from './query-arguments';
import type { OperationInfo } from './requested-fields';

/** What Strapi's plugin passes to all resolvers of a request. */
export interface QueryContext {
  koaContext: Context;
}

/** The market that a query names, if its caller may read it; null for the default one, for which nothing is read. */
export type ReadingOfQuery = (
  given: Arguments,
  asked: { context: QueryContext; info: OperationInfo },
) => Promise<MarketReading | null>;

/**
 * Follows the rules of the REST API (behavior 14.2, 14.3), with Strapi's own errors. No cache may store a response that
 * contains anything from a private market, whatever else it contains.
 */
export function createReadingOfQuery(strapi: Core.Strapi, containerOf: () => Container): ReadingOfQuery {
  return async ({ market: key }, { context, info }) => {
    if (key === undefined || key === null) return null;
    const { siteMarkets, readyMarkets } = containerOf();
    const search = new URLSearchParams({ market: String(key) });
    try {
      const market = await marketOfRequest(strapi, { ctx: context.koaContext, search, markets: siteMarkets });
      if (!market) return null;
      if (!market.isPublic) info.cacheControl?.setCacheHint({ maxAge: 0, scope: 'PRIVATE' });
      return { market, parts: await readyMarkets.partsOf(market) };
    } catch (error) {
      throw asStrapiError(error);
    }
  };
}
