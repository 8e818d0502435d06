import type { ErrorCode } from './contract';

/** The properties of a failure. */
export interface ApiFailure {
  code: string;
  message: string;
  status: number;
  params?: Record<string, string>;
  requestId?: string | null;
  retryAfter?: number | null;
  url: string;
  cause?: unknown;
}

/**
 * The API responded with a failure. If there is no response at all (no network, an aborted request), `fetch` throws its
 * own errors instead.
 */
export class CommerceBridgeApiError extends Error {
  override readonly name = 'CommerceBridgeApiError';
  /**
   * One of the documented codes; the name of the status, such as `forbidden`, if the site rejected the request before
   * it reached the API; `not_modified` for a 304; `unexpected_response` if the response is not from this API, such as a
   * proxy's error page, or ends early.
   */
  readonly code: ErrorCode | 'unexpected_response' | 'not_modified' | (string & Record<never, never>);
  /** Of the HTTP response. */
  readonly status: number;
  /** With `invalid_parameter`: each invalid parameter and what is allowed. */
  readonly params: Readonly<Record<string, string>>;
  /** Identifies the request in the site's log, which has details. */
  readonly requestId: string | null;
  /** Seconds to wait before retrying, if the response specifies that. */
  readonly retryAfter: number | null;
  readonly url: string;

  constructor({ code, message, status, params = {}, requestId = null, retryAfter = null, url, cause }: ApiFailure) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.params = params;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.url = url;
  }
}

/** Codes for something that does not exist (anymore), as opposed to a wrong address. */
const notFoundCodes: readonly string[] = [
  'product_not_found',
  'brand_not_found',
  'collection_not_found',
] satisfies ErrorCode[];

/**
 * Turns "not found" into null; all other failures are still thrown.
 *
 * @example
 * const product = await orNull(shop.readProduct(slug));
 */
export const orNull = <Value>(reading: Promise<Value>): Promise<Value | null> => nullFor(notFoundCodes, reading);

/**
 * Turns "not modified" into null, for a call with `ifNoneMatch`; all other failures are still thrown.
 *
 * @example
 * const list = await ifModified(shop.listProducts(query, { ifNoneMatch: etag }));
 */
export const ifModified = <Value>(reading: Promise<Value>): Promise<Value | null> => nullFor([unchanged], reading);

const unchanged = 'not_modified';

async function nullFor<Value>(codes: readonly string[], reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CommerceBridgeApiError && codes.includes(error.code)) return null;
    throw error;
  }
}

/** Reads a failure response of the API; null if the response is not one. */
export function readFailure(response: Response, body: unknown): CommerceBridgeApiError | null {
  if (!isErrorBody(body)) return null;
  const { code, message, data } = body;
  return new CommerceBridgeApiError({
    ...whereabouts(response),
    code,
    message,
    ...(data.params && { params: data.params }),
  });
}

/** The failure for a 304 to a request with `ifNoneMatch`. */
export const notModified = (response: Response): CommerceBridgeApiError =>
  new CommerceBridgeApiError({
    ...whereabouts(response),
    code: unchanged,
    message: 'Nothing has changed since the response whose ETag was sent.',
  });

/** The failure for a response that did not come from this API. */
export function unexpectedResponse(
  response: Response,
  details: { message?: string; cause?: unknown } = {},
): CommerceBridgeApiError {
  const { message = `The response (status ${response.status}) did not come from the Commerce Bridge API.`, cause } =
    details;
  return new CommerceBridgeApiError({ ...whereabouts(response), code: 'unexpected_response', message, cause });
}

function whereabouts({
  status,
  url,
  headers,
}: Response): Pick<ApiFailure, 'status' | 'url' | 'requestId' | 'retryAfter'> {
  const retryAfter = headers.get('Retry-After');
  return {
    status,
    url,
    requestId: headers.get('X-Request-Id'),
    retryAfter: retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
  };
}

interface ErrorBody {
  code: string;
  message: string;
  data: { status: number; params?: Record<string, string> };
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('message' in body) || !('data' in body))
    return false;
  const { code, message, data } = body;
  return (
    typeof code === 'string' &&
    typeof message === 'string' &&
    typeof data === 'object' &&
    data !== null &&
    'status' in data
  );
}
