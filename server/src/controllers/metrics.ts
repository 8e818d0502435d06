import type { Core } from '@strapi/strapi';
import { adminAction } from './admin-action';

/** `/commerce-bridge/metrics`, for Prometheus. */
export const metrics = ({ strapi }: { strapi: Core.Strapi }) => ({
  read: adminAction(strapi, async (ctx, container) => {
    const text = await container.metrics.read();
    ctx.set({ 'Content-Type': container.metrics.contentType, 'Cache-Control': 'no-store' });
    ctx.body = text;
  }),
});
