const STATUS_CODES = 'https://developer.bigcommerce.com/api-docs/getting-started/api-status-codes';

export interface ErrorBody {
  status: number;
  title: string;
  type: string;
  errors?: Record<string, string>;
  instance?: string;
  code?: number;
}

/** An error response in upstream's format (upstream 1.2). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(readonly body: ErrorBody) {
    super(body.title);
  }
}

/** Wrong or missing token; the title varies upstream. */
export function unauthorized(title: string): ApiError {
  return new ApiError({
    status: 401,
    title,
    type: 'https://developer.bigcommerce.com/api-docs/getting-started/authentication',
  });
}

/** The token is valid, but its account lacks the scope. */
export function missingScope(): ApiError {
  return new ApiError({
    status: 403,
    title: "You don't have a required scope to access the endpoint",
    type: STATUS_CODES,
    errors: {},
  });
}

export function notFound(title: string, instance: string): ApiError {
  return new ApiError({ status: 404, title, type: STATUS_CODES, instance });
}

/** Filters that the endpoint does not know, with upstream's message. */
export function unknownFilters(names: readonly string[]): ApiError {
  const title = `The filter(s): ${names.join(', ')} are not valid filter parameter(s).`;
  return new ApiError({ status: 422, title, type: STATUS_CODES, errors: {} });
}

/** An invalid value for the field. */
export function invalidField(field: string, message: string): ApiError {
  return new ApiError({ status: 422, title: message, type: STATUS_CODES, errors: { [field]: message } });
}

export function tooManyRequests(): ApiError {
  return new ApiError({ status: 429, title: 'Too Many Requests', type: STATUS_CODES });
}

/** Any other status with upstream's envelope. */
export function plainError(status: number, title: string): ApiError {
  return new ApiError({ status, title, type: STATUS_CODES });
}
