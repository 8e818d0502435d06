import { noticedWithin } from './haproxy';

/** How long troubles last, and how long their effects may; in milliseconds. */
export interface Pace {
  pausedFor: number;
  refusedFor: number;
  redisAwayFor: number;
  /** The longest rest between two kinds of trouble. */
  longestRest: number;
  /** Whether trouble may begin while other trouble lasts. */
  order: 'overlapping' | 'one by one';
  /** How long the balancer may send requests to an instance that is gone or paused. */
  noticedWithin: { gone: number; still: number };
  /** How long a site's pool takes to notice that its connections were closed, and to reconnect. */
  reconnects: number;
  /** The maximum age of a response, normally and after a pause. */
  freshness: { limit: number; limitAfterPause: number };
}

export const usualPace: Pace = {
  pausedFor: 20_000,
  refusedFor: 15_000,
  redisAwayFor: 3000,
  longestRest: 6000,
  order: 'overlapping',
  noticedWithin,
  reconnects: 3000,
  freshness: { limit: 5000, limitAfterPause: 10_000 },
};

/** Every kind of trouble once, within a minute or two, on a machine that may be busy. */
export const shortPace: Pace = {
  pausedFor: 6000,
  refusedFor: 4000,
  redisAwayFor: 1000,
  longestRest: 1500,
  // On a busy machine, a single remaining instance may be too slow to respond to health checks in time.
  order: 'one by one',
  noticedWithin: { gone: 2 * noticedWithin.gone, still: 2 * noticedWithin.still },
  reconnects: 2 * usualPace.reconnects,
  freshness: { limit: 2 * usualPace.freshness.limit, limitAfterPause: 2 * usualPace.freshness.limitAfterPause },
};
