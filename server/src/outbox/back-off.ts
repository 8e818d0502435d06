import { hours, milliseconds, minutes, seconds, type Milliseconds } from '../lib/durations';

const first = seconds(2);
const longest = minutes(5);
/** No target waits longer, no matter what it asked for. */
export const longestWait = hours(1);

/**
 * How long to wait after a failed attempt (behavior 7.4): twice as long each time, up to five minutes, and random in its
 * upper half, so that sites do not come back to a service all at once.
 * @param failure.attempts failed attempts before this one, in a row
 * @param failure.retryAfter what the target asked for; null if it did not
 * @param failure.random from 0 to 1
 */
export function backOff(failure: { attempts: number; retryAfter: Milliseconds | null; random: number }): Milliseconds {
  const doubled = Math.min(longest, first * 2 ** Math.min(failure.attempts, 20));
  const wait = Math.max(failure.retryAfter ?? 0, Math.ceil(doubled * (0.5 + failure.random / 2)));
  return milliseconds(Math.min(longestWait, wait));
}
