import { type Milliseconds, milliseconds, minutes, seconds } from '../lib/durations';

/** What lasts longer than the retries is noticed within this time after it ends. */
export const longestDelay = minutes(15);
const shortestDelay = seconds(1);

/**
 * How long to wait after this many failures before.
 * @param delays in seconds, as in the settings
 * @returns null after the last retry
 */
export function delayAfter(attempts: number, delays: readonly number[]): Milliseconds | null {
  const delay = delays[attempts];
  return delay === undefined ? null : milliseconds(Math.min(longestDelay, Math.max(shortestDelay, seconds(delay))));
}
