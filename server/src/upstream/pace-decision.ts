import type { Milliseconds } from '../lib/durations';
import type { RateLimitObservation } from './rate-limit-headers';
import type { RequestPriority } from './upstream-http';

/** What is known of a store's budget. Moments are of a clock that never goes back, so that they can be compared. */
export interface PaceState {
  /** Requests sent and not answered yet. */
  inFlight: number;
  /** Left in the window that ends at `windowEndsAt`; null while nothing is known. */
  left: number | null;
  quota: number | null;
  windowEndsAt: number | null;
  /** Nobody sends before this moment. */
  pausedUntil: number;
}

export interface PaceLimits {
  /** At most 3 (behavior 5.6). */
  maximumInFlight: number;
  /** Requests of a window that only high priority may use; never more than half of the quota. */
  reserve: number;
}

export type PaceDecision = { kind: 'go' } | { kind: 'wait-for-answer' } | { kind: 'wait-until'; moment: number };

export const unknownPace: PaceState = { inFlight: 0, left: null, quota: null, windowEndsAt: null, pausedUntil: 0 };

/**
 * Whether a request may be sent now. What is in flight counts as spent, since its response will say so. Where nothing is
 * known (at first, and when a window has just ended) requests go, and at most three do before a response tells.
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
  if (state.inFlight >= limits.maximumInFlight) return { kind: 'wait-for-answer' };
  if (state.left === null || state.windowEndsAt === null || now >= state.windowEndsAt) return { kind: 'go' };

  const reserve = priority === 'high' ? 0 : Math.min(limits.reserve, Math.floor((state.quota ?? Infinity) / 2));
  return state.left - state.inFlight > reserve ? { kind: 'go' } : { kind: 'wait-until', moment: state.windowEndsAt };
}

export interface ResponseedOptions {
  readVersion: RateLimitObservation | null;
  now: number;
  /** A window's end is believed up to here, so that an absurd header cannot stop a store for days. */
  longestWindow: Milliseconds;
}

/**
 * The state once one request in flight has ended. Answers overtake each other: within a window the lowest figure
 * counts; a response of a window that is over is not believed any more. A response without figures has cost a request.
 */
export function afterResponse(state: PaceState, { readVersion, now, longestWindow }: ResponseedOptions): PaceState {
  const responded = { ...state, inFlight: Math.max(0, state.inFlight - 1) };
  const isKnown = state.left !== null && state.windowEndsAt !== null && now < state.windowEndsAt;
  if (readVersion === null) return isKnown && state.left !== null ? { ...responded, left: state.left - 1 } : responded;

  const endsAt = now + Math.min(readVersion.resetIn, longestWindow);
  const fresh = { ...responded, left: readVersion.left, quota: readVersion.quota ?? state.quota, windowEndsAt: endsAt };
  if (!isKnown || state.left === null || state.windowEndsAt === null) return fresh;

  // Ends of one window differ by how long responses travelled; ends of two windows by a whole one.
  const halfWindow = Math.min(readVersion.window, longestWindow) / 2;
  if (endsAt - state.windowEndsAt > halfWindow) return fresh;
  if (state.windowEndsAt - endsAt > halfWindow) return responded;
  return { ...fresh, left: Math.min(state.left, readVersion.left), windowEndsAt: Math.min(state.windowEndsAt, endsAt) };
}
