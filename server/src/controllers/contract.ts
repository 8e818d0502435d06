import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { describeRestApi, type SiteFacts } from '../../../contracts/rest/openapi/document';
import { describeEndpoints } from '../../../contracts/rest/endpoint-index';
import type { PreparedResponse } from '../catalog/responses';
import { containerOf } from '../container';
import { sendThrown } from '../http/rest-responses';
import { prepareResponse, sendResponse } from '../http/send-response';
import { apiFactsOf } from './api-facts';

/** `/openapi.json`, and `/`, an index of endpoints. */
export const contract = ({ strapi }: { strapi: Core.Strapi }) => {
  const documentOf = rememberLast((facts) =>
    prepareResponse({ body: describeRestApi(facts), surrogateKeys: ['contract'] }),
  );

  const index = prepareResponse({ body: describeEndpoints(), surrogateKeys: ['contract'] });

  return {
    index(ctx: Context): void {
      sendResponse(ctx, index, containerOf(strapi).restSettings.caching());
    },

    read(ctx: Context): void {
      const { restSettings, requestLogger: logger } = containerOf(strapi);
      try {
        sendResponse(ctx, documentOf(apiFactsOf(strapi)), restSettings.caching());
      } catch (error) {
        sendThrown(ctx, { error, logger });
      }
    },
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
