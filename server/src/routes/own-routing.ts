import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { z } from 'zod';
import { contentApiRoutes } from './content-api';

const route = z.object({
  method: z.string(),
  path: z.string(),
  handler: z.string(),
  config: z.record(z.string(), z.unknown()),
});
const registeredRoutes = z.object({
  contentApi: z.object({ routes: z.array(route.catch({ method: '', path: '', handler: '', config: {} })) }),
});

// Read at load time: an extension of the site may change the list itself.
const ownRoutes = contentApiRoutes.routes.map(({ method, path, handler }) => ({ method, path, handler }));

/**
 * Whether all of our routes with this method exist, unchanged, so that a request for one of them may be
 * handled before the host's router. A site can remove them through a Strapi extension, give them another path or
 * handler, or put policies, middlewares or authentication on them: then every request has to reach the router.
 */
export function isRoutingOurs(strapi: Core.Strapi, method: string): boolean {
  const registered = registeredRoutes.safeParse(strapi.plugin('commerce-bridge').routes);
  if (!registered.success) return false;
  const { routes } = registered.data.contentApi;
  return ownRoutes
    .filter((own) => own.method === method)
    .every((own) => {
      const [found, ...others] = routes.filter(({ path, ...each }) => each.method === method && path === own.path);
      return found !== undefined && others.length === 0 && found.handler === own.handler && isOpen(found.config);
    });
}

/** Whether any route of the site, including those of extensions, takes this request's method and path. */
export function isRoutedBySite(strapi: Core.Strapi, { path, method }: Pick<Context, 'path' | 'method'>): boolean {
  return strapi.server.router.match(path, method).route;
}

function isOpen(config: Readonly<Record<string, unknown>>): boolean {
  return config['auth'] === false && isEmpty(config['policies']) && isEmpty(config['middlewares']);
}

function isEmpty(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.length === 0);
}
