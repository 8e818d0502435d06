import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { defaultMarketKey } from '../../../contracts/admin/markets';
import type { Container } from '../container';
import { enterMarket } from '../http/market-of-request';
import { errorResponse } from '../http/rest-errors';
import type { MarketReading } from '../http/rest-action';
import { isPrivate, privateCacheControl } from '../http/rest-responses';
import { asStrapiError } from '../http/strapi-errors';
import { MarketNotReadyError } from '../markets/market-errors';

/**
 * The market whose products a response of the site's own API shows, by the rules of the REST API (behavior 14.8); null for the
 * default one, of which nothing is read.
 * @throws RestError `invalid_parameter`, `unauthorized`, `forbidden`
 * @throws MarketNotReadyError
 */
export async function readingForExpansion(
  strapi: Core.Strapi,
  { ctx, key, container }: { ctx: Context; key: string; container: Pick<Container, 'siteMarkets' | 'readyMarkets'> },
): Promise<MarketReading | null> {
  if (key === defaultMarketKey) return null;
  const { siteMarkets, readyMarkets } = container;
  const market = await enterMarket(strapi, { ctx, key, markets: siteMarkets, parameter: 'commerceMarket' });
  return { market, parts: await readyMarkets.partsOf(market) };
}

/**
 * Fills a response of the site's own API; what a market refuses takes Strapi's form. Whatever becomes of it, no cache may keep
 * one that is about a market which is not public (behavior 14.3).
 */
export async function withMarketErrors(ctx: Context, fill: () => Promise<void>): Promise<void> {
  try {
    await fill();
  } catch (error) {
    const { status, headers } = errorResponse(error);
    if (status === 401 || status === 503) ctx.set(headers);
    if (!(error instanceof MarketNotReadyError)) throw asStrapiError(error);
    // Strapi has no error with this status.
    const { message, data: details } = error;
    ctx.status = status;
    ctx.body = { data: null, error: { status, name: 'ServiceUnavailableError', message, details } };
  } finally {
    if (isPrivate(ctx)) ctx.set('Cache-Control', privateCacheControl);
  }
}
