import type { LoggedRequest } from '../../simulator/src/request-log';

/** What the store saw of a site. */
export interface UpstreamLoad {
  requests: number;
  /** REST requests in flight at the same moment. */
  mostInFlight: number;
  /** GraphQL requests within any second. */
  mostInASecond: number;
  /** Responses with 429. */
  refused: number;
}

const second = 1000;

/** Computes it from the simulator's log. */
export function upstreamLoad(
  log: readonly Pick<LoggedRequest, 'path' | 'at' | 'milliseconds' | 'status'>[],
): UpstreamLoad {
  const rest = log.filter(({ path }) => path.startsWith('/stores/'));
  const graphql = log.filter(({ path }) => path.includes('/graphql'));
  return {
    requests: log.length,
    mostInFlight: mostAtOnce(rest.map(({ at, milliseconds }) => ({ from: at, to: at + milliseconds }))),
    mostInASecond: mostAtOnce(graphql.map(({ at }) => ({ from: at, to: at + second }))),
    refused: log.filter(({ status }) => status === 429).length,
  };
}

/** The most that include the same moment; each ends before its last one. */
function mostAtOnce(intervals: readonly { from: number; to: number }[]): number {
  const steps = intervals.flatMap(({ from, to }) => [
    { at: from, by: 1 },
    { at: to, by: -1 },
  ]);
  let [most, now] = [0, 0];
  for (const { by } of steps.sort((a, b) => a.at - b.at || a.by - b.by)) {
    now += by;
    most = Math.max(most, now);
  }
  return most;
}
