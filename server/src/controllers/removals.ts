import type { Core } from '@strapi/strapi';
import { adminAction } from './admin-action';

/** `/commerce-bridge/removals`: removals that the removal limit holds back. */
export const removals = ({ strapi }: { strapi: Core.Strapi }) => ({
  allow: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.heldRemovals.allow();
  }),
});
