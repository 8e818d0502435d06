import type { Core } from '@strapi/strapi';
import { z } from 'zod';
import { containerOf } from '../container';
import { restBasePath } from '../routes/rest-base-path';
import { createRestCache } from './rest-cache';

const registeredRoutes = z.object({ contentApi: z.object({ routes: z.array(z.object({ method: z.string(), config: z.record(z.string(), z.unknown()) })) }) });

/**
 * Puts the cache between the host's middlewares and the router; to be called in `bootstrap`, when the first are in and
 * the second is not. A site can put policies, middlewares or authentication on our routes through a Strapi extension:
 * then every request has to come to its route, and what is kept is used behind them.
 */
export function installRestCache(strapi: Core.Strapi): void {
  if (!isRoutingOurs(strapi)) return;
  strapi.server.use(createRestCache({ basePath: restBasePath(strapi), services: () => containerOf(strapi) }));
}

function isRoutingOurs(strapi: Core.Strapi): boolean {
  const registered = registeredRoutes.safeParse(strapi.plugin('commerce-bridge').routes);
  if (!registered.success) return false;
  const reads = registered.data.contentApi.routes.filter(({ method }) => method === 'GET');
  return reads.every(({ config }) => config['auth'] === false && isEmpty(config['policies']) && isEmpty(config['middlewares']));
}

function isEmpty(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.length === 0);
}
