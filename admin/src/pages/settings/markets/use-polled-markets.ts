import { useGetMarketsQuery } from '../../../api/markets-api';

/** Polling intervals while a market is being read or waits to be read, and otherwise, in milliseconds. */
const pollingIntervals = { reading: 5_000, idle: 60_000 };

/** The markets, polled; more often while one is read from the store, which takes minutes. */
export function usePolledMarkets() {
  const { data: known } = useGetMarketsQuery(undefined);
  return useGetMarketsQuery(undefined, {
    pollingInterval: known?.isIdle === false ? pollingIntervals.reading : pollingIntervals.idle,
  });
}
