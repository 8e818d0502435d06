import { type Core, factories } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { recordUids } from '../content-types/record-uids';

/**
 * Strapi's own actions to read entries, for the cached types. What they find is limited to what the REST API shows, like
 * everything that the site's content API finds of these types (behavior 13.7).
 */
function reading(uid: (typeof recordUids)[keyof typeof recordUids]) {
  return ({ strapi }: { strapi: Core.Strapi }) => {
    const core = factories.createCoreController(uid)({ strapi });
    return {
      find: (ctx: Context, next: Next) => core.find?.(ctx, next),
      findOne: (ctx: Context, next: Next) => core.findOne?.(ctx, next),
    };
  };
}

export const recordControllers = {
  product: reading(recordUids.product),
  category: reading(recordUids.category),
  brand: reading(recordUids.brand),
};
