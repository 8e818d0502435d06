import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { longestGraphqlBody } from '../../../contracts/rest/graphql';
import { containerOf } from '../container';
import { graphqlType, markAnswered, sendThrown } from '../middlewares/rest-answers';
import { RestError } from '../middlewares/rest-errors';
import { CallerGoneError } from '../storefront/storefront-errors';
import type { Shopper } from '../storefront/store-request';

/** `POST /graphql`: reads what may go along, and answers what the store answered (decisions 6). */
export const graphql = ({ strapi }: { strapi: Core.Strapi }) => ({
  forward: async (ctx: Context): Promise<void> => {
    const { storefront, requestLogger: logger } = containerOf(strapi);
    const caller = watchCaller(ctx);
    try {
      const body = readBody(ctx);
      const answer = await storefront.proxy.forward({ body, shopper: shopperOf(ctx), signal: caller.signal });
      ctx.status = answer.status;
      ctx.body = Buffer.from(answer.body);
      // What a cart or a customer is shown is nobody else's.
      ctx.set({ 'Content-Type': graphqlType(ctx), 'Cache-Control': 'no-store' });
      markAnswered(ctx);
    } catch (error) {
      if (error instanceof CallerGoneError) answerNobody(ctx);
      else sendThrown(ctx, { error, logger });
    } finally {
      caller.release();
    }
  },
});

function readBody(ctx: Context): unknown {
  // Also what keeps pages of other origins from posting without asking first: a browser lets them send forms and text.
  if (!ctx.is('application/json')) throw new RestError('unsupported_media_type', 'The request body must be application/json.');
  const { body } = ctx.request;
  if (sizeOf(ctx) > longestGraphqlBody) throw new RestError('payload_too_large', `The request body is larger than ${longestGraphqlBody / 1024} KiB.`);
  return body;
}

function sizeOf(ctx: Context): number {
  const told = ctx.request.length;
  if (told !== undefined && ctx.get('Content-Encoding') === '') return told;
  // Of a body that came in pieces or packed, the host has kept no more than what it means.
  try {
    return Buffer.byteLength(JSON.stringify(ctx.request.body) ?? '');
  } catch (cause) {
    if (cause instanceof RangeError) throw new RestError('invalid_graphql_request', 'The variables are nested too deeply.', { cause });
    throw cause;
  }
}

function shopperOf(ctx: Context): Shopper {
  return {
    address: ctx.request.ip,
    acceptLanguage: ctx.get('Accept-Language') || null,
    customerAccessToken: ctx.get('X-Bc-Customer-Access-Token') || null,
  };
}

/** A signal that is aborted when the connection closes before there is an answer. */
function watchCaller(ctx: Context): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const onClose = () => controller.abort(new CallerGoneError('the caller went away'));
  if (ctx.req.socket.destroyed) onClose();
  else ctx.res.once('close', onClose);
  return { signal: controller.signal, release: () => ctx.res.off('close', onClose) };
}

// For the host's log: the status that web servers write when the caller closed the connection.
const callerClosed = 499;

function answerNobody(ctx: Context): void {
  // In this order: an empty body sets the status of one.
  ctx.body = null;
  ctx.status = callerClosed;
  markAnswered(ctx);
}
