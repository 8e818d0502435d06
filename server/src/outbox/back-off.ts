import { hours, milliseconds, minutes, seconds, type Milliseconds } from '../lib/durations';

const first = seconds(2);
const longest = minutes(5);
/** The longest wait of any target, even of one that asked for more. */
export const longestWait = hours(1);

/**
 * How long to wait after a failed attempt (behavior 7.4): doubles each time, up to five minutes, with random jitter in
 * its upper half, so that sites do not all retry a service at once.
 * @param failure.attempts consecutive failed attempts before this one
 * @param failure.retryAfter the wait that the target asked for; null if none
 * @param failure.random from 0 to 1
 */
export function backOff(failure: { attempts: number; retryAfter: Milliseconds | null; random: number }): Milliseconds {
  const doubled = Math.min(longest, first * 2 ** Math.min(failure.attempts, 20));
  const wait = Math.max(failure.retryAfter ?? 0, Math.ceil(doubled * (0.5 + failure.random / 2)));
  return milliseconds(Math.min(longestWait, wait));
}
