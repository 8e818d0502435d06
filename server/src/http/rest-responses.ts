import { surrogateHeaders } from '../../../contracts/admin/purging';
import type { Context } from 'koa';
import type { ErrorBody } from '../../../contracts/rest/errors';
import type { GraphqlErrorBody } from '../../../contracts/rest/graphql';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import type { ErrorResponse } from './rest-errors';
import { errorResponse } from './rest-errors';

/** Marks a response below `{base_url}` as ours, so that the guard leaves its status and body alone. */
export function markResponded(ctx: Context): void {
  ctx.state.isCommerceBridgeResponse = true;
}

export function isResponded(ctx: Context): boolean {
  return ctx.state.isCommerceBridgeResponse === true;
}

/** Marks a request whose errors GraphQL clients must understand, too (behavior 6.3). */
export function markGraphql(ctx: Context): void {
  ctx.state.isCommerceBridgeGraphql = true;
}

export function isGraphql(ctx: Context): boolean {
  return ctx.state.isCommerceBridgeGraphql === true;
}

/** Marks a request whose response is private or may be outdated: no cache may store it (behavior 7.1, 14.3). */
export function markPrivate(ctx: Context): void {
  ctx.state.isCommerceBridgePrivate = true;
}

export function isPrivate(ctx: Context): boolean {
  return ctx.state.isCommerceBridgePrivate === true;
}

/** The `Cache-Control` of responses to such requests. */
export const privateCacheControl = 'private, no-store';

/** The id that the response and every log line about this request share. */
export function requestIdOf(ctx: Context): string {
  const { requestId } = ctx.state;
  return typeof requestId === 'string' ? requestId : '';
}

export function setRequestId(ctx: Context, requestId: string): void {
  ctx.state.requestId = requestId;
}

/** Sends a failure in the error form of everything below `{base_url}`, replacing any previous body. */
export function sendError(ctx: Context, { status, body, headers }: ErrorResponse): void {
  // Headers that described the previous response do not apply to this one: its body may have been a compressed stream,
  // and Strapi's router lists the methods of its static files in `Allow`.
  for (const name of ['Allow', 'Content-Encoding', 'Content-Length', 'ETag', 'Last-Modified', ...surrogateHeaders])
    ctx.remove(name);
  ctx.status = status;
  ctx.body = Buffer.from(JSON.stringify(isGraphql(ctx) ? withGraphqlErrors(body) : body));
  ctx.set({
    'Content-Type': isGraphql(ctx) ? graphqlType(ctx) : jsonType,
    'Cache-Control': isPrivate(ctx) ? privateCacheControl : 'no-store',
    ...headers,
  });
  markResponded(ctx);
}

const jsonType = 'application/json; charset=utf-8';

/**
 * The content type of an error response to a GraphQL request: the media type made for it, where the client accepts it;
 * such a client knows that a response with a status other than 200 is GraphQL, too, and shows its message.
 */
export function graphqlType(ctx: Context): string {
  const accepted = ctx.accepts('application/json', 'application/graphql-response+json');
  return accepted === 'application/graphql-response+json' ? `${accepted}; charset=utf-8` : jsonType;
}

function withGraphqlErrors(body: ErrorBody): GraphqlErrorBody {
  return { ...body, errors: [{ message: body.message, extensions: { code: body.code } }] };
}

/** Sends a thrown value as an error response; a 500 is logged under the request's id. */
export function sendThrown(ctx: Context, { error, logger }: { error: unknown; logger: Logger }): void {
  const response = errorResponse(error);
  if (response.status >= 500) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const cause = error instanceof Error && error.cause !== undefined ? describeError(error.cause) : undefined;
    logger.error('request failed', {
      requestId: requestIdOf(ctx),
      method: ctx.method,
      path: ctx.path,
      status: response.status,
      error: detail,
      cause,
    });
  }
  sendError(ctx, response);
}
