import type { Milliseconds } from '../lib/durations';

/** The right to send one request to the store. */
export interface RequestGrant {
  kind: 'granted';
  /** Call this when the request has been sent: the store will soon see it. */
  sent(): void;
  /**
   * Call this when the response has arrived or the request was abandoned: by then, the store has seen the request, or
   * never will.
   */
  responded(): void;
}

/**
 * Why a request is rejected. `client`: it has used up its share, and the rest is reserved for others; `store`: the
 * store's limit is used up; `pause`: the store has ordered a pause, or half as many requests after it.
 */
export type RefusalReason = 'client' | 'store' | 'pause';

export interface RequestRefusal {
  kind: 'refused';
  reason: RefusalReason;
  /** How long until this caller is likely to be admitted. */
  retryAfter: Milliseconds;
}

export interface GrantRequest {
  /** Which store's budget. */
  store: string;
  /** The networks that the caller is counted with, the widest first, ending with its own address (`networksOf`). */
  client: readonly string[];
  /** How many requests a second one client may use; the rest is reserved for others. */
  clientLimit: number;
}

/**
 * Divides the store's request budget: never more requests than its limit in any one-second window, and a fair share for
 * every client (behavior 6.4, 12.5). Nothing waits: a request that may not be sent is rejected immediately.
 */
export interface RequestLimits {
  take(request: GrantRequest): Promise<RequestGrant | RequestRefusal>;
  /** Rejects everything for this long after a 429 of the store, and then admits half as much for a while. */
  pause(store: string, duration: Milliseconds): void;
  stop(): void;
}
