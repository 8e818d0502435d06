import type { Core } from '@strapi/strapi';
import { adminAction } from './admin-action';

/** `/commerce-bridge/setup`: what the setup guide remembers. */
export const setup = ({ strapi }: { strapi: Core.Strapi }) => ({
  read: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.setupGuide.progress();
  }),

  skipWebhooks: adminAction(strapi, async (ctx, container) => {
    await container.setupGuide.skipWebhooks();
    ctx.body = await container.setupGuide.progress();
  }),
});
