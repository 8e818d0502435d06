import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import { restBasePath } from '../http/rest-base-path';
import { contentApiRoutes, restRoutes } from './content-api';

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

const harmless = new WeakSet<object>();

/** Notes that a middleware in the router does nothing to requests for our routes. */
export function leavesOwnRoutes(middleware: Middleware): Middleware {
  harmless.add(middleware);
  return middleware;
}

/**
 * Tells for a path whether the site, or another plugin, has put a middleware into the router that its requests pass
 * through, such as a guard: `strapi.server.router.use`, `strapi.server.api('content-api').use`. Then they have to
 * reach the router (behavior 3.12). To be asked once the site listens: until then, middlewares are added.
 */
export function createRouterWatch(strapi: Core.Strapi): (path: string) => boolean {
  let middlewares: ReturnType<typeof middlewaresInRouter> | null = null;
  return (path) => {
    // Few, and none of Strapi's own matches our paths, unlike hundreds of routes.
    middlewares ??= middlewaresInRouter(strapi);
    return middlewares.some((layer) => layer.match(path));
  };
}

/**
 * Those before our routes, which end a request. A layer that takes one method is a route; one that takes none, or
 * several, is a middleware.
 */
function middlewaresInRouter(strapi: Core.Strapi) {
  const { router } = strapi.server;
  const ownPaths = new Set<unknown>(restRoutes.map(({ path }) => `${restBasePath(strapi)}${path}`));
  const last = router.stack.map(({ path }) => ownPaths.has(path)).lastIndexOf(true);
  // With the routes of each plugin, Strapi adds one of these, which answers OPTIONS and sets no limits.
  const answersOptions = String(router.allowedMethods());
  const isHarmless = (middleware: object) => harmless.has(middleware) || String(middleware) === answersOptions;
  return router.stack
    .slice(0, last === -1 ? undefined : last)
    .filter(
      ({ methods, stack }) => methods.filter((method) => method !== 'HEAD').length !== 1 && !stack.every(isHarmless),
    );
}

function isOpen(config: Readonly<Record<string, unknown>>): boolean {
  return config['auth'] === false && isEmpty(config['policies']) && isEmpty(config['middlewares']);
}

function isEmpty(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.length === 0);
}
