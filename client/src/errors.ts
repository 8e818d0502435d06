import type { ErrorCode } from './contract';

/** What a response that failed says of itself. */
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
 * The API responded with a failure. That no response came at all (no network, an aborted request) is reported by `fetch`'s
 * own errors instead.
 */
export class CommerceBridgeApiError extends Error {
  override readonly name = 'CommerceBridgeApiError';
  /**
   * One of the documented codes; the name of the status, such as `forbidden`, for what the site refused before the API
   * was asked; `not_modified` for a 304; `unexpected_answer` for what is no response of this API, such as a proxy's error page.
   */
  readonly code: ErrorCode | 'unexpected_answer' | 'not_modified' | (string & Record<never, never>);
  /** Of the HTTP response. */
  readonly status: number;
  /** With `invalid_parameter`: each bad parameter and what is allowed. */
  readonly params: Readonly<Record<string, string>>;
  /** What the site's log has more of. */
  readonly requestId: string | null;
  /** Seconds to wait before asking again, where the response says so. */
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

/** Codes that say that what was asked for is not there (any more), as opposed to a wrong address. */
const notFoundCodes: readonly string[] = [
  'product_not_found',
  'brand_not_found',
  'collection_not_found',
] satisfies ErrorCode[];

/**
 * Turns "not found" into null; every other failure stays one.
 *
 * @example
 * const product = await orNull(shop.readProduct(slug));
 */
export const orNull = <Value>(reading: Promise<Value>): Promise<Value | null> => nullFor(notFoundCodes, reading);

/**
 * Turns "nothing has changed" into null, for a call with `ifNoneMatch`; every other failure stays one.
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

/** The failure that a response of the API is; null when it is no failure of the API. */
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

/** What a response without a body is, to a request by `ifNoneMatch`. */
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
  return new CommerceBridgeApiError({ ...whereabouts(response), code: 'unexpected_answer', message, cause });
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
