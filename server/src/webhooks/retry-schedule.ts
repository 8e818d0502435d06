import { seconds } from '../lib/durations';

/**
 * What follows a failed attempt: the next retry, or the end (decisions 4: after 1, 5, 15, 30 and 60 minutes, each counted
 * from the failure before).
 * @param failure.attempt retries used up already: 0 after the first failure
 * @param failure.delays seconds before each retry
 */
export function afterFailure(failure: {
  attempt: number;
  delays: readonly number[];
  failedAt: Date;
}): { kind: 'failed'; retryAt: Date } | { kind: 'dropped' } {
  const delay = failure.delays[failure.attempt];
  if (delay === undefined) return { kind: 'dropped' };
  return { kind: 'failed', retryAt: new Date(failure.failedAt.getTime() + seconds(delay)) };
}
