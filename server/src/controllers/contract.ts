import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { describeRestApi, type SiteFacts } from '../../../contracts/rest/openapi/document';
import { describeEndpoints } from '../../../contracts/rest/endpoint-index';
import { keysOfContract, type PreparedResponse } from '../catalog/responses';
import { containerOf } from '../container';
import { cachingInMarket } from '../http/market-caching';
import { marketOfRequest } from '../http/market-of-request';
import { sendThrown } from '../http/rest-responses';
import { prepareResponse, sendResponse } from '../http/send-response';
import { apiFactsOf } from './api-facts';

/** `/openapi.json`, and `/`, an index of endpoints. */
export const contract = ({ strapi }: { strapi: Core.Strapi }) => {
  const documentOf = rememberLast((facts) =>
    prepareResponse({ body: describeRestApi(facts), surrogateKeys: keysOfContract() }),
  );

  const index = prepareResponse({ body: describeEndpoints(), surrogateKeys: keysOfContract() });

  /** The response is the same in each market, but a caller who names one needs access to it. */
  const sendTo = async (ctx: Context, responseOf: () => PreparedResponse): Promise<void> => {
    const { restSettings, siteMarkets: markets, requestLogger: logger } = containerOf(strapi);
    try {
      const market = await marketOfRequest(strapi, { ctx, search: new URLSearchParams(ctx.querystring), markets });
      const caching = restSettings.caching();
      sendResponse(ctx, responseOf(), market ? cachingInMarket(market, caching) : caching);
    } catch (error) {
      sendThrown(ctx, { error, logger });
    }
  };

  return {
    index: (ctx: Context) => sendTo(ctx, () => index),
    read: (ctx: Context) => sendTo(ctx, () => documentOf(apiFactsOf(strapi))),
  };
};

/** Builds the document on first use, and again when the facts about the site change. */
function rememberLast(make: (facts: SiteFacts) => PreparedResponse): (facts: SiteFacts) => PreparedResponse {
  let last: { key: string; body: PreparedResponse } | null = null;
  return (facts) => {
    const key = JSON.stringify(facts);
    if (last?.key !== key) last = { key, body: make(facts) };
    return last.body;
  };
}
