import type { Core } from '@strapi/strapi';
import { connectionTestBody } from '../../../contracts/admin/settings';
import { adminAction, parseWith } from './admin-action';

/** `GET|PUT /commerce-bridge/settings` and the connection test. */
export const settings = ({ strapi }: { strapi: Core.Strapi }) => ({
  read: adminAction(strapi, async (ctx, container) => {
    ctx.body = await container.settings.view();
  }),

  update: adminAction(strapi, async (ctx, container) => {
    await container.storefront.checkUpdate(ctx.request.body);
    ctx.body = await container.afterSettings(() => container.storeSwitch.updateSettings(ctx.request.body));
  }),

  testConnection: adminAction(strapi, async (ctx, container) => {
    const candidate = parseWith(connectionTestBody, ctx.request.body);
    const test = await container.testConnection(candidate);
    await container.setupGuide.noteTest(candidate, test);
    ctx.body = test;
  }),
});
