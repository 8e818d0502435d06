import { CommerceBridgeError } from '../../lib/errors';
import type { Milliseconds } from '../../lib/durations';

/**
 * What can go wrong between us and upstream. No error here holds a credential: not in its message, its data, nor its
 * chain of causes; secrets are redacted before one is constructed (`lib/redaction.ts`).
 */
export interface UpstreamErrorOptions {
  method: string;
  /** Below the store, without a query. */
  path: string;
  cause?: unknown;
  data?: Record<string, unknown>;
}

export abstract class UpstreamError extends CommerceBridgeError {
  readonly method: string;
  readonly path: string;

  constructor(message: string, { method, path, cause, data }: UpstreamErrorOptions) {
    super(message, { data: { method, path, ...data }, cause });
    this.method = method;
    this.path = path;
  }
}

export interface UpstreamHttpErrorOptions extends UpstreamErrorOptions {
  status: number;
  /** Upstream's own words: title and errors by field (upstream 1.2); null when it sent nothing usable. */
  upstreamMessage: string | null;
  /** How long upstream asked us to wait; null when it did not. */
  retryAfter: Milliseconds | null;
}

/** Upstream responded with an error status. */
export class UpstreamHttpError extends UpstreamError {
  readonly code: string = 'upstream_http_error';
  readonly status: number;
  readonly upstreamMessage: string | null;
  readonly retryAfter: Milliseconds | null;

  constructor(options: UpstreamHttpErrorOptions) {
    const { method, path, status, upstreamMessage, retryAfter } = options;
    const said = upstreamMessage === null ? '' : `: ${upstreamMessage}`;
    super(`${method} ${path} returned ${status}${said}`, {
      ...options,
      data: { ...options.data, status, upstreamMessage, retryAfter },
    });
    this.status = status;
    this.upstreamMessage = upstreamMessage;
    this.retryAfter = retryAfter;
  }
}

/** 401: the access token is wrong, or of another store. */
export class UpstreamAuthenticationError extends UpstreamHttpError {
  override readonly code = 'upstream_unauthorized';
}

/** 403: the access token's account lacks an OAuth scope (upstream 7.1). */
export class UpstreamScopeError extends UpstreamHttpError {
  override readonly code = 'upstream_scope_missing';
}

/** 404: the resource or the store does not exist upstream. */
export class UpstreamNotFoundError extends UpstreamHttpError {
  override readonly code = 'upstream_not_found';
}

/** 429: the store's quota is used up, or upstream is overloaded (upstream 1.1). */
export class UpstreamRateLimitError extends UpstreamHttpError {
  override readonly code = 'upstream_rate_limited';
}

/** The error class for a status. */
export function upstreamHttpError(options: UpstreamHttpErrorOptions): UpstreamHttpError {
  switch (options.status) {
    case 401:
      return new UpstreamAuthenticationError(options);
    case 403:
      return new UpstreamScopeError(options);
    case 404:
      return new UpstreamNotFoundError(options);
    case 429:
      return new UpstreamRateLimitError(options);
    default:
      return new UpstreamHttpError(options);
  }
}

export type UnavailableReason = 'network' | 'timeout';

/** No complete response arrived: no connection, a reset, silence. */
export class UpstreamUnavailableError extends UpstreamError {
  readonly code = 'upstream_unavailable';
  readonly reason: UnavailableReason;

  constructor(message: string, options: UpstreamErrorOptions & { reason: UnavailableReason }) {
    super(message, { ...options, data: { ...options.data, reason: options.reason } });
    this.reason = options.reason;
  }
}

/** Upstream's response cannot be used: truncated, not JSON, too large, or of an unexpected shape. */
export class UpstreamResponseError extends UpstreamError {
  readonly code = 'upstream_response_unusable';
}

/** Upstream's response exceeds the size limit; a smaller page may fit. */
export class UpstreamTooLargeError extends UpstreamResponseError {}

/** A GraphQL response has errors, and lacks some of the requested data. */
export class UpstreamQueryError extends UpstreamResponseError {}

/** No request can be made with the connection's settings: an invalid address, or a token that no header can carry. */
export class UpstreamConfigurationError extends UpstreamError {
  readonly code = 'upstream_misconfigured';
}
