import type { LoggedRequest } from '../../simulator/src/request-log';
import type { Interval } from './freshness';

/** The load that a site causes at the store. */
export interface UpstreamLoad {
  requests: number;
  /** REST requests in flight at the same moment. */
  mostInFlight: number;
  /** GraphQL requests within any second. */
  mostInASecond: number;
  /** When that second ended. */
  mostInASecondAt: number;
  /** REST requests within any second; upstream has no separate limit for them. */
  mostRestInASecond: number;
  /** Responses with 429. */
  refused: number;
}

const second = 1000;

// After a stall, the simulator first reads requests that arrived during it.
const afterStall = 20;

/**
 * Computes the load from the simulator's log.
 * @param stalls when the simulator stalled; GraphQL requests that it read then arrived earlier, at unknown times, so
 * they are not counted in any second
 */
export function upstreamLoad(
  log: readonly Pick<LoggedRequest, 'path' | 'at' | 'milliseconds' | 'status'>[],
  stalls: readonly Interval[] = [],
): UpstreamLoad {
  const rest = log.filter(({ path }) => path.startsWith('/stores/'));
  const graphql = log.filter(({ path }) => path.includes('/graphql'));
  const isLate = ({ at }: { at: number }) =>
    stalls.some(({ from, to }) => from <= at && at <= (to ?? Infinity) + afterStall);
  const graphqlMost = mostInASecond(graphql.filter((request) => !isLate(request)));
  return {
    requests: log.length,
    mostInFlight: mostAtOnce(rest.map(({ at, milliseconds }) => ({ from: at, to: at + milliseconds }))).count,
    mostInASecond: graphqlMost.count,
    mostInASecondAt: graphqlMost.at,
    mostRestInASecond: mostInASecond(rest).count,
    refused: log.filter(({ status }) => status === 429).length,
  };
}

function mostInASecond(requests: readonly { at: number }[]): Most {
  return mostAtOnce(requests.map(({ at }) => ({ from: at, to: at + second })));
}

/** The maximum number at once, and when it was first reached. */
interface Most {
  count: number;
  at: number;
}

/** The maximum number of intervals that overlap; the end of an interval is exclusive. */
function mostAtOnce(intervals: readonly { from: number; to: number }[]): Most {
  const steps = intervals.flatMap(({ from, to }) => [
    { at: from, by: 1 },
    { at: to, by: -1 },
  ]);
  let most: Most = { count: 0, at: 0 };
  let now = 0;
  for (const { at, by } of steps.sort((a, b) => a.at - b.at || a.by - b.by)) {
    now += by;
    if (now > most.count) most = { count: now, at };
  }
  return most;
}
