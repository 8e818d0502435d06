import type { Core } from '@strapi/strapi';

/** The custom field "Commerce product", as referenced by attributes of a site's content types. */
export const productFieldUid = 'plugin::commerce-bridge.product';

/**
 * Lets the site's content types choose products. A choice is stored as upstream ids (one, or a list), which are the
 * same in every environment and survive every sync.
 */
export function registerProductField(strapi: Core.Strapi): void {
  strapi.customFields.register({
    name: 'product',
    plugin: 'commerce-bridge',
    type: 'json',
    inputSize: { default: 12, isResizable: true },
  });
}
