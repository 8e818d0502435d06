import type { Core } from '@strapi/strapi';
import { readinessPath } from '../../../contracts/rest/readiness';
import { findContainer } from '../container';
import { restBasePath } from '../http/rest-base-path';
import { applyCors, corsPolicy } from '../http/rest-cors';
import { createMethodsOf, pathBelow } from '../http/rest-routes';
import { siteOriginsOf } from './site-origins';

const methodsOf = createMethodsOf([{ method: 'GET', path: readinessPath }]);

/**
 * Serves the readiness probe (behavior 12.4) before everything else: the host's limits and log do not apply to it. Call
 * this in `register`, before the guard is installed, which handles other methods.
 */
export function installReadiness(strapi: Core.Strapi): void {
  const basePath = restBasePath(strapi);
  const siteOrigins = siteOriginsOf(strapi);
  strapi.server.use(async (ctx, next) => {
    const path = pathBelow(basePath, ctx.path);
    const isProbe = (ctx.method === 'GET' || ctx.method === 'HEAD') && path !== null && methodsOf(path) !== null;
    if (!isProbe) return next();
    const container = findContainer(strapi);
    ctx.status = container?.readiness.isReady() === true ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = Buffer.alloc(0);
    ctx.remove('Content-Type');
    // A load balancer sends no origin, and must not depend on the function that the site may have for its origins.
    if (container && ctx.get('Origin') !== '')
      applyCors(ctx, await corsPolicy(ctx, container.restSettings, siteOrigins));
  });
}
