import type { Context, Middleware } from 'koa';
import { graphqlEndpoint, longestGraphqlBody } from '../../../contracts/rest/graphql';
import type { Clock } from '../lib/clock';
import { seconds } from '../lib/durations';
import type { DocumentCount } from '../storefront/document-count';
import { readRawBody } from '../http/raw-body';
import { withholdBody } from '../http/request-body';
import { type ErrorResponse, errorResponse, RestError, statusResponse } from '../http/rest-errors';
import { createMethodsOf, pathBelow } from '../http/rest-routes';
import { unpackBody } from '../http/unpack-body';

/** The outcome of reading a request's body before the host sees the request. */
export type GraphqlIntake = { kind: 'read' } | { kind: 'refused'; response: ErrorResponse } | { kind: 'disconnected' };

export interface GraphqlIntakeOptions {
  /** `{base_url}` without the site's address. */
  basePath: string;
  services: () => { documents: DocumentCount; clock: Clock };
}

// A browser sends a document in one piece.
const bodyTimeLimit = seconds(8);
const methodsOf = createMethodsOf([{ method: graphqlEndpoint.method, path: graphqlEndpoint.path }]);
const intakes = new WeakMap<Context['req'], GraphqlIntake>();

/** The outcome for this request's body; undefined for requests that did not pass through here. */
export const graphqlIntakeOf = (ctx: Context): GraphqlIntake | undefined => intakes.get(ctx.req);

/**
 * Counts a GraphQL request toward its caller's limit before it costs anything, and reads its body: decompressing and
 * parsing an unlimited number of requests would take longer than rejecting them (behavior 12.5). The host's body parser
 * then has nothing left to do, and finds the parsed body where it would have put it. A rejected request still passes
 * through the host's middlewares, so that its log and its IP filters see it; the controller sends the response.
 *
 * It must be installed before the host's middlewares, so in `register`, after the guard.
 */
export function createGraphqlIntake({ basePath, services }: GraphqlIntakeOptions): Middleware {
  return async (ctx, next) => {
    const path = pathBelow(basePath, ctx.path);
    if (path === null || ctx.method !== graphqlEndpoint.method || methodsOf(path) === null) return next();
    intakes.set(ctx.req, await takeIn(ctx, services()));
    // The host's parser would wait for a body that has already been read.
    withholdBody(ctx);
    return next();
  };
}

async function takeIn(
  ctx: Context,
  { documents, clock }: ReturnType<GraphqlIntakeOptions['services']>,
): Promise<GraphqlIntake> {
  try {
    // This also keeps pages on other origins from posting without a preflight: a browser lets them send forms and text.
    if (!ctx.is('application/json'))
      throw new RestError('unsupported_media_type', 'The request body must be application/json.');
    await documents.count(ctx.request.ip);
    const raw = await readRawBody(ctx.req, { clock, limit: longestGraphqlBody, timeLimit: bodyTimeLimit });
    if (raw.kind === 'aborted') return { kind: 'disconnected' };
    if (raw.kind === 'too-slow')
      return { kind: 'refused', response: { ...statusResponse(408), headers: { Connection: 'close' } } };
    if (raw.kind === 'too-large') throw tooLarge();
    ctx.request.body = parse(await unpack(raw.bytes, ctx.get('Content-Encoding')));
    return { kind: 'read' };
  } catch (error) {
    return { kind: 'refused', response: errorResponse(error) };
  }
}

async function unpack(bytes: Buffer, contentEncoding: string): Promise<Buffer> {
  const body = await unpackBody(bytes, { contentEncoding, limit: longestGraphqlBody });
  switch (body.kind) {
    case 'unpacked':
      return body.bytes;
    case 'too-large':
      throw tooLarge();
    case 'broken':
      throw new RestError(
        'invalid_json',
        'The request body cannot be unpacked: it is not what its Content-Encoding says.',
      );
    case 'unknown-encoding':
      throw new RestError(
        'unsupported_media_type',
        'The request body is compressed with an encoding that is not supported; allowed are gzip, deflate and br.',
      );
  }
}

const tooLarge = () =>
  new RestError('payload_too_large', `The request body is larger than ${longestGraphqlBody / 1024} KiB.`);

/** Only objects and lists: middlewares of the host may read properties of the body. */
function parse(bytes: Buffer): object {
  // An empty body is distinguished from a malformed one later, as a request without a query.
  if (bytes.length === 0) return {};
  const body = parseJson(bytes);
  if (typeof body === 'object' && body !== null) return body;
  const given = body === null ? 'null' : `a ${typeof body}`;
  throw new RestError(
    'invalid_graphql_request',
    `The request body is ${given}; send an object with query, variables and operationName.`,
  );
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The parser's message quotes the body.
    throw new RestError('invalid_json', 'The request body is not valid JSON.');
  }
}
