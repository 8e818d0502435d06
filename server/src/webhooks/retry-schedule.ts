import { seconds, type Milliseconds } from '../lib/durations';

/**
 * What follows a failed attempt: the next retry, or dropping the event (behavior 4.11). Each delay counts from the
 * previous failure.
 * @param failure.attempt retries used up already: 0 after the first failure
 * @param failure.delays seconds before each retry
 */
export function afterFailure({
  attempt,
  delays,
}: {
  attempt: number;
  delays: readonly number[];
}): { kind: 'failed'; retryIn: Milliseconds } | { kind: 'dropped' } {
  const delay = delays[attempt];
  return delay === undefined ? { kind: 'dropped' } : { kind: 'failed', retryIn: seconds(delay) };
}
