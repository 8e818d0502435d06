import type { Context, Middleware } from 'koa';
import { isBodyUnreadable, withholdBody } from './request-body';

export interface BodyGuardOptions {
  /** Whether a path is below one of the plugin's addresses that respond in Strapi's form. */
  isCovered: (path: string) => boolean;
  /** Whether the site has a route for this request's method and path. */
  isRouted: (ctx: Context) => boolean;
}

/**
 * Wraps Strapi's whole stack for what responds in Strapi's form, the admin API and cached records, as the guard of the
 * public API does: a request body that no endpoint takes is not read, and one that cannot be read is a bad request
 * rather than a failure of the site (behavior 13.5).
 */
export function createBodyGuard({ isCovered, isRouted }: BodyGuardOptions): Middleware {
  return async (ctx, next) => {
    if (!isCovered(ctx.path)) return next();
    if (!isRouted(ctx)) withholdBody(ctx);
    await next();
    if (ctx.status >= 500 && isBodyUnreadable(ctx)) replaceUnreadable(ctx);
  };
}

function replaceUnreadable(ctx: Context): void {
  const message = 'The request body cannot be read: it is truncated, or not in the format that its headers name.';
  ctx.status = 400;
  ctx.body = { data: null, error: { status: 400, name: 'BadRequestError', message, details: {} } };
}
