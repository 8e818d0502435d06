import { type Milliseconds, minutes, seconds } from '../lib/durations';

/**
 * How long after an event the texts that it concerns are read again: the storefront responds from a cache of 30
 * seconds, and in some cases of ten minutes (upstream 20.8).
 */
export const textsAgainAfter: readonly Milliseconds[] = [seconds(45), minutes(11)];
