import type { Core } from '@strapi/strapi';
import { graphqlEndpoint } from '../../../contracts/rest/graphql';
import { restBasePath } from '../http/rest-base-path';
import { createRouterWatch, isRoutingOurs } from '../routes/own-routing';

/**
 * Handles GraphQL requests between the host's middlewares and the router, which compares each with all routes of the
 * site: every tenth of a millisecond of that delays a shopper. Call this in `bootstrap`. If the site has replaced
 * our controller, its controller is called; if it has middlewares of its own in the router, requests go there.
 */
export function installGraphqlEntrance(strapi: Core.Strapi): void {
  const { method, path } = graphqlEndpoint;
  if (!isRoutingOurs(strapi, method)) return;
  const entrance = `${restBasePath(strapi)}${path}`;
  const isLeftToRouter = createRouterWatch(strapi);
  strapi.server.use((ctx, next) => {
    if (ctx.path !== entrance || ctx.method !== method || isLeftToRouter(ctx.path)) return next();
    const { forward } = strapi.controller('plugin::commerce-bridge.graphql');
    return forward ? forward(ctx, next) : next();
  });
}
