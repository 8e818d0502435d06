import { adminApi } from '@strapi/strapi/admin';

/** Strapi's own request layer (session, caching, polling), with our names for what an answer makes stale. */
export const bridgeApi = adminApi.enhanceEndpoints({
  addTagTypes: ['CommerceBridgeSettings', 'CommerceBridgeRuns', 'CommerceBridgeWebhooks', 'CommerceBridgeHealth', 'CommerceBridgeEvents'],
});
