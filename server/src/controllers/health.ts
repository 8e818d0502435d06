import type { Core } from '@strapi/strapi';
import { adminAction } from './admin-action';

/** `/commerce-bridge/health`, the notice it raises, and the overview. */
export const health = ({ strapi }: { strapi: Core.Strapi }) => ({
  read: adminAction(strapi, async (ctx, container) => {
    ctx.type = 'json';
    // Koa responds with 204 to a null body; "no record" is a response, too.
    ctx.body = JSON.stringify((await container.health.read()).record);
  }),

  check: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.health.check();
  }),

  clear: adminAction(strapi, async (ctx, container) => {
    await container.health.clear();
    ctx.status = 204;
  }),

  notice: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.health.notice();
  }),

  overview: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.overview();
  }),

  history: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.overviewHistory();
  }),
});
