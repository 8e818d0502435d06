import { createCommerceBridgeClient } from 'strapi-plugin-commerce-bridge/client';

/** The shop of your Strapi site; one client serves the whole frontend. */
export const shop = createCommerceBridgeClient({
  baseUrl: process.env.NEXT_PUBLIC_SHOP_URL ?? 'http://localhost:1337/api/commerce-bridge/v1',
});
