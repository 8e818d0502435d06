import { STRAPI_URL } from 'astro:env/server';
import { createCommerceBridgeClient } from 'strapi-plugin-commerce-bridge/client';

/** The site's REST API. */
export const shop = createCommerceBridgeClient({
  baseUrl: `${STRAPI_URL.replace(/\/+$/, '')}/api/commerce-bridge/v1`,
});
