import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { marketHeader } from '../../../contracts/rest/markets';
import { containerOf } from '../container';
import { graphqlIntakeOf } from '../middlewares/graphql-intake';
import { marketOfRequest } from '../http/market-of-request';
import { errorResponse } from '../http/rest-errors';
import {
  graphqlType,
  isPrivate,
  markResponded,
  privateCacheControl,
  sendError,
  sendThrown,
} from '../http/rest-responses';
import { CallerDisconnectedError } from '../storefront/storefront-errors';
import type { Shopper } from '../storefront/store-request';

/**
 * `POST /graphql`: forwards the request that the intake read, and passes on the store's response (behavior 6.3, 14.7).
 */
export const graphql = ({ strapi }: { strapi: Core.Strapi }) => ({
  forward: async (ctx: Context): Promise<void> => {
    const { storefront, meters, siteMarkets: markets, requestLogger: logger } = containerOf(strapi);
    const count = (outcome: string) => meters.count('graphql_requests', { outcome });
    const intake = graphqlIntakeOf(ctx);
    if (intake?.kind === 'refused') {
      count(intake.response.body.code);
      return sendError(ctx, intake.response);
    }
    if (intake?.kind === 'disconnected') {
      count('disconnected');
      return closeSilently(ctx);
    }
    const caller = watchCaller(ctx);
    try {
      const market = await marketOfRequest(strapi, { ctx, search: marketNamed(ctx), markets });
      const response = await storefront.proxy.forward({
        body: ctx.request.body,
        shopper: shopperOf(ctx),
        signal: caller.signal,
        market,
      });
      ctx.status = response.status;
      ctx.body = Buffer.from(response.body);
      // A response about a cart or a customer is private.
      ctx.set({ 'Content-Type': graphqlType(ctx), 'Cache-Control': isPrivate(ctx) ? privateCacheControl : 'no-store' });
      markResponded(ctx);
      count('passed');
    } catch (error) {
      count(error instanceof CallerDisconnectedError ? 'disconnected' : errorResponse(error).body.code);
      if (error instanceof CallerDisconnectedError) closeSilently(ctx);
      else sendThrown(ctx, { error, logger });
    } finally {
      caller.release();
    }
  },
});

/** Adds a market named in the header as a second parameter if it differs, so that two are refused as a repetition. */
function marketNamed(ctx: Context): URLSearchParams {
  const search = new URLSearchParams(ctx.querystring);
  const key = ctx.get(marketHeader);
  if (key !== '' && key !== search.get('market')) search.append('market', key);
  return search;
}

function shopperOf(ctx: Context): Shopper {
  return {
    address: ctx.request.ip,
    acceptLanguage: ctx.get('Accept-Language') || null,
    customerAccessToken: ctx.get('X-Bc-Customer-Access-Token') || null,
  };
}

/** A signal that aborts when the connection closes before there is a response. */
function watchCaller(ctx: Context): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const onClose = () => controller.abort(new CallerDisconnectedError('the caller disconnected'));
  if (ctx.req.socket.destroyed) onClose();
  else ctx.res.once('close', onClose);
  return { signal: controller.signal, release: () => ctx.res.off('close', onClose) };
}

// For the host's log: the status that web servers log when the caller closed the connection.
const callerClosed = 499;

function closeSilently(ctx: Context): void {
  // In this order: an empty body sets its own status.
  ctx.body = null;
  ctx.status = callerClosed;
  markResponded(ctx);
}
