import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import type { DeliveryReceiver, Reception } from '../webhooks/delivery-receiver';
import { chooseRequestId } from '../http/request-id';
import { readRawBody } from '../http/raw-body';
import { sendError } from '../http/rest-responses';
import { statusResponse } from '../http/rest-errors';
import { createMethodsOf, pathBelow } from '../http/rest-routes';

/** In bytes (behavior 4.6). */
const largestBody = 256 * 1024;
// Upstream stops waiting for a response after 9 to 12 seconds (upstream 4.5); a legitimate body arrives in one piece.
const bodyTimeLimit = seconds(8);

export interface WebhookReceiverOptions {
  /** `{base_url}` without the site's address. */
  basePath: string;
  services: () => { deliveries: DeliveryReceiver; clock: Clock };
  /** Makes a request id. */
  createId: () => string;
}

interface Refusal extends Pick<WebhookReceiverOptions, 'services'> {
  status: number;
}

const methodsOf = createMethodsOf([
  { method: 'POST', path: '/webhook' },
  { method: 'POST', path: '/webhooks' },
]);

/**
 * Handles `POST {base_url}/webhook` and its alias `/webhooks` before Strapi's whole stack, which never sees them:
 * the raw bytes are available however the host's body parser is configured, and nothing in the host delays the
 * acknowledgment of a delivery. Install it before everything else, so in `register` before the guard.
 */
export function createWebhookReceiver({ basePath, services, createId }: WebhookReceiverOptions): Middleware {
  return async (ctx, next) => {
    const path = pathBelow(basePath, ctx.path);
    if (path === null || methodsOf(path) === null) return next();
    const requestId = chooseRequestId(ctx.get('X-Request-Id'), createId);
    ctx.set('X-Request-Id', requestId);
    if (ctx.method !== 'POST') return refuse(ctx, { status: 405, services });
    // Signatures are over the bytes on the wire; upstream never compresses them (upstream 4.3).
    if (!/^(identity)?$/i.test(ctx.get('Content-Encoding').trim())) return refuse(ctx, { status: 415, services });

    const { deliveries, clock } = services();
    const body = await readRawBody(ctx.req, { clock, limit: largestBody, timeLimit: bodyTimeLimit });
    if (body.kind === 'too-large') return refuse(ctx, { status: 413, services });
    if (body.kind === 'too-slow') return refuse(ctx, { status: 408, services });
    if (body.kind === 'aborted') return leave(ctx);
    respond(ctx, await deliveries.receive({ headers: ctx.req.headers, body: body.bytes, requestId }));
  };
}

/** The receiver's own two failures, which have their own form (behavior 4.7). */
const failures: Record<Exclude<Reception, 'accepted'>, { status: number; error: string }> = {
  unproven: { status: 401, error: 'Webhook signature verification failed' },
  failed: { status: 500, error: 'Internal server error' },
};

function respond(ctx: Context, reception: Reception): void {
  if (reception === 'accepted') {
    ctx.status = 200;
    ctx.body = Buffer.alloc(0);
    ctx.remove('Content-Type');
    return;
  }
  const { status, error } = failures[reception];
  ctx.status = status;
  ctx.body = Buffer.from(JSON.stringify({ error }));
  ctx.set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
}

/** Everything that is not a delivery is rejected in the form of the public API (behavior 4.7). */
function refuse(ctx: Context, refusal: Refusal): void {
  const { status } = refusal;
  sendError(ctx, statusResponse(status));
  if (status === 405) ctx.set('Allow', 'POST');
  if (status === 408) ctx.set('Connection', 'close');
  else cutOffLater(ctx.req, refusal);
}

// If the connection were cut right away, a caller that is still sending would never see its response.
const lingerBytes = 2 * largestBody;
const lingerTime = seconds(8);

/** Keeps reading and discarding the body for a while before it closes the connection. */
function cutOffLater(request: IncomingMessage, { services }: Pick<WebhookReceiverOptions, 'services'>): void {
  if (request.complete) return;
  const ended = new AbortController();
  let rest = 0;
  request
    .on('data', (chunk: Buffer) => {
      rest += chunk.length;
      if (rest > lingerBytes) request.destroy();
    })
    .on('close', () => ended.abort());
  services()
    .clock.wait(lingerTime, ended.signal)
    .then(
      () => request.destroy(),
      // The request ended on its own.
      () => undefined,
    );
}

function leave(ctx: Context): void {
  ctx.respond = false;
}
