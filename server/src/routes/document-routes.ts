import type { Core } from '@strapi/strapi';
import { describeRestApi } from '../../../contracts/rest/openapi/document';
import { type OpenApi30Part, partOfOpenApi30 } from '../../../contracts/rest/openapi/openapi-30';
import type { ProductFieldMap } from '../content-types/product-field-map';
import { restNamespace } from '../http/rest-base-path';
import { webhookDefinitions } from '../settings/webhook-definitions';
import { pluginVersion } from '../upstream/http/user-agent';
import { tokenHeader } from '../webhooks/header-token';
import { describeChosenProducts } from './document-product-fields';

/** The parts of Strapi's plugin that we use. */
interface DocumentationOverrides {
  registerOverride(part: OpenApi30Part): void;
}
interface DocumentationSettings {
  /** Called with the document before it is written. */
  mutateDocumentation?: ((document: unknown) => unknown) | null;
}

/**
 * Adds our endpoints and chosen products to the document of Strapi's plugin *Documentation*, where it is installed: by
 * itself, it describes only content types, and the field as any value. Call this in `register`, before that plugin
 * writes its document; settings in the database are not known yet.
 * @param fields called when the plugin writes its document
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
