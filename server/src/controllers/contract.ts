import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { describeRestApi, type SiteFacts } from '../../../contracts/rest/openapi/document';
import { describeEndpoints } from '../../../contracts/rest/endpoint-index';
import type { PreparedResponse } from '../catalog/responses';
import { containerOf } from '../container';
import { sendThrown } from '../http/rest-responses';
import { prepareResponse, sendResponse } from '../http/send-response';
import { restBasePath } from '../http/rest-base-path';
import { pluginVersion } from '../upstream/user-agent';
import { tokenHeader } from '../webhooks/header-token';

/** `/openapi.json`, and `/`, an index of endpoints. */
export const contract = ({ strapi }: { strapi: Core.Strapi }) => {
  const basePath = restBasePath(strapi);
  const documentOf = rememberLast((facts) =>
    prepareResponse({ body: describeRestApi(facts), surrogateKeys: ['contract'] }),
  );

  const index = prepareResponse({ body: describeEndpoints(), surrogateKeys: ['contract'] });

  return {
    index(ctx: Context): void {
      sendResponse(ctx, index, { cacheControl: containerOf(strapi).restSettings.cacheControl() });
    },

    read(ctx: Context): void {
      const { restSettings, settings, requestLogger: logger } = containerOf(strapi);
      try {
        const document = documentOf({
          baseUrl: `${restSettings.siteUrl()}${basePath}`,
          version: pluginVersion,
          proofHeaders: { signature: settings.snapshot().plain.webhookSignatureHeader, token: tokenHeader },
        });
        sendResponse(ctx, document, { cacheControl: restSettings.cacheControl() });
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
