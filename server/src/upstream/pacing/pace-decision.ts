import type { Milliseconds } from '../../lib/durations';
import type { RateLimit } from '../http/rate-limit-headers';
import type { RequestPriority } from '../http/upstream-http';

/** The known state of a store's budget. Times are from a monotonic clock. */
export interface PaceState {
  /** Requests sent that have no response yet. */
  inFlight: number;
  /** Left in the window that ends at `windowEndsAt`; null while nothing is known. */
  left: number | null;
  quota: number | null;
  windowEndsAt: number | null;
  /** No request is sent before this time. */
  pausedUntil: number;
}

export interface PaceLimits {
  /** At most 3 (behavior 5.6). */
  maximumInFlight: number;
  /** Requests of a window reserved for high priority; never more than half of the quota. */
  reserve: number;
}

export type PaceDecision = { kind: 'go' } | { kind: 'wait-for-response' } | { kind: 'wait-until'; moment: number };

export const unknownPace: PaceState = { inFlight: 0, left: null, quota: null, windowEndsAt: null, pausedUntil: 0 };

/**
 * Whether a request may be sent now. Requests in flight count as spent, as their responses will confirm. When nothing
 * is known (at first, and right after a window ends) requests are sent, at most three before a response reports the
 * budget.
 */
export function decidePace({
  state,
  limits,
  now,
  priority,
}: {
  state: PaceState;
  limits: PaceLimits;
  now: number;
  priority: RequestPriority;
}): PaceDecision {
  if (now < state.pausedUntil) return { kind: 'wait-until', moment: state.pausedUntil };
  if (state.inFlight >= limits.maximumInFlight) return { kind: 'wait-for-response' };
  if (state.left === null || state.windowEndsAt === null || now >= state.windowEndsAt) return { kind: 'go' };

  const reserve = priority === 'high' ? 0 : Math.min(limits.reserve, Math.floor((state.quota ?? Infinity) / 2));
  return state.left - state.inFlight > reserve ? { kind: 'go' } : { kind: 'wait-until', moment: state.windowEndsAt };
}

export interface ReleaseOptions {
  rateLimit: RateLimit | null;
  now: number;
  /** A window's end is capped to this, so that an absurd header cannot stop a store for days. */
  longestWindow: Milliseconds;
}

/**
 * The state once one request in flight has ended. Responses overtake each other: within a window the lowest figure
 * counts; a response from a previous window is ignored. A response without figures still cost a request.
 */
export function afterResponse(state: PaceState, { rateLimit, now, longestWindow }: ReleaseOptions): PaceState {
  const responded = { ...state, inFlight: Math.max(0, state.inFlight - 1) };
  const isKnown = state.left !== null && state.windowEndsAt !== null && now < state.windowEndsAt;
  if (rateLimit === null) return isKnown && state.left !== null ? { ...responded, left: state.left - 1 } : responded;

  const endsAt = now + Math.min(rateLimit.resetIn, longestWindow);
  const fresh = { ...responded, left: rateLimit.left, quota: rateLimit.quota ?? state.quota, windowEndsAt: endsAt };
  if (!isKnown || state.left === null || state.windowEndsAt === null) return fresh;

  // The end of one window varies by response latency; the ends of two windows differ by a whole one.
  const halfWindow = Math.min(rateLimit.window, longestWindow) / 2;
  if (endsAt - state.windowEndsAt > halfWindow) return fresh;
  if (state.windowEndsAt - endsAt > halfWindow) return responded;
  return { ...fresh, left: Math.min(state.left, rateLimit.left), windowEndsAt: Math.min(state.windowEndsAt, endsAt) };
}
