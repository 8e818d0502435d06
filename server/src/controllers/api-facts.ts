import type { Core } from '@strapi/strapi';
import type { SiteFacts } from '../../../contracts/rest/openapi/document';
import { containerOf } from '../container';
import { restBasePath } from '../http/rest-base-path';
import { pluginVersion } from '../upstream/http/user-agent';
import { tokenHeader } from '../webhooks/header-token';

/** The facts about this site in the public API's description. */
export function apiFactsOf(strapi: Core.Strapi): SiteFacts {
  const { restSettings, settings } = containerOf(strapi);
  return {
    baseUrl: `${restSettings.siteUrl()}${restBasePath(strapi)}`,
    version: pluginVersion,
    proofHeaders: { signature: settings.snapshot().plain.webhookSignatureHeader, token: tokenHeader },
  };
}
