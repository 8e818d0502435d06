import type { Core } from '@strapi/strapi';
import { containerOf } from '../container';
import { restBasePath } from '../http/rest-base-path';
import { createRouterWatch, isRoutingOurs } from '../routes/own-routing';
import { createRestCache } from '../http/rest-cache';

/**
 * Installs the cache between the host's middlewares and the router; call this in `bootstrap`, when the former are
 * installed and the latter is not. Where a site has changed our routes, or has middlewares of its own in the router,
 * cached responses are served behind the router instead.
 */
export function installRestCache(strapi: Core.Strapi): void {
  if (!isRoutingOurs(strapi, 'GET')) return;
  strapi.server.use(
    createRestCache({
      basePath: restBasePath(strapi),
      isLeftToRouter: createRouterWatch(strapi),
      services: () => containerOf(strapi),
    }),
  );
}
