import type { Core } from '@strapi/strapi';
import { adminAction } from './admin-action';

/** `POST /commerce-bridge/webhooks/secret`: the only response that ever shows a webhook secret. */
export const webhookSecret = ({ strapi }: { strapi: Core.Strapi }) => ({
  generate: adminAction(strapi, async (ctx, container) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await container.webhooks.secrets.generate();
  }),
});
