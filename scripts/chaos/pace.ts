import { noticedWithin } from './haproxy';

/** How long troubles last, and what may follow from them for how long; in milliseconds. */
export interface Pace {
  pausedFor: number;
  refusedFor: number;
  redisAwayFor: number;
  /** The longest rest between two troubles. */
  longestRest: number;
  /** Whether trouble begins while another one lasts. */
  order: 'overlapping' | 'one by one';
  /** For so long a balancer sends requests to an instance that is gone, or paused. */
  noticedWithin: { gone: number; still: number };
  /** How long a site's pool takes to notice that its connections ended, and to connect again. */
  reconnects: number;
  /** How old a response may be; after a pause it may be older. */
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

/** Everything once in a minute or two, on a machine that may be busy with something else. */
export const shortPace: Pace = {
  pausedFor: 6000,
  refusedFor: 4000,
  redisAwayFor: 1000,
  longestRest: 1500,
  // A single instance that is left has too little of a busy machine to respond to health checks in time.
  order: 'one by one',
  noticedWithin: { gone: 2 * noticedWithin.gone, still: 2 * noticedWithin.still },
  reconnects: 2 * usualPace.reconnects,
  freshness: { limit: 2 * usualPace.freshness.limit, limitAfterPause: 2 * usualPace.freshness.limitAfterPause },
};
