import type { Core } from '@strapi/strapi';
import { adminAction } from './admin-action';

/** What administrators can do with cached records. */
export const catalog = ({ strapi }: { strapi: Core.Strapi }) => ({
  resync: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.resyncProduct(String(ctx.params.idOrSlug));
  }),

  clear: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.storeSwitch.clear();
  }),
});
