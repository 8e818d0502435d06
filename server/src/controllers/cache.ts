import type { Core } from '@strapi/strapi';
import { adminAction } from './admin-action';

/** `/commerce-bridge/cache`: the cached responses of the public API. */
export const cache = ({ strapi }: { strapi: Core.Strapi }) => ({
  purge: adminAction(strapi, async (ctx, container) => {
    await container.purgeCaches();
    ctx.status = 204;
  }),
});
