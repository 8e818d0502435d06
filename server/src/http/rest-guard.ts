import type { Context, Middleware } from 'koa';
import type { RestSettings } from '../settings/rest-settings';
import type { Logger } from '../lib/logger';
import { isBodyUnreadable, withholdBody } from './request-body';
import { chooseRequestId } from './request-id';
import { isResponded, markGraphql, requestIdOf, sendError, sendThrown, setRequestId } from './rest-responses';
import { applyCors, applyPreflight, corsPolicy, type CorsPolicy, type SiteOrigins } from './rest-cors';
import { RestError, errorResponse, statusResponse } from './rest-errors';
import type { MethodsOf, RestRoute } from './rest-routes';
import { createMethodsOf, pathBelow } from './rest-routes';

/** What the guard needs to handle a request; resolved on each request, since settings change. */
export interface RestGuardServices {
  restSettings: RestSettings;
  logger: Logger;
}

export interface RestGuardOptions {
  /** `{base_url}` without the site's address, for example `/api/commerce-bridge/v1`. */
  basePath: string;
  /** All endpoints below it. */
  routes: readonly RestRoute[];
  /**
   * Whether the site has a route for this request's method and path; consulted for paths that are not our endpoints.
   */
  isRouted: (ctx: Context) => boolean;
  services: () => RestGuardServices;
  /** Makes a request id. */
  createId: () => string;
  siteOrigins: SiteOrigins;
}

/** Failures of routing and body parsing; that an endpoint does not exist takes precedence over them. */
const statusesOfRouting = new Set([400, 404, 405, 413, 415]);

/**
 * Wraps Strapi's whole stack, for paths below `{base_url}` only: our cross-origin policy in place of the host's, our
 * error body for every failure, including those raised before our controllers run, and a request id on every response
 * (behavior 3.7, 3.11, 3.13). Preflights are handled here; everything else passes through the host's middlewares.
 *
 * It must be installed before Strapi's own middlewares, so in `register`.
 */
export function createRestGuard(options: RestGuardOptions): Middleware {
  const { basePath, routes, isRouted, services, createId } = options;
  const methodsOf = createMethodsOf(routes);
  const graphqlMethodsOf = createMethodsOf(routes.filter(({ errorForm }) => errorForm === 'graphql'));

  return async (ctx, next) => {
    const path = pathBelow(basePath, ctx.path);
    if (path === null) return next();

    const { restSettings, logger } = services();
    setRequestId(ctx, chooseRequestId(ctx.get('X-Request-Id'), createId));
    if (graphqlMethodsOf(path)) markGraphql(ctx);
    if (!takesBody(ctx, { methods: methodsOf(path), isRouted })) withholdBody(ctx);
    let policy = closed;
    const before = corsSettingsOf(restSettings);
    try {
      policy = await corsPolicy(ctx, restSettings, options.siteOrigins);
      if (ctx.method === 'OPTIONS') respondToOptions(ctx, methodsOf(path));
      else await next();
      if (!isResponded(ctx)) replaceFailure(ctx, { methods: methodsOf(path), isRouted, logger });
    } catch (error) {
      if (isBodyUnreadable(ctx)) sendError(ctx, unreadableBody);
      else sendThrown(ctx, { error, logger });
    }
    weakenTagOfEncoded(ctx);
    ctx.set('X-Request-Id', requestIdOf(ctx));
    // They may be read again while the request is served, and a CDN may keep the response.
    if (corsSettingsOf(restSettings) !== before)
      policy = await corsPolicy(ctx, restSettings, options.siteOrigins).catch(() => closed);
    applyCors(ctx, policy);
    if (ctx.method === 'OPTIONS') applyPreflight(ctx, restSettings);
  };
}

const closed: CorsPolicy = { origins: [], dependsOnRequest: false, allowsCredentials: false, surrogateHeaders: [] };

const corsSettingsOf = (settings: RestSettings): string =>
  JSON.stringify([settings.corsOrigins(), settings.corsCredentials(), settings.caching().surrogateHeaders]);

/** Whether the body is going to be read: by a middleware between this guard and the host, or by the host's parser. */
function takesBody(
  ctx: Context,
  { methods, isRouted }: { methods: ReturnType<MethodsOf>; isRouted: RestGuardOptions['isRouted'] },
): boolean {
  // Strapi routes every GET to its static files; none of them, and none of ours, takes a body.
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return false;
  return methods?.includes(ctx.method) === true || isRouted(ctx);
}

/** Whether a route of the site, or of another plugin, responded, not Strapi's static files. */
function isOfSite(ctx: Context, isRouted: RestGuardOptions['isRouted']): boolean {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return ctx.state.route !== undefined;
  return isRouted(ctx);
}

const unreadableBody = errorResponse(
  new RestError(
    'invalid_json',
    'The request body cannot be read: it is truncated, or not in the format that its headers name.',
  ),
);

function respondToOptions(ctx: Context, methods: ReturnType<MethodsOf>): void {
  // A preflight for an unknown endpoint passes: the browser should show its caller the 404 that follows.
  const isPreflight = ctx.get('Origin') !== '' && ctx.get('Access-Control-Request-Method') !== '';
  if (!methods && !isPreflight) return;
  ctx.status = 204;
  if (methods) ctx.set('Allow', methods.join(', '));
}

function replaceFailure(
  ctx: Context,
  {
    methods,
    isRouted,
    logger,
  }: { methods: ReturnType<MethodsOf>; isRouted: RestGuardOptions['isRouted']; logger: Logger },
): void {
  const { status } = ctx;
  if (status < 400) return;
  if (status >= 500 && isBodyUnreadable(ctx)) return sendError(ctx, unreadableBody);
  // Strapi's router responds like this to methods that no site uses, such as `PROPFIND`.
  const isUnknownMethod = status === 501 && methods?.includes(ctx.method) !== true;
  if (status >= 500 && !isUnknownMethod) {
    logger.error('request failed in the host', {
      requestId: requestIdOf(ctx),
      method: ctx.method,
      path: ctx.path,
      status,
    });
  }
  if (!isUnknownMethod && !statusesOfRouting.has(status)) return sendError(ctx, statusResponse(status));
  if (!methods) return sendError(ctx, statusResponse(isOfSite(ctx, isRouted) ? status : 404));
  if (!methods.includes(ctx.method)) {
    sendError(ctx, statusResponse(405));
    ctx.set('Allow', methods.join(', '));
    return;
  }
  // Before our code runs, the host rejects a request that has a body only if it cannot parse it.
  const isUnreadable = status === 400 && ctx.method !== 'GET' && ctx.method !== 'HEAD';
  sendError(
    ctx,
    isUnreadable
      ? errorResponse(new RestError('invalid_json', 'The request body is not valid JSON.'))
      : statusResponse(status),
  );
}

// The same bytes in another encoding are not the bytes that a strong tag identifies (RFC 9110, 8.8.3.3).
function weakenTagOfEncoded(ctx: Context): void {
  const tag = ctx.response.get('ETag');
  if (ctx.response.get('Content-Encoding') !== '' && tag.startsWith('"')) ctx.set('ETag', `W/${tag}`);
}
