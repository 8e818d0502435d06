import type { Milliseconds } from '../lib/durations';
import { CommerceBridgeError } from '../lib/errors';
import type { RefusalReason } from './request-limits';

/*
 * What a caller of the GraphQL proxy gets to see. The codes are those of the public API (behavior 3.8), so these errors
 * are sent unchanged: the message is for the caller, the cause for the log.
 */

/** The body is not a GraphQL request that the proxy accepts: malformed, with invalid syntax, or not allowed. */
export class InvalidGraphqlRequestError extends CommerceBridgeError {
  readonly code = 'invalid_graphql_request';

  /** @param words may quote the caller, who may have sent very long text */
  constructor(words: string, { cause }: { cause?: unknown } = {}) {
    super(words.length > longestWords ? `${words.slice(0, longestWords)}…` : words, { cause });
  }
}

const longestWords = 500;

/** The store accepts no more requests for now. */
export class StoreBusyError extends CommerceBridgeError {
  readonly code = 'rate_limited';

  constructor(message: string, { retryAfter, cause }: { retryAfter: Milliseconds; cause?: unknown }) {
    // In seconds, as in the header `Retry-After`.
    super(message, { data: { retryAfter: Math.max(1, Math.ceil(retryAfter / 1000)) }, cause });
  }
}

/** What callers are told, depending on why the store accepts no more of their requests. */
export const busyMessages: Readonly<Record<RefusalReason, string>> = {
  client: "This address has used up its share of the store's 20 requests per second; try again later.",
  store: 'The store accepts 20 requests per second, and they are used up; try again later.',
  pause: 'The store takes no more requests for now; try again later.',
};

/** No usable response is available from the store: it is down, rejects us, or is not configured. */
export class StoreUnavailableError extends CommerceBridgeError {
  readonly code = 'upstream_unavailable';

  constructor(cause: unknown) {
    super('The store cannot be reached at the moment; try again later.', { cause });
  }
}

/** The caller disconnected before the response arrived; there is no one to respond to. */
export class CallerDisconnectedError extends CommerceBridgeError {
  readonly code = 'caller_disconnected';
}
