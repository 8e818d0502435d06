import type { Core } from '@strapi/strapi';
import { adminAction } from './admin-action';

/** `GET /commerce-bridge/diagnostics`: a report for a support ticket. */
export const diagnostics = ({ strapi }: { strapi: Core.Strapi }) => ({
  read: adminAction(strapi, async (ctx, container) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await container.diagnostics();
  }),
});
