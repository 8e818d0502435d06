import { type Milliseconds, milliseconds, minutes, seconds } from '../../lib/durations';

/** The end of an outage that outlasts the retries is noticed within this time. */
export const longestDelay = minutes(15);
const shortestDelay = seconds(1);

/**
 * How long to wait after a failure, given the number of earlier ones.
 * @param delays in seconds, as in the settings
 * @returns null after the last retry
 */
export function delayAfter(attempts: number, delays: readonly number[]): Milliseconds | null {
  const delay = delays[attempts];
  return delay === undefined ? null : milliseconds(Math.min(longestDelay, Math.max(shortestDelay, seconds(delay))));
}
