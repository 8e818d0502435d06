import type { Core } from '@strapi/strapi';
import type { Usage } from '../../../contracts/admin/usage';
import { describeRestApi } from '../../../contracts/rest/openapi/document';
import { pickingRoles } from '../policies/picking-roles';
import { adminAction } from './admin-action';
import { apiFactsOf } from './api-facts';

/** `/commerce-bridge/usage`: where the public API is, what it offers, and who can pick products. */
export const usage = ({ strapi }: { strapi: Core.Strapi }) => ({
  read: adminAction(strapi, async (ctx) => {
    const response: Usage = { baseUrl: apiFactsOf(strapi).baseUrl, roles: await pickingRoles(strapi) };
    ctx.body = response;
  }),

  /** The same document as the public `/openapi.json`, which a proxy may not expose at the admin's address. */
  document: adminAction(strapi, async (ctx) => {
    ctx.body = describeRestApi(apiFactsOf(strapi));
  }),
});
