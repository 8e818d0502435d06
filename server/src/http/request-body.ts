import type { Context } from 'koa';

/**
 * Hides a request's body from the host, so that its body parser neither waits for one nor fails on it. For requests
 * that no endpoint takes, for endpoints that take no body (behavior 13.5), and for bodies that were read before the
 * host saw the request. Node itself discards what still arrives.
 */
export function withholdBody(ctx: Context): void {
  const { headers } = ctx.req;
  delete headers['content-type'];
  delete headers['content-length'];
  delete headers['content-encoding'];
  delete headers['transfer-encoding'];
}

/**
 * Whether the host's body parser failed on this request, which it reports as a 500 for a truncated form or archive:
 * parsing has begun, and produced nothing.
 */
export function isBodyUnreadable(ctx: Context): boolean {
  const isWithheld = ctx.req.headers['content-type'] === undefined;
  return !isWithheld && ctx.req.readableDidRead && (!('body' in ctx.request) || ctx.request.body === undefined);
}
