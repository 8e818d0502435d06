import type { Core } from '@strapi/strapi';
import { describeRestApi } from '../../../contracts/rest/openapi/document';
import { type OpenApi30Part, partOfOpenApi30 } from '../../../contracts/rest/openapi/openapi-30';
import { restNamespace } from '../http/rest-base-path';
import { webhookDefinitions } from '../settings/webhook-definitions';
import { pluginVersion } from '../upstream/user-agent';
import { tokenHeader } from '../webhooks/header-token';

/** What of Strapi's plugin is used. */
interface DocumentationOverrides {
  registerOverride(part: OpenApi30Part): void;
}

/**
 * Has Strapi's plugin *Documentation*, where it is installed, show our endpoints: by itself it describes content types only. To
 * be called in `register`, before that plugin writes its document; settings that the database has are not known yet.
 */
export function documentRoutes(strapi: Core.Strapi): void {
  if (!strapi.plugins.documentation) return;
  const overrides: DocumentationOverrides = strapi.plugin('documentation').service('override');
  const document = describeRestApi({
    baseUrl: restNamespace,
    version: pluginVersion,
    proofHeaders: { signature: webhookDefinitions.webhookSignatureHeader.fallback, token: tokenHeader },
  });
  overrides.registerOverride(partOfOpenApi30(document, { path: restNamespace, name: 'Commerce Bridge' }));
}
