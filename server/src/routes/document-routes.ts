import type { Core } from '@strapi/strapi';
import { describeRestApi } from '../../../contracts/rest/openapi/document';
import { type OpenApi30Part, partOfOpenApi30 } from '../../../contracts/rest/openapi/openapi-30';
import type { ProductFieldMap } from '../content-types/product-field-map';
import { restNamespace } from '../http/rest-base-path';
import { webhookDefinitions } from '../settings/webhook-definitions';
import { pluginVersion } from '../upstream/user-agent';
import { tokenHeader } from '../webhooks/header-token';
import { describeChosenProducts } from './document-product-fields';

/** What of Strapi's plugin is used. */
interface DocumentationOverrides {
  registerOverride(part: OpenApi30Part): void;
}
interface DocumentationSettings {
  /** Is given the document before it is written. */
  mutateDocumentation?: ((document: unknown) => unknown) | null;
}

/**
 * Has Strapi's plugin *Documentation*, where it is installed, show our endpoints, and what chosen products are: by itself it
 * describes content types only, and the field as any value. To be called in `register`, before that plugin writes its document;
 * settings that the database has are not known yet.
 * @param fields is asked when it does
 */
export function documentRoutes(strapi: Core.Strapi, fields: () => ProductFieldMap): void {
  if (!strapi.plugins.documentation) return;
  const overrides: DocumentationOverrides = strapi.plugin('documentation').service('override');
  const document = describeRestApi({
    baseUrl: restNamespace,
    version: pluginVersion,
    proofHeaders: { signature: webhookDefinitions.webhookSignatureHeader.fallback, token: tokenHeader },
  });
  overrides.registerOverride(partOfOpenApi30(document, { path: restNamespace, name: 'Commerce Bridge' }));

  const path = 'plugin::documentation.x-strapi-config';
  const settings = strapi.config.get<DocumentationSettings>(path, {});
  strapi.config.set(path, { ...settings, mutateDocumentation });

  function mutateDocumentation(written: unknown): unknown {
    describeChosenProducts(written, fields());
    return settings.mutateDocumentation?.(written);
  }
}
