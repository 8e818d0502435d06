import type { Context } from 'koa';
import type { ErrorBody } from '../../../contracts/rest/errors';
import type { GraphqlErrorBody } from '../../../contracts/rest/graphql';
import { describeError } from '../lib/errors';
import type { Logger } from '../lib/logger';
import type { ErrorResponse } from './rest-errors';
import { errorResponse } from './rest-errors';

/** Marks an answer below `{base_url}` as ours, so that the guard leaves its status and body alone. */
export function markResponded(ctx: Context): void {
  ctx.state.isCommerceBridgeAnswer = true;
}

export function isResponded(ctx: Context): boolean {
  return ctx.state.isCommerceBridgeAnswer === true;
}

/** Marks a request whose failures are to be understood by GraphQL clients too (behavior 6.3). */
export function markGraphql(ctx: Context): void {
  ctx.state.isCommerceBridgeGraphql = true;
}

export function isGraphql(ctx: Context): boolean {
  return ctx.state.isCommerceBridgeGraphql === true;
}

/** The id that the answer and every log line about this request share. */
export function requestIdOf(ctx: Context): string {
  const { requestId } = ctx.state;
  return typeof requestId === 'string' ? requestId : '';
}

export function setRequestId(ctx: Context, requestId: string): void {
  ctx.state.requestId = requestId;
}

/** Answers a failure in the one form that everything below `{base_url}` has, in place of what was there. */
export function sendError(ctx: Context, { status, body, headers }: ErrorResponse): void {
  // What described the former body does not hold for this one: a compressed stream may have been in its place.
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag', 'Last-Modified', 'Surrogate-Key']) ctx.remove(name);
  ctx.status = status;
  ctx.body = Buffer.from(JSON.stringify(isGraphql(ctx) ? withGraphqlErrors(body) : body));
  ctx.set({ 'Content-Type': isGraphql(ctx) ? graphqlType(ctx) : jsonType, 'Cache-Control': 'no-store', ...headers });
  markResponded(ctx);
}

const jsonType = 'application/json; charset=utf-8';

/**
 * The content type of an answer to a GraphQL request: by the type made for it, where a client takes that, it knows
 * that an answer with another status than 200 speaks GraphQL too, and shows what it says.
 */
export function graphqlType(ctx: Context): string {
  const accepted = ctx.accepts('application/json', 'application/graphql-response+json');
  return accepted === 'application/graphql-response+json' ? `${accepted}; charset=utf-8` : jsonType;
}

function withGraphqlErrors(body: ErrorBody): GraphqlErrorBody {
  return { ...body, errors: [{ message: body.message, extensions: { code: body.code } }] };
}

/** Answers a thrown value; what is answered with 500 is logged under the request's id. */
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
