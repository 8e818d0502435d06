import type { Core } from '@strapi/strapi';
import { containerOf } from '../container';
import { restBasePath } from '../http/rest-base-path';
import { isRoutingOurs } from '../routes/own-routing';
import { createRestCache } from '../http/rest-cache';

/**
 * Puts the cache between the host's middlewares and the router; to be called in `bootstrap`, when the first are in and
 * the second is not. Where the routes are not as we made them, what is kept is used behind them.
 */
export function installRestCache(strapi: Core.Strapi): void {
  if (!isRoutingOurs(strapi, 'GET')) return;
  strapi.server.use(createRestCache({ basePath: restBasePath(strapi), services: () => containerOf(strapi) }));
}
