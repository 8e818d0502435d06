import { type Milliseconds, minutes, seconds } from '../lib/durations';

/**
 * After how long texts are read again that an event concerned: the storefront responds from a cache of 30 seconds, and in some cases
 * of ten minutes (upstream 20.8).
 */
export const textsAgainAfter: readonly Milliseconds[] = [seconds(45), minutes(11)];
