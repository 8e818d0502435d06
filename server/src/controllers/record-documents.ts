import { type Core, factories } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { recordUids } from '../content-types/record-uids';

/**
 * Strapi's own actions to read entries, for the cached types. They find only what the REST API shows, like everything
 * else in the site's content API (behavior 13.7).
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
