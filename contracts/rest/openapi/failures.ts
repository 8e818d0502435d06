import { z } from 'zod';
import { errorBody, type RestErrorCode, restErrorStatus } from '../errors';
import { type AnswerHeader, headersNamed, notCached } from './headers';
import type { Answer, JsonSchema } from './openapi-types';
import { inlineSchema, referenceTo } from './schemas';

/** What each status means to a caller. */
const meanings: Record<number, string> = {
  400: 'The request is wrong; with `invalid_parameter`, `data.params` names each bad parameter and what is allowed.',
  404: 'There is nothing here.',
  405: 'This endpoint does not take this method.',
  413: 'The request body is too large.',
  415: 'The request body is not of the type that this endpoint takes.',
  429: 'Too many requests.',
  500: 'Something went wrong on the site. Its log has more under the request id.',
  502: 'The store could not be reached, or answered with something that is no answer.',
};

/** The error body, or one that has more. */
type FailureBody = z.ZodObject<(typeof errorBody)['shape']>;

/** The answers of an operation that can fail with these codes, by status. */
export function failuresOf(codes: readonly RestErrorCode[], body: FailureBody = errorBody): Record<string, Answer> {
  const statuses = [...new Set(codes.map((code) => restErrorStatus[code]))].sort();
  const codesWith = (status: number) => codes.filter((code) => restErrorStatus[code] === status);
  return Object.fromEntries(statuses.map((status) => [String(status), failureOf({ status, codes: codesWith(status), body })]));
}

interface Failure {
  status: number;
  codes: readonly RestErrorCode[];
  body: FailureBody;
}

function failureOf({ status, codes, body }: Failure): Answer {
  return {
    description: meanings[status] ?? '',
    headers: { ...notCached(), ...headersNamed('X-Request-Id', ...headersOf(status)) },
    content: { 'application/json': { schema: failureSchema({ status, codes, body }) } },
  };
}

function headersOf(status: number): AnswerHeader[] {
  if (status === 405) return ['Allow'];
  return status === 429 ? ['Retry-After'] : [];
}

/** The body as it is with one status: its codes are named, and `params` is there for bad parameters only. */
export function failureSchema({ status, codes, body }: Failure): JsonSchema {
  const { data } = errorBody.shape;
  const named = data.extend({ status: z.literal(status) });
  const special = body.extend({
    code: z.enum(codes),
    data: codes.includes('invalid_parameter') ? named : named.omit({ params: true }),
  });
  return inlineSchema(special, 'output');
}

/** Answers that belong to no operation, and what the host says before ours are asked. */
export const sharedFailures: Record<string, Answer> = {
  RouteNotFound: failureOf({ status: 404, codes: ['route_not_found'], body: errorBody }),
  MethodNotAllowed: failureOf({ status: 405, codes: ['method_not_allowed'], body: errorBody }),
  Other: {
    description: "What the site refuses before the endpoint is asked (an IP filter, a maintenance page): the status is the site's, and the code is the status's name, for example `forbidden`.",
    headers: { ...notCached(), ...headersNamed('X-Request-Id') },
    content: { 'application/json': { schema: referenceTo(errorBody) } },
  },
};

/** A reference to one of them. */
export const otherFailure = { $ref: '#/components/responses/Other' };
