import { STATUS_CODES } from 'node:http';
import type { ErrorBody, RestErrorCode } from '../../../contracts/rest/errors';
import { restErrorStatus } from '../../../contracts/rest/errors';
import { CommerceBridgeError } from '../lib/errors';

/** A failure of the public API, thrown where it is found and sent in the one form that errors have (behavior 3.7). */
export class RestError extends CommerceBridgeError {
  readonly code: RestErrorCode;

  /** @param details.params with `invalid_parameter`: each bad parameter and what is allowed */
  constructor(
    code: RestErrorCode,
    message: string,
    details: { params?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { data: details.params ? { params: details.params } : {}, cause: details.cause });
    this.code = code;
  }
}

/** @param params each bad parameter and what is allowed */
export function invalidParameter(params: Record<string, string>): RestError {
  const sentence = Object.entries(params).map(([name, rule]) => `${name} ${rule}`);
  return new RestError('invalid_parameter', `Invalid parameters: ${sentence.join('; ')}.`, { params });
}

/** An error response ready to be sent. */
export interface ErrorResponse {
  status: number;
  body: ErrorBody;
  headers: Record<string, string>;
}

/**
 * The one place that turns a thrown value into HTTP. Our own errors whose code the API knows keep their message;
 * everything else reveals nothing internal: logging it is up to the caller.
 */
export function errorResponse(error: unknown): ErrorResponse {
  if (!(error instanceof CommerceBridgeError) || !isRestErrorCode(error.code))
    return statusResponse(foreignStatus(error));
  const status = restErrorStatus[error.code];
  if (status === 500) return statusResponse(500);

  const params = paramsOf(error);
  return {
    status,
    body: { code: error.code, message: error.message, data: { status, ...(params && { params }) } },
    headers: { ...retryHeader(error), ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }) },
  };
}

/** The response to a failure of which only the status is known: the host's, or an internal one. */
export function statusResponse(status: number): ErrorResponse {
  const { code, message } = wordsOf(status);
  return { status, body: { code, message, data: { status } }, headers: {} };
}

const ownWords: Record<number, { code: RestErrorCode; message: string }> = {
  404: { code: 'route_not_found', message: 'There is no such endpoint.' },
  405: { code: 'method_not_allowed', message: 'This endpoint does not support this method.' },
  413: { code: 'payload_too_large', message: 'The request body is too large.' },
  415: { code: 'unsupported_media_type', message: 'The request body is of a type that this endpoint does not take.' },
  429: { code: 'rate_limited', message: 'Too many requests; try again later.' },
  500: { code: 'internal_error', message: 'Something went wrong on the site. Its log has more under the request id.' },
};

function wordsOf(status: number): { code: string; message: string } {
  const own = ownWords[status];
  if (own) return own;
  const reason = STATUS_CODES[status] ?? 'Error';
  return { code: reason.toLowerCase().replace(/[^a-z0-9]+/g, '_'), message: `${reason}.` };
}

function isRestErrorCode(code: string): code is RestErrorCode {
  return Object.hasOwn(restErrorStatus, code);
}

/** What the error says about parameters: each bad one and what is allowed. */
export function paramsOf(error: CommerceBridgeError): Record<string, string> | null {
  const { params } = error.data;
  if (typeof params !== 'object' || params === null) return null;
  return Object.fromEntries(Object.entries(params).map(([name, allowed]) => [name, String(allowed)]));
}

function retryHeader(error: CommerceBridgeError): Record<string, string> {
  const { retryAfter } = error.data;
  return typeof retryAfter === 'number' ? { 'Retry-After': String(Math.ceil(retryAfter)) } : {};
}

// Koa's and Strapi's own errors carry a status; one that is not meant for the caller (5xx) remains a 500.
function foreignStatus(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 500;
  const { status } = error;
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 500 ? status : 500;
}
