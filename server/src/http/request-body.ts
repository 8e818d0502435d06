import type { Context } from 'koa';

/**
 * Lets the host see a request without a body, so that its body parser neither waits for one nor fails on it. For requests
 * that no endpoint takes, for endpoints that take no body (behavior 13.5), and where the body was read ahead of the host. Node
 * itself discards what still comes.
 */
export function withholdBody(ctx: Context): void {
  const { headers } = ctx.req;
  delete headers['content-type'];
  delete headers['content-length'];
  delete headers['content-encoding'];
  delete headers['transfer-encoding'];
}

/**
 * Whether the host's body parser failed on this request, which it answers with 500 for a form or an archive that breaks off:
 * it has begun to read, and left nothing of what it read.
 */
export function isBodyUnreadable(ctx: Context): boolean {
  const isWithheld = ctx.req.headers['content-type'] === undefined;
  return !isWithheld && ctx.req.readableDidRead && (!('body' in ctx.request) || ctx.request.body === undefined);
}
