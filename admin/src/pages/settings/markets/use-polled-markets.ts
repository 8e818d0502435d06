import { useGetMarketsQuery } from '../../../api/markets-api';
import { usePolling } from '../../../hooks/use-polling';

/** Polling intervals while a market is being read or waits to be read, and otherwise, in milliseconds. */
const pollingIntervals = { reading: 5_000, idle: 60_000 };

/** The markets, polled; more often while one is read from the store, which takes minutes. */
export function usePolledMarkets() {
  const query = useGetMarketsQuery(undefined, { refetchOnMountOrArgChange: true });
  usePolling(query.refetch, query.data?.isIdle === false ? pollingIntervals.reading : pollingIntervals.idle);
  return query;
}
