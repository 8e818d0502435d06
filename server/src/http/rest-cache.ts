import type { Middleware } from 'koa';
import type { ResponseCache } from '../catalog/responses/response-cache';
import type { RestSettings } from '../settings/rest-settings';
import { pathBelow } from './rest-routes';
import { sendResponse } from './send-response';

export interface RestCacheOptions {
  /** `{base_url}` without the site's address. */
  basePath: string;
  services: () => { responses: ResponseCache; restSettings: RestSettings };
}

/**
 * Answers what is kept before the site looks for a route. It stands behind the host's own middlewares, so that the host's
 * logs, IP filters and security headers hold for a hit as for every other answer (behavior 3.12).
 */
export function createRestCache({ basePath, services }: RestCacheOptions): Middleware {
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || pathBelow(basePath, ctx.path) === null) return next();
    const { responses, restSettings } = services();
    const behind = responses.catchUp();
    if (behind) await behind;
    const response = responses.find(ctx.url);
    if (!response) return next();
    sendResponse(ctx, response, { cacheControl: restSettings.cacheControl(), source: 'HIT' });
  };
}
