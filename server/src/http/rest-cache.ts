import type { Middleware } from 'koa';
import type { Responses } from '../catalog/responses';
import type { RestSettings } from '../settings/rest-settings';
import { pathBelow } from './rest-routes';
import { markPrivate } from './rest-responses';
import type { ReadShares } from './read-shares';
import { sendResponse } from './send-response';

export interface RestCacheOptions {
  /** `{base_url}` without the site's address. */
  basePath: string;
  /** Whether requests for this path have to reach the router, since the site has middlewares there. */
  isLeftToRouter: (path: string) => boolean;
  services: () => {
    responses: Pick<Responses, 'catchUp' | 'find' | 'lastAnnouncement' | 'mayMissPurged'>;
    restSettings: Pick<RestSettings, 'caching'>;
    readShares: Pick<ReadShares, 'note'>;
  };
}

/**
 * Serves cached responses before the site looks for a route. It runs behind the host's own middlewares, so that the
 * host's logs, IP filters and security headers apply to a hit as to every other response (behavior 3.12).
 */
export function createRestCache({ basePath, isLeftToRouter, services }: RestCacheOptions): Middleware {
  return async (ctx, next) => {
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || pathBelow(basePath, ctx.path) === null) return next();
    if (isLeftToRouter(ctx.path)) return next();
    const { responses, restSettings, readShares } = services();
    readShares.note(ctx.request.ip);
    const announcement = responses.lastAnnouncement();
    const catchUp = responses.catchUp();
    if (catchUp) await catchUp;
    const response = responses.find(ctx.url);
    if (!response) return next();
    if (responses.mayMissPurged(announcement)) markPrivate(ctx);
    sendResponse(ctx, response, { ...restSettings.caching(), source: 'HIT' });
  };
}
