import type { Milliseconds } from '../lib/durations';

/** The right to send one request to the store. */
export interface RequestGrant {
  kind: 'granted';
  /** To be called when the request has left: the store sees it soon. */
  sent(): void;
  /** To be called when the response is there, or the request was given up: the store has seen it by then, or never will. */
  responded(): void;
}

/** No: the store's second is used up, or the rest of it is kept for others. */
export interface RequestRefusal {
  kind: 'refused';
  /** After which this caller may well be let through. */
  retryAfter: Milliseconds;
}

export interface GrantRequest {
  /** Which store's budget. */
  store: string;
  /** Who asks: the networks that a caller is counted with, the widest first, and itself as the last (`networksOf`). */
  client: readonly string[];
  /** How many requests a second one client may use; the rest of the store's are kept for others. */
  clientLimit: number;
}

/**
 * Shares out what a store may be asked: never more requests than its limit in any one-second window, and a fair share
 * for every client (behavior 6.4, 12.5). Nobody waits: who may not send is told at once.
 */
export interface RequestLimits {
  take(request: GrantRequest): Promise<RequestGrant | RequestRefusal>;
}
