import type { Core } from '@strapi/strapi';

/** Where the public API starts below the content API, with its version (behavior 1.2). */
export const restNamespace = '/commerce-bridge/v1';

/** `{base_url}` without the site's address: `/api/commerce-bridge/v1` unless the host changed `api.rest.prefix`. */
export function restBasePath(strapi: Core.Strapi): string {
  const prefix: unknown = strapi.config.get('api.rest.prefix', '/api');
  const segments = String(prefix)
    .split('/')
    .filter((segment) => segment !== '');
  return `${segments.map((segment) => `/${segment}`).join('')}${restNamespace}`;
}
