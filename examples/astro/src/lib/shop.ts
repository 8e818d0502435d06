import { STRAPI_URL } from 'astro:env/server';
import { createCommerceBridgeClient } from 'strapi-plugin-commerce-bridge/client';

export const apiUrl = `${STRAPI_URL.replace(/\/+$/, '')}/api/commerce-bridge/v1`;

/** The site's REST API, for what is rendered when it is asked for. */
export const shop = createCommerceBridgeClient({ baseUrl: apiUrl });
