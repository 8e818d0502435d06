import { milliseconds, minutes, seconds, type Milliseconds } from '../../lib/durations';

/** How often and how long a client retries. */
export interface RetryPolicy {
  /** The total number of attempts of one GET. */
  attempts: number;
  /** The first wait; each later one is twice as long. */
  firstDelay: Milliseconds;
  maximumDelay: Milliseconds;
  /** From the start of the first attempt; if the next wait would exceed it, the client gives up immediately. */
  totalTime: Milliseconds;
}

/**
 * Upstream asks for 3 to 5 retries of a 500 with long waits, and regards hammering as abuse (upstream 1.1): so we wait
 * about 1, 2, 4, 8 and 16 s, or as long as a 429 asks, which is never more than a window of 30 s.
 */
export const defaultRetryPolicy: RetryPolicy = {
  attempts: 6,
  firstDelay: seconds(1),
  maximumDelay: minutes(1),
  totalTime: minutes(3),
};

/** Added at random to waits that upstream asked for, so that several sites do not retry at the same instant. */
const spread = 250;

export interface RetryDelayRequest {
  /** How many attempts have failed, from 1. */
  failed: number;
  /** Of the last response; null if there was none. */
  status: number | null;
  /** The wait that upstream asked for; null when it did not. */
  retryAfter: Milliseconds | null;
  policy: RetryPolicy;
  /** From 0 to below 1. */
  random: () => number;
}

/**
 * How long to wait before the next attempt: after a 429, what upstream asked for, since that is when the quota is free
 * again; otherwise at least that, and twice as long each time, half of it random (behavior 5.6).
 */
export function retryDelay({ failed, status, retryAfter, policy, random }: RetryDelayRequest): Milliseconds {
  const requested = retryAfter === null ? 0 : retryAfter + Math.floor(random() * spread);
  if (status === 429 && retryAfter !== null) return milliseconds(requested);
  const full = Math.min(policy.maximumDelay, policy.firstDelay * 2 ** (failed - 1));
  return milliseconds(Math.max(requested, Math.round(full / 2 + (full / 2) * random())));
}

export type RetryDecision = { kind: 'retry'; delay: Milliseconds } | { kind: 'give-up' };

/** Whether one more attempt is within the policy's limits. */
export function decideRetry({ elapsed, ...request }: RetryDelayRequest & { elapsed: Milliseconds }): RetryDecision {
  if (request.failed >= request.policy.attempts) return { kind: 'give-up' };
  const delay = retryDelay(request);
  return elapsed + delay > request.policy.totalTime ? { kind: 'give-up' } : { kind: 'retry', delay };
}
