import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { adminAction, parseWith } from './admin-action';

const connectionTestBody = z.object({
  storeHash: z.string().trim().min(1).optional(),
  accessToken: z.string().trim().min(1).optional(),
  apiUrl: z.string().trim().min(1).optional(),
});

/** `GET|PUT /commerce-bridge/settings` and the connection test. */
export const settings = ({ strapi }: { strapi: Core.Strapi }) => ({
  read: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.settings.view();
  }),

  update: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.afterSettings(() => container.storeSwitch.updateSettings(ctx.request.body));
  }),

  testConnection: adminAction(strapi, async (ctx, container) => {
    const candidate = parseWith(connectionTestBody, ctx.request.body);
    const test = await container.testConnection(candidate);
    await container.setupGuide.noteTest(candidate, test);
    ctx.body = test;
  }),
});
