import type { Core } from '@strapi/strapi';
import { restEndpoints } from '../../../contracts/rest/endpoints';
import { describeRestApi, type SiteFacts } from '../../../contracts/rest/openapi/document';
import { restBasePath } from '../routes/rest-base-path';
import { pluginVersion } from '../upstream/user-agent';
import { tokenHeader } from '../webhooks/header-token';
import { type PreparedBody, prepareBody } from './prepared-body';
import { restAction } from './rest-action';

/** `/openapi.json`. */
export const contract = ({ strapi }: { strapi: Core.Strapi }) => {
  const basePath = restBasePath(strapi);
  const documentOf = rememberLast((facts) => prepareBody(describeRestApi(facts)));

  return {
    read: restAction({
      strapi,
      endpoint: restEndpoints.readContract,
      answer: async (_, { restSettings, settings }) => {
        const body = documentOf({
          baseUrl: `${restSettings.siteUrl()}${basePath}`,
          version: pluginVersion,
          proofHeaders: { signature: settings.snapshot().plain.webhookSignatureHeader, token: tokenHeader },
        });
        return { kind: 'prepared', body, surrogateKeys: ['contract'] };
      },
    }),
  };
};

/** Makes the document at its first use, and again when the site is described by other facts. */
function rememberLast(make: (facts: SiteFacts) => PreparedBody): (facts: SiteFacts) => PreparedBody {
  let last: { key: string; body: PreparedBody } | null = null;
  return (facts) => {
    const key = JSON.stringify(facts);
    if (last?.key !== key) last = { key, body: make(facts) };
    return last.body;
  };
}
