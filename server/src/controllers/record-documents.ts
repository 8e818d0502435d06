import { type Core, factories } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { containerOf } from '../container';
import { recordUids } from '../content-types/record-uids';
import { ReadRateLimitedError } from '../http/read-shares';
import { asStrapiError } from '../http/strapi-errors';

/**
 * Strapi's own actions to read entries, for the cached types. They find only what the REST API shows, like everything
 * else in the site's content API (behavior 13.7), and count as reads of their client (12.10).
 */
function reading(uid: (typeof recordUids)[keyof typeof recordUids]) {
  return ({ strapi }: { strapi: Core.Strapi }) => {
    const core = factories.createCoreController(uid)({ strapi });
    return {
      find: (ctx: Context, next: Next) => asOneRead(strapi, ctx, async () => core.find?.(ctx, next)),
      findOne: (ctx: Context, next: Next) => asOneRead(strapi, ctx, async () => core.findOne?.(ctx, next)),
    };
  };
}

async function asOneRead(strapi: Core.Strapi, ctx: Context, read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await containerOf(strapi).readShares.run(ctx.request.ip, read);
  } catch (error) {
    if (error instanceof ReadRateLimitedError) ctx.set('Retry-After', String(error.data.retryAfter));
    throw asStrapiError(error);
  }
}

export const recordControllers = {
  product: reading(recordUids.product),
  category: reading(recordUids.category),
  brand: reading(recordUids.brand),
};
