import { z } from 'zod';
import { errorBody, type RestErrorCode, restErrorStatus } from '../errors';
import { type ResponseHeader, headersNamed, notCached } from './headers';
import type { OpenApiResponse, JsonSchema, Reference } from './openapi-types';
import { inlineSchema, referenceTo } from './schemas';

/** What each status means to a caller. */
const meanings: Record<number, string> = {
  400: 'The request is invalid; with `invalid_parameter`, `data.params` names each invalid parameter and what is allowed.',
  401: 'The market is for callers with an API token of the site, and there is none, or an invalid one.',
  403: 'The API token does not have the permission to read this market.',
  404: 'There is nothing here.',
  405: 'This endpoint does not support this method.',
  413: 'The request body is too large.',
  415: 'The request body is not of the type that this endpoint takes.',
  429: 'Too many requests.',
  500: 'Something went wrong on the site. See its log for the request id.',
  502: 'The store could not be reached, or sent an invalid response.',
  503: 'The market was never read from the store completely.',
};

/** The responses of an operation that can fail with these codes, by status; each code must have a different status. */
export function failuresOf(codes: readonly RestErrorCode[]): Record<string, Reference> {
  return Object.fromEntries(
    codes.map((code) => [String(restErrorStatus[code]), { $ref: `#/components/responses/${nameOf(code)}` }]),
  );
}

export interface Failure {
  status: number;
  codes: readonly RestErrorCode[];
  /** The error body, or an extension of it. */
  body: z.ZodObject<(typeof errorBody)['shape']>;
}

/** A failure's response, for operations with their own error body or codes. */
export function failureResponse(failure: Failure): OpenApiResponse {
  const { status } = failure;
  return {
    description: meanings[status] ?? '',
    headers: { ...notCached(), ...headersNamed('X-Request-Id', ...headersOf(status)) },
    content: { 'application/json': { schema: failureSchema(failure) } },
  };
}

function headersOf(status: number): ResponseHeader[] {
  if (status === 405) return ['Allow'];
  return status === 429 || status === 503 ? ['Retry-After'] : [];
}

/** The body for one status: lists its codes, and has `params` only for invalid parameters. */
export function failureSchema({ status, codes, body }: Failure): JsonSchema {
  const { data } = errorBody.shape;
  const named = data.extend({ status: z.literal(status) });
  const special = body.extend({
    code: z.enum(codes),
    data: codes.includes('invalid_parameter') ? named : named.omit({ params: true }),
  });
  return inlineSchema(special, 'output');
}

/** Codes with a shared response; `route_not_found` and `method_not_allowed` do not belong to an operation. */
const sharedCodes = [
  'invalid_parameter',
  'unauthorized',
  'forbidden',
  'product_not_found',
  'brand_not_found',
  'collection_not_found',
  'route_not_found',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'read_rate_limited',
  'internal_error',
  'market_not_ready',
] as const satisfies readonly RestErrorCode[];

/** `components.responses`. */
export function sharedFailures(): Record<string, OpenApiResponse> {
  const ours = sharedCodes.map((code) => [
    nameOf(code),
    failureResponse({ status: restErrorStatus[code], codes: [code], body: errorBody }),
  ]);
  return { ...Object.fromEntries(ours), Other: failureOfTheHost(errorBody) };
}

const nameOf = (code: RestErrorCode): string =>
  code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A failure that the host reports before the request reaches us, with an endpoint's error body. */
export const failureOfTheHost = (body: Failure['body']): OpenApiResponse => ({
  description:
    "Rejected by the site before the request reaches the endpoint (an IP filter, a maintenance page): the status is the site's, and the code is the name of the status, for example `forbidden`.",
  headers: { ...notCached(), ...headersNamed('X-Request-Id') },
  content: { 'application/json': { schema: referenceTo(body) } },
});

/** A reference to that response for most endpoints. */
export const otherFailure: Reference = { $ref: '#/components/responses/Other' };
