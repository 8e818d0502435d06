import type { Core } from '@strapi/strapi';

/** The custom field "Commerce product", as attributes of a site's content types name it. */
export const productFieldUid = 'plugin::commerce-bridge.product';

/**
 * Lets content types of the site choose products. A choice is stored as upstream ids (one, or a list), which are the same
 * on every environment and survive whatever a synchronisation does.
 */
export function registerProductField(strapi: Core.Strapi): void {
  strapi.customFields.register({
    name: 'product',
    plugin: 'commerce-bridge',
    type: 'json',
    inputSize: { default: 12, isResizable: true },
  });
}
