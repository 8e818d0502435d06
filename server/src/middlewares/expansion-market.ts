import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { defaultMarketKey } from '../../../contracts/admin/markets';
import type { Container } from '../container';
import { enterMarket } from '../http/market-of-request';
import { errorResponse, RestError } from '../http/rest-errors';
import type { MarketReading } from '../http/rest-action';
import { isPrivate, privateCacheControl } from '../http/rest-responses';
import { asStrapiError } from '../http/strapi-errors';
import { MarketNotReadyError } from '../markets/market-errors';

/**
 * The market whose products a response of the site's own API shows, by the rules of the REST API (behavior 14.8): the
 * named one, otherwise that of the locale; null for the default one, for which nothing is read.
 * @throws RestError `invalid_parameter`, `unauthorized`, `forbidden`
 * @throws MarketNotReadyError
 */
export async function readingForExpansion(
  strapi: Core.Strapi,
  {
    ctx,
    named,
    container: { siteMarkets, readyMarkets },
  }: { ctx: Context; named: string | undefined; container: Pick<Container, 'siteMarkets' | 'readyMarkets'> },
): Promise<MarketReading | null> {
  const key = named ?? (await keyOfLocale(strapi, { ctx, siteMarkets }));
  if (key === defaultMarketKey) return null;
  const entering = enterMarket(strapi, { ctx, key, markets: siteMarkets, parameter: 'commerceMarket' });
  const market = await (named === undefined ? entering.catch(withholdKey) : entering);
  return { market, parts: await readyMarkets.partsOf(market) };
}

/**
 * The market of the locale that the request asks for, or else of Strapi's default locale. Several locales at once have
 * no market of their own.
 */
async function keyOfLocale(
  strapi: Core.Strapi,
  { ctx, siteMarkets }: { ctx: Context } & Pick<Container, 'siteMarkets'>,
): Promise<string> {
  if (!siteMarkets.hasLocales()) return defaultMarketKey;
  const asked: unknown = ctx.query.locale;
  const locale = asked === undefined || asked === '' ? await defaultLocale(strapi) : asked;
  return typeof locale === 'string' ? siteMarkets.keyOfLocale(locale) : defaultMarketKey;
}

async function defaultLocale(strapi: Core.Strapi): Promise<unknown> {
  return strapi.plugin('i18n')?.service('locales')?.getDefaultLocale();
}

/** A caller who did not name a market must not learn about a private one (behavior 14.3). */
function withholdKey(error: unknown): never {
  if (!(error instanceof RestError) || error.code === 'invalid_parameter') throw error;
  throw new RestError(
    error.code,
    'The products of entries in this locale are for callers with an API token that may read their market, too; commerceMarket=default shows the public ones.',
  );
}

/**
 * Fills a response of the site's own API; errors of markets are converted to Strapi's form. In any case, no cache may
 * store a response about a private market (behavior 14.3).
 */
export async function withMarketErrors(ctx: Context, fill: () => Promise<void>): Promise<void> {
  try {
    await fill();
  } catch (error) {
    const { status, headers } = errorResponse(error);
    if ([401, 429, 503].includes(status)) ctx.set(headers);
    if (!(error instanceof MarketNotReadyError)) throw asStrapiError(error);
    // Strapi has no error with this status.
    const { message, data: details } = error;
    ctx.status = status;
    ctx.body = { data: null, error: { status, name: 'ServiceUnavailableError', message, details } };
  } finally {
    if (isPrivate(ctx)) ctx.set('Cache-Control', privateCacheControl);
  }
}
